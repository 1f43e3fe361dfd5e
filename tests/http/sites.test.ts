import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompanySite, SiteReader } from "../../app/providers/website/company-site";
import { createSiteReader } from "../../app/providers/website/read-site.server";
import { type DemoProviders, startDemoProviders } from "../../scripts/demo-providers/server";
import { type SiteKind, siteKindOf } from "../../scripts/demo-providers/websites/company-pages";
import { allCompanies } from "../../scripts/demo-providers/world/companies";

/** The demo's websites, read by the product's reader and thread, through the demo's proxy. */
let providers: DemoProviders;
let reader: SiteReader;
const { signal } = new AbortController();

beforeAll(async () => {
  providers = await startDemoProviders({ latency: 0 });
  const proxyUrl = providers.baseUrls.websites;
  // A machine that is busy with other tests may need longer than the product gives a page.
  reader = createSiteReader({ proxyUrl, speed: 50 });
});

afterAll(async () => {
  await reader.close();
  await providers.close();
});

/** Reads the website of the first firm that has one of a kind. */
function readKind(kind: SiteKind): Promise<CompanySite> {
  for (const { domain, branch } of allCompanies()) {
    if (domain === undefined || branch) continue;
    if (siteKindOf(domain) === kind) return reader.readSite(domain, signal);
  }
  throw new Error(`no firm has a website that is ${kind}`);
}

function kinds({ pages }: CompanySite): string[] {
  return pages.map(({ kind }) => kind);
}

function wholeText({ pages }: CompanySite): string {
  return pages.map(({ text }) => text).join("\n");
}

describe("an untidy website", () => {
  test.each<[SiteKind, string, RegExp]>([
    ["unreachable", "unreachable", /nicht erreichbar/],
    ["forbidden", "status", /Fehler/],
    ["closed", "robots", /erlaubt das Auslesen nicht/],
    ["empty", "scripts", /nur mit JavaScript/],
    ["circling", "redirects", /leitet zu oft/],
  ])("that is %s is said to be so", async (kind, reason, sentence) => {
    await expect(readKind(kind)).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(sentence),
    });
  });

  test.each<[SiteKind, string[]]>([
    ["ordinary", ["home", "impressum", "services", "about"]],
    ["slow", ["home", "impressum", "services", "about"]],
    ["old", ["home", "impressum", "services", "about"]],
    ["unlinked", ["home", "services", "about", "contact", "impressum"]],
    ["nameless", ["home", "services", "about", "contact"]],
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
