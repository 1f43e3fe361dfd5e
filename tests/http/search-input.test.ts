import { afterAll, describe, expect, test } from "vitest";
import { getAnswer, JobPageSchema, readFault, readProblem } from "../support/api-answers";
import { countCalls, getJob, postJson, startSearch } from "../support/api-client";
import { rawRequest } from "../support/server-run";
import { openOwnApp, openTestApp } from "../support/test-app";

const SEARCH = { query: "Stadtwerke", region: "Bremen" };

const app = await openTestApp();
const { url } = app.server;
const address = `${url}/api/search`;

function post(body: string, contentType: string): Promise<Response> {
  return fetch(address, { method: "POST", headers: { "content-type": contentType }, body });
}

describe("a body that is no search", () => {
  // Nothing below may start a search or ask a provider.
  afterAll(async () => {
    expect((await getAnswer(`${url}/api/jobs`, JobPageSchema)).total).toBe(0);
    const calls = Object.values(await countCalls(app.providers.origin));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every((count) => count === 0)).toBe(true);
  });

  test.each(["", "{", "query=Stadtwerke", '{"query": "Stadtwerke",}', "\u0000", "undefined"])(
    "is refused as unreadable where it is not JSON: %j",
    async (body) => {
      await readProblem(await post(body, "application/json"), 400);
    },
  );

  test.each(["null", "[]", '"Stadtwerke"', "1", "true", '[{"query":"a","region":"b"}]'])(
    "is refused as unusable where it is no object: %s",
    async (body) => {
      await readProblem(await post(body, "application/json"), 422);
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/json",
    "application/json-patch+json",
  ])("is refused with 415 where it is called %s", async (type) => {
    const problem = await readProblem(await post(JSON.stringify(SEARCH), type), 415);
    expect(problem.detail).toContain("application/json");
  });

  test("is refused with 415 where it has no content type", async () => {
    const body = JSON.stringify(SEARCH);
    const headers = { "content-length": String(body.length) };
    const answer = await rawRequest(url, "/api/search", { method: "POST", headers, body });
    expect(answer.status).toBe(415);
  });

  test("is refused with 415 where it is compressed", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const body = JSON.stringify(SEARCH);
    await readProblem(await fetch(address, { method: "POST", headers, body }), 415);
  });

  test("is refused with 413 where it is larger than a megabyte, announced or not", async () => {
    const body = JSON.stringify({ ...SEARCH, query: "a".repeat(1_100_000) });
    await readProblem(await post(body, "application/json"), 413);
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const answer = await rawRequest(url, "/api/search", { method: "POST", headers, body });
    expect(answer.status).toBe(413);
  });

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

  test.each([
    { name: "cuont", nearest: "count" },
    { name: "Query", nearest: "query" },
    { name: "regoin", nearest: "region" },
    { name: "constructor", nearest: "count" },
  ])("is refused for the unknown field $name, naming the nearest", async ({ name, nearest }) => {
    const fault = await readFault(await postJson(address, { ...SEARCH, [name]: 5 }));
    expect(fault.path).toBe(name);
    expect(fault.message).toContain(`„${name}“`);
    expect(fault.message).toContain(`„${nearest}“`);
  });

  test("is refused where it brings a field named __proto__", async () => {
    const body = `{"query": "Stadtwerke", "region": "Bremen", "__proto__": {"count": 3}}`;
    await readProblem(await post(body, "application/json"), 422);
  });

  test("is refused where the address carries parameters", async () => {
    const fault = await readFault(await postJson(`${address}?count=5`, SEARCH));
    expect(fault.path).toBe("count");
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
