import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseTable } from "../../../app/tables/parse-table.server";
import type { DemoProvider, DemoReply } from "../provider";
import { COLUMNS } from "./csv";
import { createVayne } from "./handler";
import { profilesFor } from "./profiles";

const PEOPLE =
  "https://www.linkedin.com/sales/search/people?query=(keywords%3AElektriker%20Berlin)";
const EMPTY = "https://www.linkedin.com/sales/search/people?query=(keywords%3Aleer)";

const orderSchema = z.object({
  order: z.object({
    id: z.number(),
    name: z.string(),
    limit: z.number().nullable(),
    total: z.number(),
    scraped: z.number(),
    scraping_status: z.string(),
    exports: z.object({
      simple: z.object({ status: z.string(), file_url: z.string().nullable() }),
    }),
  }),
});

function call(
  provider: DemoProvider,
  method: string,
  target: string,
  { body, key = "any-key" }: { body?: unknown; key?: string } = {},
): DemoReply {
  const [path = "", query = ""] = target.split("?", 2);
  return provider.answer({
    method,
    path,
    query: new URLSearchParams(query),
    headers: { host: "127.0.0.1:4010", ...(key === "" ? {} : { authorization: `Bearer ${key}` }) },
    body: body === undefined ? "" : JSON.stringify(body),
  });
}

function json(reply: DemoReply): unknown {
  return JSON.parse(reply.body);
}

function order(provider: DemoProvider, fields: object = {}): DemoReply {
  const body = { name: "eins", url: PEOPLE, limit: 30, export_format: "simple", ...fields };
  return call(provider, "POST", "/api/orders", { body });
}

/** Looks at an order until it is finished. */
function finish(provider: DemoProvider): string[] {
  order(provider);
  return [1, 2, 3].map(() => {
    const reply = call(provider, "GET", "/api/orders/45001");
    return orderSchema.parse(json(reply)).order.scraping_status;
  });
}

/** Has the file of a finished order made. */
function fileUrlOf(provider: DemoProvider): string {
  const body = { export_format: "simple" };
  expect(call(provider, "POST", "/api/orders/45001/export", { body }).status).toBe(409);
  const accepted = call(provider, "POST", "/api/orders/45001/export", { body });
  expect(accepted.status).toBe(202);
  expect(orderSchema.parse(json(accepted)).order.exports.simple).toEqual({
    status: "processing",
    file_url: null,
  });
  const { simple } = orderSchema.parse(json(call(provider, "GET", "/api/orders/45001"))).order
    .exports;
  expect(simple.status).toBe("completed");
  return simple.file_url ?? "";
}

describe("an account", () => {
  it("has credits, limits and an active session", () => {
    const provider = createVayne();
    expect(json(call(provider, "GET", "/api/credits"))).toEqual({
      credit_available: 2000,
      daily_limit_leads: 2500,
      daily_limit_accounts: 1000,
      enrichment_credits: 0,
    });
    expect(json(call(provider, "GET", "/api/linkedin_authentication"))).toEqual({
      linkedin_authentication: "active",
      has_cookie: true,
    });
  });

  it("may lack credit, a session or a key", () => {
    const provider = createVayne();
    const key = "demo-ohne-guthaben";
    expect(json(call(provider, "GET", "/api/credits", { key }))).toMatchObject({
      credit_available: 0,
    });
    const body = { name: "x", url: PEOPLE };
    expect(call(provider, "POST", "/api/orders", { body, key }).status).toBe(402);
    expect(
      json(call(provider, "GET", "/api/linkedin_authentication", { key: "demo-getrennt" })),
    ).toMatchObject({ linkedin_authentication: "inactive" });
    for (const wrong of ["", "demo-ungueltig"]) {
      const reply = call(provider, "GET", "/api/credits", { key: wrong });
      expect(reply.status).toBe(401);
      expect(json(reply)).toEqual({
        error: "Unauthorized",
        details: "Invalid or missing API token",
      });
    }
  });
});

describe("a search", () => {
  it("has the same hits each time, none with „leer“, some for any filters", () => {
    const provider = createVayne();
    const hits = (url: string) =>
      json(call(provider, "POST", "/api/url_checks", { body: { url } }));
    expect(hits(PEOPLE)).toEqual(hits(PEOPLE));
    expect(hits(PEOPLE)).toMatchObject({ total: profilesFor(PEOPLE).length, type: "leads" });
    expect(hits(EMPTY)).toMatchObject({ total: 0 });
    const companies = "https://www.linkedin.com/sales/search/company?query=(x)";
    expect(hits(companies)).toMatchObject({ type: "accounts" });
    expect(profilesFor(companies).length).toBeGreaterThanOrEqual(40);
  });

  it("of another page is refused", () => {
    const body = { url: "https://www.linkedin.com/in/erika" };
    const reply = call(createVayne(), "POST", "/api/url_checks", { body });
    expect(reply.status).toBe(422);
    expect(json(reply)).toMatchObject({ details: "URL is not a valid Sales Navigator search" });
  });

  it("brings firms without website, profiles that do not match, and two people of one firm", () => {
    const profiles = profilesFor("https://www.linkedin.com/sales/search/people?query=(y)");
    expect(profiles.some(({ website }) => website === "")).toBe(true);
    expect(profiles.some(({ matches }) => !matches)).toBe(true);
    expect(new Set(profiles.map(({ company }) => company)).size).toBeLessThan(profiles.length);
    expect(
      profiles.filter(({ matches, website }) => matches && website !== "").length,
    ).toBeGreaterThan(profiles.length / 2);
  });
});

describe("an order", () => {
  it("moves on with every look, and not by being listed", () => {
    const provider = createVayne();
    const created = order(provider);
    expect(created.status).toBe(201);
    expect(orderSchema.parse(json(created)).order).toMatchObject({
      id: 45001,
      name: "eins",
      limit: 30,
      scraped: 0,
      scraping_status: "initialization",
    });
    const list = call(provider, "GET", "/api/orders");
    expect(json(list)).toMatchObject({
      orders: [{ name: "eins", scraping_status: "initialization" }],
    });
    const states = [1, 2, 3, 4].map(() => {
      const { order } = orderSchema.parse(json(call(provider, "GET", "/api/orders/45001")));
      return [order.scraping_status, order.scraped];
    });
    expect(states).toEqual([
      ["segmenting", 0],
      ["scraping", 15],
      ["finished", 30],
      ["finished", 30],
    ]);
  });

  it("takes a credit for each profile, once", () => {
    const provider = createVayne();
    finish(provider);
    call(provider, "GET", "/api/orders/45001");
    expect(json(call(provider, "GET", "/api/credits"))).toMatchObject({ credit_available: 1970 });
  });

  it("has a name of its own", () => {
    const provider = createVayne();
    order(provider);
    const second = order(provider);
    expect(second.status).toBe(422);
    expect(json(second)).toMatchObject({ details: "Name has already been taken" });
  });

  it("needs credit, a search and a limit that makes sense", () => {
    expect(order(createVayne({ credits: 0 })).status).toBe(402);
    expect(order(createVayne(), { url: "https://www.xing.com" }).status).toBe(422);
    expect(order(createVayne(), { limit: 0 }).status).toBe(422);
    expect(call(createVayne(), "GET", "/api/orders/9").status).toBe(404);
    expect(call(createVayne(), "DELETE", "/api/orders").status).toBe(405);
  });
});

describe("a file", () => {
  it("is made only for a finished order, and the first time refused", () => {
    const provider = createVayne();
    order(provider);
    const body = { export_format: "simple" };
    expect(call(provider, "POST", "/api/orders/45001/export", { body }).status).toBe(422);
    const finished = createVayne();
    expect(finish(finished)).toEqual(["segmenting", "scraping", "finished"]);
    expect(fileUrlOf(finished)).toMatch(
      /^http:\/\/127\.0\.0\.1:4010\/vayne\/files\/45001\/simple\.csv\?signature=/,
    );
  });

  it("is a table of the people, in the columns of the simple export", async () => {
    const provider = createVayne();
    finish(provider);
    const target = fileUrlOf(provider).replace("http://127.0.0.1:4010/vayne", "");
    const reply = call(provider, "GET", target, { key: "" });
    expect(reply.status).toBe(200);
    const table = await parseTable(Buffer.from(reply.body));
    expect(table.header).toEqual([...COLUMNS]);
    expect(table.rows).toHaveLength(30);
    const company = table.header.indexOf("company");
    const names = profilesFor(PEOPLE).map((profile) => profile.company.name);
    expect(table.rows.map((row) => row[company])).toEqual(names.slice(0, 30));
  });

  it("is given to nobody without the signature, or with a key", () => {
    const provider = createVayne();
    finish(provider);
    const target = fileUrlOf(provider).replace("http://127.0.0.1:4010/vayne", "");
    expect(call(provider, "GET", target, { key: "any-key" }).status).toBe(400);
    const unsigned = call(provider, "GET", "/files/45001/simple.csv", { key: "" });
    expect(unsigned.status).toBe(403);
    expect(unsigned.body).toContain("Access Denied");
  });
});

describe("a fault", () => {
  it.each([401, 402, 404, 409, 422, 429, 500, 503])("%i is said in own words", (status) => {
    const reply = createVayne().errorReply(status);
    expect(reply.status).toBe(status);
    expect(
      z.object({ error: z.string(), details: z.string() }).safeParse(json(reply)).success,
    ).toBe(true);
  });
});
