import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseTable } from "../../../app/tables/parse-table.server";
import { askDemo } from "../../../tests/support/demo-request";
import type { DemoProvider } from "../provider";
import { createVayne } from "./handler";
import { profilesFor } from "./profiles";

/** Wire format: shared/providers.md, section on Vayne. */
const PEOPLE =
  "https://www.linkedin.com/sales/search/people?query=(keywords%3AElektriker%20Berlin)";
const EXPORT = { export_format: "simple" };

const orderSchema = z.object({
  order: z.object({
    scraped: z.number(),
    scraping_status: z.string(),
    exports: z.object({
      simple: z.object({ status: z.string(), file_url: z.string().nullable() }),
    }),
  }),
});

function call(provider: DemoProvider, target: string, body?: unknown, key = "any-key") {
  const [method = "", path = ""] = target.split(" ");
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const headers = { host: "127.0.0.1:4010", ...authorization };
  const reply = askDemo(provider, method, path, { headers, body });
  const isJson = reply.headers["content-type"]?.startsWith("application/json");
  return { status: reply.status, text: reply.body, json: isJson ? JSON.parse(reply.body) : null };
}

function order(provider: DemoProvider, fields: object = {}) {
  return call(provider, "POST /api/orders", { name: "eins", url: PEOPLE, limit: 30, ...fields });
}

function look(provider: DemoProvider) {
  return orderSchema.parse(call(provider, "GET /api/orders/45001").json).order;
}

/** A provider with a finished order, and the address of its file below the provider. */
function finished() {
  const provider = createVayne();
  order(provider);
  for (let looks = 0; looks < 3; looks += 1) look(provider);
  expect(call(provider, "POST /api/orders/45001/export", EXPORT).status).toBe(409);
  expect(call(provider, "POST /api/orders/45001/export", EXPORT).status).toBe(202);
  const { status, file_url: url } = look(provider).exports.simple;
  expect([status, url]).toEqual([
    "completed",
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010/),
  ]);
  return { provider, file: url?.replace("http://127.0.0.1:4010/vayne", "GET ") ?? "" };
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

  it("leads to a table of the people, after a refusal", async () => {
    const { provider, file } = finished();
    const table = await parseTable(Buffer.from(call(provider, file, undefined, "").text));
    expect(table.header).toHaveLength(37);
    const company = table.header.indexOf("company");
    const names = profilesFor(PEOPLE).map((profile) => profile.company.name);
    expect(table.rows.map((row) => row[company])).toEqual(names.slice(0, 30));
    expect(call(provider, file).status).toBe(400);
    const unsigned = call(provider, "GET /files/45001/simple.csv", undefined, "");
    expect([unsigned.status, unsigned.text]).toEqual([403, expect.stringContaining("Denied")]);
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
