import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { type Answer, callTo, failureOf, reply, startRawServer } from "~tests/raw-server";
import { ProviderError } from "../provider-error";
import { callProvider, downloadBytes } from "./call-provider.server";

/** Makes waits between tries negligible. */
const FAST = { retrySpeed: 10_000 };

describe("a good answer", () => {
  it("is parsed by the schema, after one complete request", async () => {
    const server = await startRawServer(reply(200, { ok: true, more: 1 }));
    expect(await callProvider(callTo(`${server.url}/v1/x`), FAST)).toEqual({ ok: true });
    expect(server.requests).toHaveLength(1);
    const [request = ""] = server.requests;
    expect(request).toMatch(/^POST \/v1\/x HTTP\/1\.1\r\n/);
    expect(request.toLowerCase()).toContain("authorization: key-4711\r\n");
    expect(request.toLowerCase()).toContain("accept: application/json\r\n");
    expect(request.toLowerCase()).toContain("content-type: application/json\r\n");
    expect(request).toMatch(/\r\n\r\n\{"frage":"Müller"\}$/);
  });

  it("needs no request body", async () => {
    const server = await startRawServer(reply(200, { ok: true }));
    await callProvider(callTo(server.url, { method: "GET", body: undefined }), FAST);
    expect(server.requests[0]).toMatch(/^GET \/ HTTP/);
    expect(server.requests[0]?.toLowerCase()).not.toContain("content-type");
  });

  it("may be as large as the limit", async () => {
    const text = JSON.stringify({ ok: true });
    const server = await startRawServer(reply(200, text));
    const call = callTo(server.url, { maxBytes: text.length });
    expect(await callProvider(call, FAST)).toEqual({ ok: true });
  });
});

it("comes through the proxy that is set, whose names this server need not know", async () => {
  const server = await startRawServer(reply(200, { ok: true }));
  const { port } = new URL(server.url);
  const targets: (string | undefined)[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    targets.push(request.url);
    const target = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(target).pipe(socket);
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void proxy.close());
  const address = z.object({ port: z.number() }).parse(proxy.address());
  const settings = { ...FAST, proxyUrl: `http://127.0.0.1:${address.port}` };
  const call = callTo("http://dienst.invalid/v1");
  expect(await callProvider(call, settings)).toEqual({ ok: true });
  expect(targets).toEqual(["dienst.invalid:80"]);
});

const START = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Broken answers, each with its error kind and message. */
const SPOILT: [name: string, answer: Answer, kind: string, words: string][] = [
  ["text", reply(200, "Bitte\n später"), "malformed", "Bitte später"],
  ["another form", reply(200, { ok: "ja" }), "malformed", "unerwartetes Feld ok"],
  ["a list", reply(200, "[]"), "malformed", "unerwartetes Feld (Wurzel)"],
  [
    "too long a body",
    reply(200, "x".repeat(10_001)),
    "malformed",
    "Antwort größer als 10000 Bytes",
  ],
  [
    "chunks that end early",
    (socket) => socket.end(`${START}transfer-encoding: chunked\r\n\r\n6\r\n{"ok":\r\n`),
    "network",
    "",
  ],
  ["what is no HTTP", (socket) => socket.end("220 smtp ready\r\n"), "network", ""],
  ["an unknown refusal", reply(418, "<h1>Nein</h1>"), "bad_request", "Nein"],
];

describe("a broken answer", () => {
  // tests/system/provider-cells.test.ts has the faults of every service.
  it.each(SPOILT)("is classified: %s", async (_, answer, kind, words) => {
    const server = await startRawServer(answer);
    const error = await failureOf(callProvider(callTo(server.url, { tries: 1 }), FAST));
    expect(error).toMatchObject({ kind, providerText: words, provider: "Anbieter" });
    await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
  });

  it("never names the address or the key", async () => {
    const call = callTo("http://127.0.0.1:1/?key=key-4711", { tries: 1 });
    const { kind, message } = await failureOf(callProvider(call, FAST));
    expect([kind, message]).toEqual([
      "network",
      "Anbieter ist nicht erreichbar. Hat der Server Internet?",
    ]);
  });

  it.each([
    ["in the provider's words", { error: "key key-4711 is <b>wrong</b>" }, "key ••• is wrong"],
    ["in an HTML page", "<title>no key-4711</title>", "no •••"],
    ["in plain text", "no key-4711", "no •••"],
    ["where its words end", `${"x".repeat(294)} key-4711`, `${"x".repeat(294)} •••`],
  ])("hides the key %s", async (_, body, words) => {
    const server = await startRawServer(reply(401, body));
    const error = await failureOf(callProvider(callTo(server.url), FAST));
    expect(error.providerText).toBe(words);
  });
});

describe("a redirect", () => {
  it.each([301, 307])("with %i is not followed", async (status) => {
    const elsewhere = await startRawServer(reply(200, { ok: true }));
    const server = await startRawServer(reply(status, "", { location: elsewhere.url }));
    const error = await failureOf(callProvider(callTo(server.url), FAST));
    expect(error).toMatchObject({ kind: "malformed", status });
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });
});

describe("the time limit", () => {
  it("ends a slow body", async () => {
    const server = await startRawServer((socket) => {
      socket.write(`${START}content-length: 9000\r\n\r\n`);
      const timer = setInterval(() => socket.write(" "), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const call = callTo(server.url, { timeoutMs: 60, tries: 2 });
    const error = await failureOf(callProvider(call, FAST));
    expect(error).toMatchObject({ kind: "timeout", providerText: "keine Antwort in 1 Sekunden" });
    expect(server.requests).toHaveLength(2);
    await vi.waitFor(() => expect(server.closed).toBe(2), { timeout: 10_000 });
  });
});

describe("an abort", () => {
  it("ends a running call and makes no other", async () => {
    const server = await startRawServer(() => {});
    const controller = new AbortController();
    const call = callProvider(callTo(server.url, { signal: controller.signal }), FAST);
    const outcome = expect(call).rejects.not.toBeInstanceOf(ProviderError);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 });
    controller.abort("cancelled");
    await outcome;
    await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["the provider's", { "retry-after": "50" }],
    ["its own", {}],
  ])("ends %s wait before the next try", async (_, headers) => {
    const server = await startRawServer(reply(503, "", headers));
    const controller = new AbortController();
    // The full wait takes seconds, so the test does not sit through it.
    const call = callProvider(callTo(server.url, { signal: controller.signal }), {
      retrySpeed: 0.01,
    });
    const outcome = expect(call).rejects.not.toBeInstanceOf(ProviderError);
    await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
    await delay(20);
    controller.abort("shutdown");
    await outcome;
    expect(server.requests).toHaveLength(1);
  });
});

it("a download returns the bytes unchanged", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n");
    socket.end(Buffer.from([0xef, 0xbb, 0xbf, 0xfc, 0x00]));
  });
  const bytes = await downloadBytes(
    callTo(`${server.url}/a.csv?x=1`, { method: "GET", headers: { accept: "text/csv" } }),
    FAST,
  );
  expect([...bytes]).toEqual([0xef, 0xbb, 0xbf, 0xfc, 0x00]);
  const [request = ""] = server.requests;
  expect(request).toMatch(/^GET \/a\.csv\?x=1 HTTP\/1\.1\r\n/);
  expect(request).toMatch(/\r\naccept: text\/csv\r\n/i);
});
