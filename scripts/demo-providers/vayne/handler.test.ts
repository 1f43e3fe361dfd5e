import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askDemo } from "../../../tests/support/demo-request";
import type { DemoProvider } from "../provider";
import { createVayne } from "./handler";
import { profilesFor } from "./profiles";

/** Wire format: shared/providers.md, section on Vayne. */
const PEOPLE =
  "https://www.linkedin.com/sales/search/people?query=(keywords%3AElektriker%20Berlin)";
const EXPORT = { export_format: "simple" };

const orderSchema = z.object({
  order: z.object({ scraped: z.number(), scraping_status: z.string() }),
});

function call(provider: DemoProvider, target: string, body?: unknown, key = "any-key") {
  const [method = "", path = ""] = target.split(" ");
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const reply = askDemo(provider, method, path, { headers, body });
  return { status: reply.status, json: JSON.parse(reply.body) };
}

function order(provider: DemoProvider, fields: object = {}) {
  return call(provider, "POST /api/orders", { name: "eins", url: PEOPLE, limit: 30, ...fields });
}

function look(provider: DemoProvider) {
  return orderSchema.parse(call(provider, "GET /api/orders/45001").json).order;
}

it("tells credits, limits and the state of the session", () => {
  const provider = createVayne();
  const account = { credit_available: 2000, daily_limit_leads: 2500 };
  expect(call(provider, "GET /api/credits").json).toMatchObject(account);
  const session = (key: string) =>
    call(provider, "GET /api/linkedin_authentication", undefined, key).json;
  expect(session("any-key")).toEqual({ linkedin_authentication: "active", has_cookie: true });
  expect(session("demo-getrennt")).toMatchObject({ linkedin_authentication: "inactive" });
});

it("counts the hits of a search: the same each time, none with „leer“, some for any filters", () => {
  const count = (url: string) => call(createVayne(), "POST /api/url_checks", { url }).json;
  expect(count(PEOPLE)).toEqual({ total: profilesFor(PEOPLE).length, type: "leads" });
  expect(count(PEOPLE.replace("Elektriker", "leer"))).toMatchObject({ total: 0 });
  const companies = count("https://www.linkedin.com/sales/search/company?query=(x)");
  expect(companies).toEqual({ total: expect.any(Number), type: "accounts" });
  expect(companies.total).toBeGreaterThanOrEqual(30);
});

it("finds firms without website, profiles that do not match, and two people of one firm", () => {
  const profiles = profilesFor("https://www.linkedin.com/sales/search/people?query=(y)");
  expect(profiles.some(({ website }) => website === "")).toBe(true);
  expect(profiles.some(({ matches }) => !matches)).toBe(true);
  expect(new Set(profiles.map(({ company }) => company)).size).toBeLessThan(profiles.length);
});

describe("an order", () => {
  it("moves on with every look, not by being listed, and takes a credit for each profile once", () => {
    const provider = createVayne();
    expect(order(provider)).toMatchObject({ status: 201, json: { order: { id: 45001 } } });
    const [listed] = call(provider, "GET /api/orders").json.orders;
    expect(listed).toMatchObject({ name: "eins", scraping_status: "initialization" });
    const looks = Array.from({ length: 4 }, () => look(provider));
    expect(looks.map(({ scraping_status: state, scraped }) => [state, scraped])).toEqual([
      ["segmenting", 0],
      ["scraping", 15],
      ["finished", 30],
      ["finished", 30],
    ]);
    expect(call(provider, "GET /api/credits").json).toMatchObject({ credit_available: 1970 });
  });
});

describe("refused with the service's words is", () => {
  const ordered = createVayne();
  order(ordered);
  it.each([
    ["no key", () => call(createVayne(), "GET /api/credits", undefined, ""), 401],
    ["a bad key", () => call(createVayne(), "GET /api/credits", undefined, "demo-ungueltig"), 401],
    ["an order without credit", () => order(createVayne({ credits: 0 })), 402],
    ["an order of another page", () => order(createVayne(), { url: "https://x.de" }), 422],
    ["an order of nothing", () => order(createVayne(), { limit: 0 }), 422],
    ["a second order of a name", () => order(ordered), 422],
    ["an early export", () => call(ordered, "POST /api/orders/45001/export", EXPORT), 422],
    ["an unknown order", () => call(ordered, "GET /api/orders/9"), 404],
    ["another method", () => call(ordered, "DELETE /api/orders"), 404],
  ])("%s", (_, ask, status) => {
    const reply = ask();
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual({ error: expect.any(String), details: expect.any(String) });
  });
});
