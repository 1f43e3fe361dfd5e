import { afterAll, describe, expect, test } from "vitest";
import { getAnswer, JobPageSchema, readFault, readProblem } from "../support/api-answers";
import { countCalls, getJob, listLeads, postJson, startSearch } from "../support/api-client";
import { SEED_START } from "../support/lead-factory";
import { rawRequest } from "../support/server-run";
import { openOwnApp, openTestApp } from "../support/test-app";

const SEARCH = { query: "Stadtwerke", region: "Bremen" };
const JSON_TYPE = { "content-type": "application/json" };

const app = await openTestApp({ leads: [{ domain: "firma.example", createdAt: SEED_START }] });
const { url } = app.server;
const address = `${url}/api/search`;
const [lead] = await listLeads(url, "");

// One rule for all bodies: here it is tried where a search begins, where many leads change, and where one does.
describe.each([
  ["POST", "/api/search"],
  ["POST", "/api/leads/bulk"],
  ["PATCH", `/api/leads/${lead?.id}`],
])("a body of %s %s", (method, path) => {
  const send = (body: string, headers: Record<string, string> = JSON_TYPE, query = "") =>
    fetch(url + path + query, { method, headers, body });

  test("is refused as unreadable where it is not JSON", async () => {
    for (const body of ["", "{", "query=Stadtwerke", '{"notes": "x",}', "\u0000", "undefined"]) {
      await readProblem(await send(body), 400);
    }
  });

  test("is refused as unusable where it is no object", async () => {
    for (const body of ["null", "[]", '"Stadtwerke"', "1", "true", '[{"notes":"a"}]']) {
      const { detail } = await readProblem(await send(body), 422);
      expect(detail, body).not.toMatch(/expected|received|Invalid/i);
    }
  });

  test("is refused with 415 where it is called something else, or nothing, or is compressed", async () => {
    const form = "application/x-www-form-urlencoded";
    for (const type of ["text/plain", form, "text/json", "application/json-patch+json"]) {
      const { detail } = await readProblem(await send("{}", { "content-type": type }), 415);
      expect(detail).toContain("application/json");
    }
    await readProblem(await send("{}", { ...JSON_TYPE, "content-encoding": "gzip" }), 415);
    const headers = { "content-length": "2" };
    expect((await rawRequest(url, path, { method, headers, body: "{}" })).status).toBe(415);
  });

  test("is refused with 413 where it is larger than a megabyte, announced or not", async () => {
    const body = JSON.stringify({ notes: "a".repeat(1_100_000) });
    await readProblem(await send(body), 413);
    const headers = { ...JSON_TYPE, "transfer-encoding": "chunked" };
    expect((await rawRequest(url, path, { method, headers, body })).status).toBe(413);
  });

  test("is refused for a field that it does not have, also one that every object has", async () => {
    for (const name of ["cuont", "__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const { errors = [] } = await readProblem(await send(`{"${name}": {"count": 3}}`), 422);
      expect(errors.map((error) => error.path)).toContain(name);
    }
  });

  test("is refused where the address carries parameters", async () => {
    const { errors = [] } = await readProblem(await send("{}", JSON_TYPE, "?dry=5"), 422);
    expect(errors.map((error) => error.path)).toContain("dry");
  });
});

// Nothing above or below may have started a search or asked a provider.
async function expectNothingStarted(): Promise<void> {
  expect((await getAnswer(`${url}/api/jobs`, JobPageSchema)).total).toBe(0);
  const calls = Object.values(await countCalls(app.providers.origin));
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.every((count) => count === 0)).toBe(true);
}

describe("a search", () => {
  afterAll(expectNothingStarted);

  test.each([
    { field: "query", value: "" },
    { field: "query", value: "   " },
    { field: "query", value: "\u0000\u0007\n" },
    { field: "query", value: "x".repeat(101) },
    { field: "query", value: 7 },
    { field: "query", value: null },
    { field: "query", value: ["Stadtwerke"] },
    { field: "region", value: "" },
    { field: "region", value: "x".repeat(101) },
    { field: "region", value: {} },
    { field: "count", value: 0 },
    { field: "count", value: -1 },
    { field: "count", value: 501 },
    { field: "count", value: 1.5 },
    { field: "count", value: 1e300 },
    { field: "count", value: "50" },
    { field: "count", value: null },
    { field: "count", value: true },
  ])("is refused with the field at fault: $field = $value", async ({ field, value }) => {
    const fault = await readFault(await postJson(address, { ...SEARCH, [field]: value }));
    expect(fault.path).toBe(field);
    expect(fault.message).toMatch(/[A-ZÄÖÜ].+\.$/);
  });

  test("names every field that is missing", async () => {
    const { errors } = await readProblem(await postJson(address, {}), 422);
    expect(errors?.map(({ path }) => path).sort()).toEqual(["query", "region"]);
  });
});

test("texts at the limit are taken, white space around and inside is tidied", async () => {
  const query = `  Stadt\t\nwerke ${"x".repeat(100 - "Stadt werke ".length)}  `;
  const job = await getJob(url, await startSearch(url, { query, region: " Bremen ", count: 500 }));
  expect(job.query).toBe(query.replace(/\s+/g, " ").trim());
  expect(job.query).toHaveLength(100);
  expect(job.params.region).toBe("Bremen");
  expect(job.params.count).toBe(500);
  // The map gives no more; the web search has the rest.
  expect(job.requested).toBe(60);
});

test("quotes, markup, per cent signs and emoji arrive as they are", async () => {
  const query = `"Stadt" <b>'werke'</b> 100% _ \\ 🏭 & Söhne`;
  const job = await getJob(url, await startSearch(url, { ...SEARCH, query }));
  expect(job.query).toBe(query);
});

test("without its key Google Places can't be chosen", async () => {
  const { server } = await openOwnApp({ settings: { GOOGLE_PLACES_API_KEY: "" } });
  const chosen = { ...SEARCH, source: "google" };
  const problem = await readProblem(await postJson(`${server.url}/api/search`, chosen), 409);
  expect(problem.detail).toMatch(/Google Places.*Schlüssel.*OpenStreetMap/);
  expect((await getAnswer(`${server.url}/api/jobs`, JobPageSchema)).total).toBe(0);
});
