import { afterEach, describe, expect, it } from "vitest";
import type { DemoReply } from "../provider";
import { allCompanies, type Company } from "../world/companies";
import { createWebsites } from "./handler";
import { PlantedSites, plantedPageSchema } from "./planted-sites";
import { type SiteKind, siteKindOf } from "./site-kinds";

const planted = new PlantedSites();
const websites = createWebsites(planted);
afterEach(() => planted.clear());

interface Firm extends Company {
  domain: string;
}

const firms = allCompanies().flatMap((company): Firm[] => {
  const { domain, branch } = company;
  return domain === undefined || branch ? [] : [{ ...company, domain }];
});

function firmWith(kind: SiteKind, trade?: string): Firm {
  const firm = firms.find(
    ({ domain, trades }) => siteKindOf(domain) === kind && (trade ?? trades[0]) === trades[0],
  );
  if (firm === undefined) throw new Error(`no firm has a site that is ${kind}`);
  return firm;
}

function get(host: string, path = "/", method = "GET"): DemoReply {
  const [plain = "", query = ""] = path.split("?", 2);
  return websites.answer({
    method,
    path: `/${host}${plain}`,
    query: new URLSearchParams(query),
    headers: {},
    body: "",
  });
}

function plant(page: Record<string, unknown>): void {
  planted.plant(plantedPageSchema.parse(page));
}

describe("the websites of the demo world", () => {
  it("say what a firm does, where and who it is", () => {
    const firm = firmWith("ordinary", "stadtwerke");
    const home = get(`www.${firm.domain}`);
    expect(home).toMatchObject({ status: 200, headers: { "content-type": /html/ } });
    expect(home.body).toContain("kommunaler Energieversorger");
    const [, imprintPath = ""] = /<a href="([^"]+)">Impressum/.exec(home.body) ?? [];
    const imprint = get(firm.domain, imprintPath);
    expect(imprint.body).toContain(`${firm.street} ${firm.houseNumber}`);
    expect(imprint.body).toContain(firm.manager.lastName);
    expect(imprint.body).toMatch(new RegExp(`(?:info|kontakt)@${firm.domain}`));
  });

  it("have every page that their menu leads to, and no others", () => {
    for (const { domain } of firms.slice(0, 300)) {
      if (siteKindOf(domain) !== "ordinary") continue;
      const { body } = get(domain);
      for (const [, path = ""] of body.matchAll(/<a href="(\/[^"]*)"/g)) {
        expect(get(domain, path).status, `${domain}${path}`).toBe(
          path.endsWith(".pdf") ? 404 : 200,
        );
      }
    }
    expect(get(firmWith("ordinary").domain, "/nirgends").status).toBe(404);
  });

  it("answer at every address that the map has for them", () => {
    for (const { domain, website = "" } of firms.slice(0, 1_000)) {
      if (siteKindOf(domain) !== "ordinary") continue;
      const { host, pathname, search } = new URL(website);
      expect(get(host, pathname + search).status, website).toBe(200);
    }
  });

  it("show names as text, whatever is in them", () => {
    const firm = firms.find(
      ({ name, domain }) => name.includes("<b>") && siteKindOf(domain) === "ordinary",
    );
    expect(get(firm?.domain ?? "").body).toContain("&lt;b&gt;");
    expect(get(firm?.domain ?? "").body).not.toContain("<b>");
  });

  it("are the same each time", () => {
    const { domain } = firmWith("ordinary", "hotel");
    expect(createWebsites(new PlantedSites()).answer(request(domain)).body).toBe(get(domain).body);
  });

  it("are untidy in about 3 of 100 cases each", () => {
    const counts = new Map<SiteKind, number>();
    for (const { domain } of firms) {
      const kind = siteKindOf(domain);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(counts.size).toBe(10);
    for (const [kind, count] of counts) {
      if (kind === "ordinary") continue;
      expect(count / firms.length, kind).toBeGreaterThan(0.02);
      expect(count / firms.length, kind).toBeLessThan(0.04);
    }
  });

  it("are untidy in the way they are called", () => {
    expect(get(firmWith("unreachable").domain).reset).toBe(true);
    expect(get(firmWith("forbidden").domain).status).toBe(403);
    expect(get(firmWith("forbidden").domain, "/robots.txt").status).toBe(200);
    expect(get(firmWith("closed").domain, "/robots.txt").body).toContain("Disallow: /\n");
    expect(get(firmWith("empty").domain).body).toContain("<div id=app></div>");
    expect(get(firmWith("slow").domain).delayMs).toBeGreaterThan(3_000);
    expect(get(firmWith("unlinked").domain).body).not.toContain("Impressum");
    expect(get(firmWith("soft").domain, "/gibt-es-nicht").status).toBe(200);
    expect(get(firmWith("single").domain).body).toContain("Angaben gemäß § 5 DDG");
    const old = get(firmWith("old").domain);
    expect(old).toMatchObject({ encoding: "latin1", headers: { "content-type": "text/html" } });
    expect(old.body).toContain('charset="windows-1252"');
  });

  it("that nobody has are not there", () => {
    expect(get("niemand.example").reset).toBe(true);
  });

  it("are only read", () => {
    expect(get(firmWith("ordinary").domain, "/", "POST").status).toBe(405);
  });
});

function request(domain: string) {
  return {
    method: "GET",
    path: `/${domain}/`,
    query: new URLSearchParams(),
    headers: {},
    body: "",
  };
}

describe("planted pages", () => {
  it("stand at any domain, and the rest of it is not there", () => {
    plant({ domain: "böse.example", path: "/impressum?a=1", body: "<p>hallo" });
    expect(get("www.xn--bse-sna.example", "/impressum?a=1")).toMatchObject({
      status: 200,
      body: "<p>hallo",
    });
    expect(get("xn--bse-sna.example", "/impressum").status).toBe(404);
  });

  it("stand beside a firm's own pages, which are in order then", () => {
    const { domain } = firmWith("unreachable");
    plant({ domain, path: "/", status: 500, contentType: "text/plain", body: "" });
    expect(get(domain)).toMatchObject({ status: 500, headers: { "content-type": "text/plain" } });
    expect(get(domain, "/robots.txt")).toMatchObject({ status: 200 });
    expect(get(domain, "/robots.txt").reset).toBeUndefined();
  });
});
