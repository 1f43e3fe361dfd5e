import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, INNARDS, readAnswer, readProblem } from "../support/api-answers";
import { holdProvider, startSearch, waitForJob } from "../support/api-client";
import { buildRoutes } from "../support/build-routes";
import { type RawAnswer, rawRequest } from "../support/server-run";
import { openOwnApp, openTestApp } from "../support/test-app";

const JSON_BODY = { "content-type": "application/json", "content-length": "2" };
const HealthSchema = z.strictObject({ status: z.literal("ok") });

const app = await openTestApp();
const { url } = app.server;
let jobId: string;

beforeAll(async () => {
  jobId = await startSearch(url, { query: "Fernwärme", region: "Berlin" });
  await waitForJob(url, jobId);
});

/** What every answer must carry, whatever it says. */
function expectGuarded({ headers }: Pick<RawAnswer, "headers">, name: string): void {
  const expected: Record<string, RegExp> = {
    "content-security-policy": /default-src 'none'.*frame-ancestors 'none'/,
    "x-content-type-options": /^nosniff$/,
    "x-frame-options": /^DENY$/,
    "referrer-policy": /^same-origin$/,
    "cross-origin-opener-policy": /^same-origin$/,
    "cross-origin-resource-policy": /^same-origin$/,
    "permissions-policy": /camera=\(\)/,
    "cache-control": /\S/,
  };
  for (const [header, value] of Object.entries(expected)) {
    expect(headers.get(header) ?? "", `${header} of ${name}`).toMatch(value);
  }
  expect(headers.get("x-powered-by"), name).toBeNull();
  expect(headers.get("content-security-policy"), name).not.toMatch(/unsafe-(inline|eval)/);
}

describe("health", () => {
  test("is told without anything else, also to HEAD", async () => {
    await readAnswer(await fetch(`${url}/healthz`), 200, HealthSchema);
    const head = await fetch(`${url}/healthz`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
  });
});

describe("an address that is not there", () => {
  test("is answered with a problem document in the API, whatever the method", async () => {
    for (const path of ["/api", "/api/", "/api/nichts", "/api/leads/1/2/3", "/api/jobs.json"]) {
      const { detail } = await readProblem(await fetch(url + path), 404);
      expect(detail).toContain("/api/openapi.json");
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const answer = await rawRequest(url, path, { method, headers: JSON_BODY, body: "{}" });
        expect(answer.status, `${method} ${path}`).toBe(404);
      }
    }
  });

  test("is answered with a German page elsewhere", async () => {
    for (const path of ["/nichts", "/leadspeicher/unbekannt", "/ergebnisse/unbekannt", "/a/b/c"]) {
      const response = await fetch(url + path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      const html = await response.text();
      expect(html).toMatch(/<html lang="de"/);
      expect(html).toMatch(/gibt es (hier )?nicht|nicht gefunden/i);
      expect(html).toContain('href="/suche"');
      expect(html).not.toMatch(INNARDS);
    }
  });

  test("is refused in any method with 405 and the ones that go where only these are missing", async () => {
    const head = await rawRequest(url, "/api/search", { method: "HEAD" });
    expect([head.status, head.headers.get("allow")]).toEqual([405, "POST"]);
    for (const method of ["OPTIONS", "TRACE", "PROPFIND"]) {
      const answer = await rawRequest(url, "/api/leads", { method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("allow")).toContain("GET");
    }
  });
});

test("the first page is the search", async () => {
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/suche");
  await response.body?.cancel();
});

describe("a request from elsewhere", () => {
  const host = () => new URL(url).host;

  test("under a name that is not this server's is refused with 421", async () => {
    const { port } = new URL(url);
    const foreign = ["evil.example", `evil.example:${port}`, `localhost.evil.example:${port}`];
    for (const name of [...foreign, "127.0.0.1", "127.0.0.1:1"]) {
      for (const path of ["/api/leads", "/suche", "/healthz", "/build/x.js"]) {
        const answer = await rawRequest(url, path, { headers: { host: name } });
        expect(answer.status, `${name} ${path}`).toBe(421);
        expectGuarded(answer, `${name} ${path}`);
      }
    }
    for (const name of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`]) {
      expect((await rawRequest(url, "/healthz", { headers: { host: name } })).status).toBe(200);
    }
  });

  test("that would change something is refused with 403", async () => {
    const body = JSON.stringify({ query: "Fernwärme", region: "Bremen" });
    const json = { "content-type": "application/json" };
    const foreign: Record<string, string>[] = [
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: `https://${host()}` },
      { origin: `http://${host()}.evil.example` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { cookie: "a=b" },
    ];
    for (const headers of foreign) {
      for (const path of ["/api/search", `/api/jobs/${jobId}/cancel`]) {
        const options = { method: "POST", headers: { ...json, ...headers }, body };
        const answer = await rawRequest(url, path, options);
        expect(answer.status, JSON.stringify(headers)).toBe(403);
        expectGuarded(answer, "403");
      }
      const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
      const options = { method: "POST", headers: form, body: "query=Hotel&region=Bremen" };
      expect((await rawRequest(url, "/suche", options)).status).toBe(403);
      expect((await rawRequest(url, "/suche.data", options)).status).toBe(403);
    }
    const jobs = await getAnswer(`${url}/api/jobs`, z.looseObject({ total: z.int() }));
    expect(jobs.total).toBe(1);
  });

  test("that only reads is answered, as links from elsewhere need it", async () => {
    const headers = { origin: "http://evil.example", "sec-fetch-site": "cross-site" };
    const answer = await rawRequest(url, "/suche", { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("from the server's own pages may change something", async () => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: url,
      "sec-fetch-site": "same-origin",
    };
    const body = "query=Fernw%C3%A4rme&region=Bremen&count=5";
    const answer = await rawRequest(url, "/suche", { method: "POST", headers, body });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/suche\?job=/);
  });
});

test("every kind of answer carries the protective heads", async () => {
  const [asset = ""] =
    /\/build\/[\w./-]+\.js/.exec(await (await fetch(`${url}/suche`)).text()) ?? [];
  const large = { "content-type": "application/json", "content-length": "2000000" };
  const answers: [path: string, status: number, options?: Parameters<typeof rawRequest>[2]][] = [
    ["/", 302],
    ["/suche", 200],
    ["/suche.data", 200],
    [`/ergebnisse/${jobId}`, 200],
    [`/ergebnisse/${jobId}/verlauf.data`, 200],
    ["/nichts", 404],
    [asset, 200],
    ["/build/nichts.js", 404],
    ["/favicon.svg", 200],
    ["/healthz", 200],
    ["/api/leads", 200],
    ["/api/leads?x=1", 422],
    ["/api/leads/export", 200],
    ["/api/search", 413, { method: "POST", headers: large, body: "{}" }],
    ["/api/search", 405],
    ["/%", 400],
    ["//evil.example", 400],
    [`/${"a".repeat(9_000)}`, 414],
    ["/api/search", 405, { method: "TRACE" }],
  ];
  for (const [path, status, options] of answers) {
    const name = `${options?.method ?? "GET"} ${path.slice(0, 60)}`;
    const answer = await rawRequest(url, path, options);
    expect(answer.status, name).toBe(status);
    expectGuarded(answer, name);
  }
  expect((await rawRequest(url, asset)).headers.get("cache-control")).toContain("immutable");
  expect((await rawRequest(url, "/api/leads")).headers.get("cache-control")).toBe("no-store");
});

test("a page has its own nonce each time, and nothing inline without it", async () => {
  const pages = [await fetch(`${url}/suche`), await fetch(`${url}/suche`)];
  const nonces = pages.map(
    ({ headers }) => /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
  for (const [index, page] of pages.entries()) {
    const scripts = [...(await page.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonces[index]}"`);
  }
});

test("an error that nobody foresaw is answered without the inside of the program", async () => {
  const { server: broken } = await openOwnApp();
  const id = await startSearch(broken.url, { query: "Fernwärme", region: "Berlin" });
  await waitForJob(broken.url, id);
  const sqlite = new SqliteDatabase(broken.databasePath);
  sqlite.exec("DROP TABLE job_results; ALTER TABLE leads RENAME TO lost");
  sqlite.close();
  for (const path of [
    `/api/jobs/${id}/results`,
    ...["", "/export", "/x"].map((end) => `/api/leads${end}`),
  ]) {
    const { detail } = await readProblem(await fetch(broken.url + path), 500);
    expect(detail).not.toMatch(/sql|table|lost/i);
  }
  await readProblem(await fetch(`${broken.url}/healthz`), 503);
  for (const path of [`/ergebnisse/${id}`, "/leadspeicher", `/ergebnisse/${id}/verlauf.data`]) {
    const response = await fetch(broken.url + path);
    expect(response.status, path).toBe(500);
    const text = await response.text();
    expect(text, path).not.toMatch(INNARDS);
    expect(text, path).not.toMatch(/no such table|sqlite/i);
  }
  // The log has what the answer leaves out.
  expect(broken.output()).toContain("no such table");
});

test.each<[string, string, RequestInit]>([
  [
    "a program",
    "/api/ai-search",
    {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ description: "Maler in Bayern", mode: "custom" }),
    },
  ],
  [
    "a person",
    "/suche",
    { body: new URLSearchParams({ intent: "suggest", description: "Maler", mode: "custom" }) },
  ],
])("%s that leaves while the model is asked is no error of the program", async (_, path, init) => {
  const logged = app.server.output().length;
  const held = await holdProvider(app.providers.origin, { provider: "openai" });
  const controller = new AbortController();
  const { signal } = controller;
  const left = expect(
    fetch(`${url}${path}`, { method: "POST", signal, ...init }),
  ).rejects.toThrow();
  await held.waitForCall();
  controller.abort();
  await left;
  // The server has seen it and is done with it by then.
  await delay(500);
  expect(app.server.output().slice(logged)).not.toMatch(/"level":[45]0/);
});

test("the build has the routes that its folder has", async () => {
  const paths = (await buildRoutes()).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["/suche", "/leadspeicher/:leadId", "/api/*"]));
});
