import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompanySite, SiteReader } from "../../app/providers/website/company-site";
import { createSiteReader } from "../../app/providers/website/read-site.server";
import { type DemoProviders, startDemoProviders } from "../../scripts/demo-providers/server";
import { type SiteKind, siteKindOf } from "../../scripts/demo-providers/websites/site-kinds";
import { allCompanies, type Company } from "../../scripts/demo-providers/world/companies";
import { siteRequests } from "../support/site-pages";

/** The demo's websites, read by the product's reader and thread, through the demo's proxy. */
let providers: DemoProviders;
let reader: SiteReader;
const { signal } = new AbortController();

beforeAll(async () => {
  providers = await startDemoProviders({ latency: 0 });
  reader = createSiteReader({ proxyUrl: providers.baseUrls.websites, speed: 50 });
});

afterAll(async () => {
  await reader.close();
  await providers.close();
});

interface Firm extends Company {
  domain: string;
  website: string;
}

/** The first firm whose website is of a kind. */
function firm(kind: SiteKind, wanted: (firm: Firm) => boolean = () => true): Firm {
  for (const company of allCompanies()) {
    const { domain, website, branch } = company;
    if (domain === undefined || website === undefined || branch) continue;
    const found = { ...company, domain, website };
    if (siteKindOf(domain) === kind && wanted(found)) return found;
  }
  throw new Error(`no firm has a website that is ${kind}`);
}

function kinds({ pages }: CompanySite): string[] {
  return pages.map(({ kind }) => kind);
}

function wholeText({ pages }: CompanySite): string {
  return pages.map(({ text }) => text).join("\n");
}

function readKind(kind: SiteKind): Promise<CompanySite> {
  return reader.readSite(firm(kind).domain, signal);
}

describe("an ordinary website", () => {
  test("is read with its Impressum, its services and what it says of itself", async () => {
    const works = firm("ordinary", ({ trade }) => trade.key === "stadtwerke");
    const site = await reader.readSite(works.website, signal);
    expect(kinds(site)).toEqual(["home", "impressum", "services", "about"]);
    expect(wholeText(site)).toMatch(/Energieversorger in [\s\S]*Trinkwasser/);
    expect(wholeText(site)).toContain(`${works.seat.postalCode} ${works.seat.locality}`);
    expect(wholeText(site)).not.toMatch(/Cookies|dataLayer/);
    const asked = await siteRequests(providers.origin);
    expect(asked.filter((path) => path.endsWith("/robots.txt"))).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(7);
  });

  test("is found at every address that the map writes", async () => {
    const patterns = [
      /\/standorte\//,
      /utm_source/,
      /^HTTPS:/,
      /index\.php/,
      /^http:[^?]*[^/]$/,
      /kundenportal|shop/,
      /[äöü]/,
    ];
    for (const pattern of patterns) {
      const { website, name } = firm("ordinary", (each) => pattern.test(each.website));
      const site = await reader.readSite(website, signal);
      expect(kinds(site).slice(0, 2), website).toEqual(["home", "impressum"]);
      expect(wholeText(site)).toContain(name.replace(/\s+/g, " "));
    }
  });
});

describe("an untidy website", () => {
  test.each<[SiteKind, string, RegExp]>([
    ["unreachable", "unreachable", /nicht erreichbar/],
    ["forbidden", "status", /Fehler/],
    ["closed", "robots", /erlaubt das Auslesen nicht/],
    ["empty", "empty", /kein lesbarer Text/],
  ])("that is %s is said to be so", async (kind, reason, sentence) => {
    await expect(readKind(kind)).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(sentence),
    });
  });

  test.each<[SiteKind, string[]]>([
    ["slow", ["home", "impressum", "services", "about"]],
    ["old", ["home", "impressum", "services", "about"]],
    ["unlinked", ["home", "impressum", "services", "about"]],
    ["soft", ["home"]],
    ["single", ["home"]],
  ])("that is %s is read as far as it goes", async (kind, expected) => {
    expect(kinds(await readKind(kind))).toEqual(expected);
  });

  test("in windows-1252 has its umlauts and quotes", async () => {
    expect(wholeText(await readKind("old"))).toMatch(/Über|für|Geschäft|§ 5/);
    expect(wholeText(await readKind("old"))).not.toMatch(/\uFFFD|Ã/);
  });

  test("that nobody has is not reachable", async () => {
    await expect(reader.readSite("niemand.example", signal)).rejects.toMatchObject({
      reason: "unreachable",
    });
  });
});
