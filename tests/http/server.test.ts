import { once } from "node:events";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import SqliteDatabase from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { INNARDS, readProblem } from "../support/api-answers";
import { holdProvider, postJson, startSearch, waitForJob } from "../support/api-client";
import { readHtml } from "../support/page-text";
import { type RawAnswer, rawRequest } from "../support/server-run";
import { AUTHORIZATION } from "../support/signed-fetch";
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
    const page = await response.text();
    expect(page, path).not.toMatch(INNARDS);
    expect(page, path).not.toMatch(/no such table|sqlite/i);
  }
  // The log has what the answer leaves out.
  expect(broken.output()).toContain("no such table");
});

interface Packed {
  encoding: string | undefined;
  vary: string;
  headers: Map<string, unknown>;
  /** Unpacked. */
  body: Readable;
  /** As it came over the line, in bytes. */
  length(): number;
}

/** Asks as a browser does: `fetch` would hide how an answer was packed. */
async function ask(path: string, headers: Record<string, string>): Promise<Packed> {
  const outgoing = request(url + path, {
    headers: { authorization: AUTHORIZATION, ...headers },
    agent: false,
  });
  outgoing.end();
  const [response] = await once(outgoing, "response");
  let length = 0;
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
  });
  const encoding = response.headers["content-encoding"];
  const unpack = { gzip: createGunzip, br: createBrotliDecompress }[String(encoding)];
  return {
    encoding,
    vary: response.headers.vary ?? "",
    headers: new Map(Object.entries(response.headers)),
    body: unpack === undefined ? response : response.pipe(unpack()),
    length: () => length,
  };
}

const textOf = ({ body }: Pick<Packed, "body">) => text(body);

const ASSET = /\/build\/root-\w+\.js/;
const LIST = "/leadspeicher";

test.each([
  ["a document", async () => LIST, "</html>"],
  ["an answer of the API", async () => "/api/leads", '"companyName"'],
  ["a script", async () => ASSET.exec(await textOf(await ask(LIST, {})))?.[0] ?? "", "import"],
])("packs %s for whoever takes it packed", async (_name, pathOf, content) => {
  const path = await pathOf();
  const plain = await ask(path, {});
  expect(plain.encoding).toBeUndefined();
  expect(await textOf(plain)).toContain(content);
  for (const encoding of ["gzip", "br"]) {
    const packed = await ask(path, { "accept-encoding": encoding });
    expect(packed.encoding).toBe(encoding);
    expect(packed.vary).toMatch(/accept-encoding/i);
    expect(await textOf(packed)).toContain(content);
    expect(packed.length()).toBeLessThan(plain.length() / 2);
  }
});

test("sends a script as the build has packed it, to be kept for ever", async () => {
  const path = ASSET.exec(await textOf(await ask(LIST, {})))?.[0] ?? "";
  const { headers, encoding, length, body } = await ask(path, { "accept-encoding": "br, gzip" });
  await textOf({ body });
  expect(encoding).toBe("br");
  expect(length()).toBe((await stat(`public${path}.br`)).size);
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("content-type")).toMatch(/^text\/javascript/);
});

test("leaves a workbook as it is, which is packed by itself", async () => {
  const answer = await ask("/api/leads/export", { "accept-encoding": "gzip" });
  expect(answer.encoding).toBeUndefined();
  expect((await textOf(answer)).slice(0, 2)).toBe("PK");
});

test.each([
  ["another site", "cross-site", undefined],
  ["a page of its own", "same-origin", "gzip"],
])("asked by %s, packs or not", async (_name, site, encoding) => {
  const headers = { "accept-encoding": "gzip", "sec-fetch-site": site };
  const answer = await ask(LIST, headers);
  expect(answer.encoding).toBe(encoding);
  expect(await textOf(answer)).toContain("</html>");
});

test("tells a page that follows a job its state at once, packed, and ends when it has another", async () => {
  const { origin } = app.providers;
  const places = await holdProvider(origin, { provider: "google-places" });
  const emails = await holdProvider(origin, { provider: "anymailfinder" });
  const search = { query: "Klempner", region: "Hessen", count: 5, enrich: true };
  const started = await postJson(`${url}/api/jobs/maps-enrich`, search);
  const { jobId: id } = await started.json();
  const follow = () => ask(`/ergebnisse/${id}/verlauf.data`, { "accept-encoding": "gzip, br" });
  await places.waitForCall();
  const first = await follow();
  expect(first.encoding).toBe("br");
  const parts = first.body[Symbol.asyncIterator]();
  expect(String((await parts.next()).value)).toContain('"searching"');
  await places.release();
  while (!(await parts.next()).done);
  await emails.waitForCall();
  const second = (await follow()).body[Symbol.asyncIterator]();
  expect(String((await second.next()).value)).toContain('"emails"');
  await emails.release();
  while (!(await second.next()).done);
  await waitForJob(url, id);
});
