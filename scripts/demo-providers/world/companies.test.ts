import { domainToASCII } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { allCompanies, type Company } from "./companies";
import { federalStates } from "./federal-states";
import { trades } from "./trades";

const companies = allCompanies();

function share(fits: (company: Company) => boolean): number {
  return companies.filter(fits).length / companies.length;
}

function hostOf(company: Company): string {
  return company.website === undefined ? "" : new URL(company.website).hostname;
}

describe("the demo world", () => {
  it("has several thousand companies in all states and trades", () => {
    expect(companies.length).toBeGreaterThan(4000);
    expect(new Set(companies.map(({ seat }) => seat.state.code)).size).toBe(16);
    expect(new Set(companies.map((company) => company.trades[0])).size).toBe(trades.length);
    expect(federalStates).toHaveLength(16);
  });

  it("is the same in every process", async () => {
    vi.resetModules();
    const again = await import("./companies");
    expect(again.allCompanies()).not.toBe(companies);
    expect(again.allCompanies()).toEqual(companies);
  });

  it("gives every entry a place id of its own", () => {
    const ids = new Set(companies.map(({ placeId }) => placeId));
    expect(ids.size).toBe(companies.length);
    expect(companies.every(({ placeId }) => /^ChIJ[\w-]{23}$/.test(placeId))).toBe(true);
  });

  it("puts every own domain below .example, where nobody can own it", () => {
    const owners = companies.filter(({ domain }) => domain !== undefined);
    for (const company of owners) {
      expect(company.domain).toMatch(/^[a-z0-9-]+\.example$/);
      expect(hostOf(company).endsWith(`${company.domain}`)).toBe(true);
    }
    expect(owners.length / companies.length).toBeGreaterThan(0.8);
  });

  it("uses only telephone numbers that are kept free for fiction", () => {
    const fictional =
      /^0(30 23125\d{3}|69 90009\d{3}|40 66969\d{3}|221 4710\d{3}|89 99998\d{3}|171 39200\d{2})$/;
    for (const { phone } of companies) {
      if (phone === undefined) continue;
      expect(phone.national).toMatch(fictional);
      expect(phone.international).toBe(phone.national.replace(/^0/, "+49 "));
    }
    const numbers = companies.flatMap(({ phone }) => phone?.national ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("is as untidy as it promises to be", () => {
    const bounds: [string, number, number, (company: Company) => boolean][] = [
      ["no website", 0.065, 0.095, ({ website }) => website === undefined],
      ["social", 0.03, 0.05, (c) => /(facebook|instagram)\.com$/.test(hostOf(c))],
      ["portal", 0.01, 0.03, (c) => /(gelbeseiten\.de|11880\.com|business\.site)$/.test(hostOf(c))],
      ["second address", 0.04, 0.06, ({ branch }) => branch],
      ["closed for good", 0.02, 0.04, ({ status }) => status === "CLOSED_PERMANENTLY"],
      ["closed for a time", 0.01, 0.03, ({ status }) => status === "CLOSED_TEMPORARILY"],
      ["no phone", 0.05, 0.07, ({ phone }) => phone === undefined],
      ["no address", 0.02, 0.05, ({ serviceAreaOnly }) => serviceAreaOnly],
      ["umlaut domain", 0.02, 0.07, ({ domain = "" }) => domain.startsWith("xn--")],
      ["umlaut shown", 0.005, 0.04, ({ website = "" }) => /[äöü]/i.test(website)],
      ["http", 0.12, 0.3, ({ website = "" }) => website.startsWith("http://")],
      ["tracking", 0.03, 0.08, ({ website = "" }) => website.includes("utm_")],
      ["upper case", 0.01, 0.05, ({ website = "" }) => website.startsWith("HTTPS://WWW.")],
      ["sub-domain", 0.02, 0.06, (c) => /^(shop|kundenportal)\./.test(hostOf(c))],
      ["formula", 0.002, 0.015, ({ name }) => /^[=+]/.test(name)],
      ["html", 0.001, 0.01, ({ name }) => name.includes("<b>")],
      ["quotes", 0.002, 0.015, ({ name }) => name.includes('"')],
      ["ampersand", 0.1, 0.5, ({ name }) => name.includes("&")],
      ["long name", 0.002, 0.02, ({ name }) => name.length > 85],
    ];
    for (const [trait, low, high, fits] of bounds) {
      expect(share(fits), trait).toBeGreaterThanOrEqual(low);
      expect(share(fits), trait).toBeLessThanOrEqual(high);
    }
  });

  it("keeps names within 120 characters", () => {
    const lengths = companies.map(({ name }) => name.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(120);
    expect(Math.max(...lengths)).toBeGreaterThan(100);
  });

  it("gives a second address the domain of the first in the same trade and state", () => {
    for (const branch of companies.filter((company) => company.branch)) {
      const family = companies.filter(({ domain }) => domain === branch.domain);
      expect(family.length).toBeGreaterThan(1);
      expect(new Set(family.map((c) => `${c.trades[0]}/${c.seat.state.code}/${c.name}`)).size).toBe(
        1,
      );
    }
  });

  it("lets unrelated firms share a name, but never a domain", () => {
    const domainsByName = new Map<string, Set<string>>();
    for (const { name, domain } of companies) {
      if (domain === undefined) continue;
      domainsByName.set(name, (domainsByName.get(name) ?? new Set()).add(domain));
    }
    const shared = [...domainsByName.values()].filter((domains) => domains.size > 1);
    expect(shared.length).toBeGreaterThan(5);
    expect(shared.length).toBeLessThan(30);
  });

  it("writes umlaut domains in both ways for the same ASCII domain", () => {
    const umlauts = companies.filter(({ domain }) => domain?.startsWith("xn--"));
    const unicode = umlauts.filter(({ website = "" }) => /[äöü]/i.test(website));
    expect(unicode.length).toBeGreaterThan(umlauts.length * 0.25);
    expect(unicode.length).toBeLessThan(umlauts.length * 0.75);
    for (const company of unicode) {
      expect(domainToASCII(hostOf(company)).endsWith(`${company.domain}`)).toBe(true);
    }
  });
});
