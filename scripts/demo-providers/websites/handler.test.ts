import { expect, it } from "vitest";
import { askDemo } from "../../../tests/support/demo-request";
import { allCompanies, type Company } from "../world/companies";
import { siteKindOf } from "./company-pages";
import { createWebsites } from "./handler";
import { PlantedSites } from "./planted-sites";

const websites = createWebsites(new PlantedSites());

interface Firm extends Company {
  domain: string;
}

/** Companies with an ordinary website; tests/http/sites covers the others. */
const firms = allCompanies().flatMap((company): Firm[] => {
  const { domain, branch } = company;
  const isOrdinary = domain !== undefined && !branch && siteKindOf(domain) === "ordinary";
  return isOrdinary ? [{ ...company, domain }] : [];
});

function get(host: string, target = "/") {
  return askDemo(websites, "GET", `/${host}${target}`);
}

it("has every page that a menu leads to, and no others", () => {
  for (const { domain } of firms.slice(0, 60)) {
    for (const [, path = ""] of get(domain).body.matchAll(/<a href="(\/[^"]*)"/g)) {
      const expected = path.endsWith(".pdf") ? 404 : 200;
      expect(get(domain, path).status, `${domain}${path}`).toBe(expected);
    }
    expect(get(domain, "/nirgends").status).toBe(404);
  }
});

it("answers at every address that the map has for a firm", () => {
  for (const { website = "" } of firms.slice(0, 500)) {
    const { host, pathname, search } = new URL(website);
    expect(get(host, pathname + search).status, website).toBe(200);
  }
});

it("shows names as text, whatever is in them", () => {
  const firm = firms.find(({ name }) => name.includes("<b>"));
  expect(get(firm?.domain ?? "").body).toContain("&#60;b&#62;");
  expect(get(firm?.domain ?? "").body).not.toContain("<b>");
});
