import { domainToASCII } from "node:url";
import { describe, expect, it } from "vitest";
import { displayDomain, domainKey } from "./domain-key.server";

const company = (domain: string) => ({ kind: "company", domain });

describe("domainKey", () => {
  it.each([
    "  www.müller-bäder.de  ",
    "https:\\\\www.müller-bäder.de",
    "mailto:info@müller-bäder.de?subject=Anfrage",
    "www.müller-bäder.de/@profil",
    "müller-bäder.de?von=anna@andere.de",
    "https://m%C3%BCller-b%C3%A4der.de/",
    "müller-bäder。de",
  ])("keeps %s under one key", (address) => {
    expect(domainKey(address)).toEqual(company("xn--mller-bder-w5a5z.de"));
  });

  it.each([
    ["https://www.firma.co.uk/", "firma.co.uk"],
    ["kunde.github.io", "kunde.github.io"],
    ["https://maler-mueller.business.site/?hl=de", "maler-mueller.business.site"],
    ["https://praxis.wixsite.com/start", "praxis.wixsite.com"],
    ["stadtwerke.bayern", "stadtwerke.bayern"],
    ["www.muster-elektro.example", "muster-elektro.example"],
  ])("takes the part of %s that somebody registered", (address, domain) => {
    expect(domainKey(address)).toEqual(company(domain));
  });

  it.each([
    "https://www.facebook.com/malermueller",
    "linkedin.com/company/x",
    "https://www.google.com/maps?cid=1",
    "https://www.google.at/search",
    "https://business.site/",
    "https://www.business.site/",
    "https://www.yelp.de/biz/x",
    "https://www.11880.com/branchenbuch/x",
    "https://www.dasoertliche.de/Koeln/Maler",
    "https://www.northdata.de/Kiebitz",
    "maler.mueller@gmail.com",
    "github.io",
  ])("knows %s as a platform", (address) => {
    expect(domainKey(address).kind).toBe("platform");
  });

  it.each([
    "",
    "kein-domain",
    "localhost",
    "127.0.0.1",
    "http://[::1]/",
    "co.uk",
    "intranet.local",
    "javascript:alert(1)",
    "ftp://firma.de/",
    "firma.gibtesnicht",
    "https://firma.de:99999/",
    "http:// firma.de",
    "tel:03012345",
    "https://xn--zzzzzz.de",
    "@",
    "0x7f.1",
  ])("finds no domain in „%s“", (address) => {
    expect(domainKey(address)).toEqual({ kind: "none" });
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

/** The same host in every form that providers and people write it. */
function formsOf(host: string): string[] {
  const punycode = domainToASCII(host);
  // „ß“ has no capital that every IDNA table reads alike.
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

describe("the key of a company", () => {
  it.each(COMPANIES)("is one for every spelling of %s", (written) => {
    const keys = new Set(
      spellingsOf(written).map((spelling) => JSON.stringify(domainKey(spelling))),
    );
    expect([...keys]).toEqual([JSON.stringify(company(domainToASCII(written)))]);
  });

  it("is another for every company", () => {
    const keys = new Set(COMPANIES.map((written) => JSON.stringify(domainKey(written))));
    expect(keys.size).toBe(COMPANIES.length);
  });

  it("is its own key, and is read as it was written", () => {
    for (const written of COMPANIES) {
      const key = domainKey(written);
      expect(key.kind).toBe("company");
      if (key.kind !== "company") continue;
      expect(domainKey(key.domain)).toEqual(key);
      expect(displayDomain(key.domain)).toBe(written);
    }
  });
});

describe("displayDomain", () => {
  it("leaves what is no domain as it is", () => {
    expect(displayDomain("")).toBe("");
    expect(displayDomain("xn--zzzzzz.de")).toBe("xn--zzzzzz.de");
  });
});
