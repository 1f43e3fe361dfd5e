import { describe, expect, it } from "vitest";
import { displayDomain, domainKey } from "./domain-key.server";

const company = (domain: string) => ({ kind: "company", domain });

describe("domainKey", () => {
  it.each([
    "https://www.Müller-Bäder.de/kontakt?x=1",
    "info@müller-bäder.de",
    "xn--mller-bder-w5a5z.de",
    "HTTP://MÜLLER-BÄDER.DE.",
    "shop.müller-bäder.de:8443/pfad",
    "  www.müller-bäder.de  ",
    "https://nutzer:geheim@www.müller-bäder.de/",
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
    "https://de-de.facebook.com/malermueller",
    "https://www.instagram.com/malermueller/",
    "linkedin.com/company/x",
    "https://www.google.com/maps?cid=1",
    "https://www.google.at/search",
    "https://business.site/",
    "https://www.business.site/",
    "https://www.yelp.de/biz/x",
    "https://www.gelbeseiten.de/gsbiz/1",
    "https://www.11880.com/branchenbuch/x",
    "https://de.wikipedia.org/wiki/Stadtwerke",
    "https://www.stepstone.de/job",
    "maler.mueller@gmail.com",
    "github.io",
  ])("knows %s as a platform", (address) => {
    expect(domainKey(address).kind).toBe("platform");
  });

  it.each([
    "",
    "   ",
    "kein-domain",
    "localhost",
    "127.0.0.1",
    "http://[::1]/",
    "de",
    "co.uk",
    "intranet.local",
    "javascript:alert(1)",
    "ftp://firma.de/",
    "http://",
    "firma.gibtesnicht",
  ])("finds no domain in „%s“", (address) => {
    expect(domainKey(address)).toEqual({ kind: "none" });
  });
});

describe("displayDomain", () => {
  it("shows umlauts", () => {
    expect(displayDomain("xn--mller-bder-w5a5z.de")).toBe("müller-bäder.de");
  });
});
