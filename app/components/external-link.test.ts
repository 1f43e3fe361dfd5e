import { describe, expect, it } from "vitest";
import { FOREIGN_ADDRESSES } from "~tests/http/foreign-addresses";
import { safeHref } from "./external-link";

describe("an address from outside", () => {
  it.each([
    ["https://firma.example", "https://firma.example/"],
    ["HTTP://Firma.Example/Pfad?a=1#b", "http://firma.example/Pfad?a=1#b"],
    ["firma.example/kontakt", "https://firma.example/kontakt"],
    ["www.müller.example", "https://www.xn--mller-kva.example/"],
    [" https://firma.example/ ", "https://firma.example/"],
    ["https://firma.example:8443/", "https://firma.example:8443/"],
    ["https://firma.example/a@b", "https://firma.example/a@b"],
  ])("%j leads to %s", (address, href) => {
    expect(safeHref(address)).toBe(href);
  });

  it.each(FOREIGN_ADDRESSES)("%j is no link", (address) => {
    expect(safeHref(address)).toBeNull();
  });
});
