import { describe, expect, it } from "vitest";
import { parseUrl } from "./parse-url";

/** More often than it takes until the program is compiled for speed. */
const OFTEN = 50_000;

describe("parseUrl", () => {
  it.each([
    ["http://söhne.example", undefined, "http://xn--shne-5qa.example/"],
    ["/a?b#c", "https://firma.de/x", "https://firma.de/a?b#c"],
    ["//andere.de", new URL("https://firma.de"), "https://andere.de/"],
    ["mailto:a@b.de", undefined, "mailto:a@b.de"],
  ])("reads %s", (text, base, href) => {
    expect(parseUrl(text, base)?.href).toBe(href);
  });

  it.each(["", "firma.de", "http://", "http://a b.de"])("finds no address in „%s“", (text) => {
    expect(parseUrl(text)).toBeNull();
  });

  it("says the same of an umlaut however often it is asked", () => {
    const wrong = Array.from({ length: OFTEN }, () => parseUrl("http://söhne.example")).filter(
      (url) => url?.hostname !== "xn--shne-5qa.example",
    );
    expect(wrong).toEqual([]);
  });
});
