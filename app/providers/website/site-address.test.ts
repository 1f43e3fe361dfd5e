import { describe, expect, it } from "vitest";
import { COMPANY_ADDRESSES } from "~tests/website/company-addresses";
import { judgeAddress } from "./site-address";
import type { AddressRefusal } from "./site-error";

function refusalOf(address: string, testNames = false): AddressRefusal | null {
  const judged = judgeAddress(address, { testNames });
  return "refusal" in judged ? judged.refusal : null;
}

it("lets every one of 200 ordinary companies through", () => {
  expect(new Set(COMPANY_ADDRESSES).size).toBeGreaterThanOrEqual(200);
  expect(COMPANY_ADDRESSES.filter((address) => refusalOf(address) !== null)).toEqual([]);
});

describe("an address is refused", () => {
  it.each<[string, AddressRefusal]>([
    ["", "malformed"],
    ["firma.de", "malformed"],
    ["//firma.de/", "malformed"],
    [`https://firma.de/${"x".repeat(4_096)}`, "malformed"],
    ["https://firma.de:65536/", "malformed"],
    ["ftp://firma.de/", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["https://name@firma.de/", "user_info"],
    ["https://:wort@firma.de/", "user_info"],
    ["https://firma.de:8443/", "port"],
    ["https://firma.de:0/", "port"],
    ["http://127.0.0.1/", "ip_literal"],
    ["http://93.184.215.14/", "ip_literal"],
    ["http://0x7f.1/", "ip_literal"],
    ["http://2130706433/", "ip_literal"],
    ["http://１２７.０.０.１/", "ip_literal"],
    ["http://[2606:4700::1111]/", "ip_literal"],
    ["http://[::ffff:7f00:1]/", "ip_literal"],
    ["http://firma.de../", "host"],
    ["http://localhost./", "local_name"],
    ["http://127.0.0.1./", "ip_literal"],
    ["http://firma..de/", "host"],
    ["http://-firma.de/", "host"],
    ["http://firma-.de/", "host"],
    ["http://fir_ma.de/", "host"],
    [`http://${"x".repeat(64)}.de/`, "host"],
    [`http://${"x".repeat(60)}.${"tief.".repeat(50)}firma.de/`, "host"],
    ["http://localhost/", "local_name"],
    ["http://drucker/", "local_name"],
    ["http://drucker.local/", "local_name"],
    ["http://router.fritz.home/", "local_name"],
    ["http://a.b.internal/", "local_name"],
    ["http://1.0.0.127.in-addr.arpa/", "local_name"],
    ["http://nachrichten.onion/", "local_name"],
    ["http://public.test/", "local_name"],
    ["http://firma.gibtesnicht/", "suffix"],
    ["http://router.fritzbox/", "suffix"],
  ])("%j for its %s", (address, refusal) => {
    expect(refusalOf(address)).toBe(refusal);
  });
});

it("lets names of tests through where it is told to, and nothing else", () => {
  expect(refusalOf("http://public.test/", true)).toBeNull();
  expect(refusalOf("http://public.invalid/", true)).toBe("local_name");
  expect(refusalOf("http://test/", true)).toBe("local_name");
});

it("takes an address that is relative to a page", () => {
  const base = new URL("https://firma.de/a/b");
  expect(judgeAddress("../c", { base })).toEqual({ url: new URL("https://firma.de/c") });
  expect(judgeAddress("//10.0.0.1/", { base })).toEqual({ refusal: "ip_literal" });
});

it("takes a name that is written out to the root for the same name", () => {
  expect(judgeAddress("https://firma.de./a")).toEqual({ url: new URL("https://firma.de/a") });
});
