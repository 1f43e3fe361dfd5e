import SqliteDatabase from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { INNARDS, readProblem } from "../support/api-answers";
import { startSearch, waitForJob } from "../support/api-client";
import { readHtml } from "../support/page-text";
import { type RawAnswer, rawRequest } from "../support/server-run";
import { openOwnApp, openTestApp } from "../support/test-app";

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

test("every kind of answer carries the protective heads", async () => {
  const [asset = ""] = /\/build\/[\w./-]+\.js/.exec(await readHtml(`${url}/suche`)) ?? [];
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
