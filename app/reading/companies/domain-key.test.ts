import { domainToASCII } from "node:url";
import { describe, expect, it } from "vitest";
import { displayDomain, domainKey } from "./domain-key.server";

const company = (domain: string) => ({ kind: "company", domain });

describe("domainKey", () => {
  it("accepts a host of 253 characters, but no longer one", () => {
    const longest = `${"a.".repeat(121)}firma-ag.de`;
    expect(domainKey(longest)).toEqual(company("firma-ag.de"));
    expect(domainKey(`a${longest}`)).toEqual({ kind: "none" });
  });

  it("reads long texts of any shape quickly", () => {
    for (const part of ["www ", "http:", "a@", "( at", " . ", "_at_", "&#64;", "a.de,", "-"]) {
      const start = performance.now();
      domainKey(part.repeat(50_000));
      expect(performance.now() - start, part).toBeLessThan(500);
    }
  });
});

/** One company each. */
const COMPANIES = [
  "müller-bäder.de",
  "mueller-baeder.de",
  "stadtwerke-köln.de",
  "straße.com",
  "bäckerei.bayern",
  "firma.co.uk",
  "kunde.github.io",
  "maler-müller.business.site",
  "muster-elektro.example",
  "1a-rohrreinigung24.net",
];
const SCHEMES = ["", "http://", "HTTPS://", "//", "http:/", "info@", "https://nutzer:geheim@"];
const SUBDOMAINS = ["", "www.", "WWW.", "shop.", "a.b.c."];
const TAILS = ["", ".", "/", ":8443", "/Über-uns?von=a@b.de#oben", "?utm=1", "\t\n", "\u00a0"];

/** The same host in every form that providers and people use. */
function formsOf(host: string): string[] {
  const punycode = domainToASCII(host);
  // IDNA tables disagree on the capital of „ß“.
  const capitals = host.replace(/[^ß]+/g, (part) => part.toUpperCase());
  return [host, capitals, host.normalize("NFD"), punycode, punycode.toUpperCase()];
}

function spellingsOf(host: string): string[] {
  return SCHEMES.flatMap((scheme) =>
    SUBDOMAINS.flatMap((subdomain) =>
      formsOf(host).flatMap((form) => TAILS.map((tail) => scheme + subdomain + form + tail)),
    ),
  );
}

describe("a company's key", () => {
  it.each(COMPANIES)("is the same for every spelling of %s", (written) => {
    const keys = new Set(
      spellingsOf(written).map((spelling) => JSON.stringify(domainKey(spelling))),
    );
    expect([...keys]).toEqual([JSON.stringify(company(domainToASCII(written)))]);
  });

  it("has itself as key, and is shown as written", () => {
    for (const written of COMPANIES) {
      const key = domainKey(written);
      expect(key.kind).toBe("company");
      if (key.kind !== "company") continue;
      expect(domainKey(key.domain)).toEqual(key);
      expect(displayDomain(key.domain)).toBe(written);
    }
  });
});
