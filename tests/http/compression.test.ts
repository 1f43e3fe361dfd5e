import { once } from "node:events";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { runJob } from "../support/api-answers";
import { holdProvider, postJson, waitForJob } from "../support/api-client";
import { AUTHORIZATION } from "../support/signed-fetch";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();

beforeAll(async () => {
  const search = { query: "Elektriker", region: "Sachsen", count: 60, enrich: false };
  await runJob(app, "/api/jobs/maps-enrich", search);
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
  const outgoing = request(app.server.url + path, {
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
  const started = await postJson(`${app.server.url}/api/jobs/maps-enrich`, search);
  const { jobId } = await started.json();
  const follow = () => ask(`/ergebnisse/${jobId}/verlauf.data`, { "accept-encoding": "gzip, br" });
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
  await waitForJob(app.server.url, jobId);
});
