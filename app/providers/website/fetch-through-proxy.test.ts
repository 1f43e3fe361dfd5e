import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startRawServer } from "~tests/raw-server";
import { PUBLIC, startFakeInternet } from "~tests/website/fake-internet";
import { createSiteFetcher } from "./fetch-site.server";
import type { Resolve } from "./guarded-agent.server";

interface FakeProxy {
  url: string;
  /** The first line of every request, as `method target`. */
  heard: string[];
}

/** A proxy that answers every request itself and opens no tunnel. Closed when the test is over. */
async function startFakeProxy(): Promise<FakeProxy> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const { host, searchParams } = new URL(request.url ?? "");
    const to = searchParams.get("to");
    if (request.headers.host !== host) response.writeHead(400).end();
    else if (to !== null) response.writeHead(302, { location: to }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<p>Hinter dem Proxy");
  });
  server.on("connect", (request, socket) => {
    heard.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard };
}

const { signal } = new AbortController();
const NAMES = {
  "firma.de": [[PUBLIC]],
  "andere.de": [[PUBLIC]],
  "innen.de": [["10.0.0.1"]],
  "gemischt.de": [[PUBLIC, "127.0.0.1"]],
};

async function fetchThroughProxy(address: string, otherResolve?: Resolve) {
  const proxy = await startFakeProxy();
  const { parts, attempts } = await startFakeInternet(NAMES);
  const resolve = otherResolve ?? parts.resolve;
  const fetcher = createSiteFetcher({ ...parts, resolve, proxyUrl: proxy.url });
  const outcome = await fetcher.fetchDocument(address, signal).catch((error: unknown) => error);
  await fetcher.close();
  // Nothing goes around the proxy.
  expect(attempts).toEqual([]);
  return { outcome, heard: proxy.heard };
}

describe("with a proxy", () => {
  it("a public name goes to it", async () => {
    const { outcome, heard } = await fetchThroughProxy("http://firma.de/impressum?a=1");
    expect(outcome).toMatchObject({
      status: 200,
      bytes: new Uint8Array(Buffer.from("<p>Hinter dem Proxy")),
    });
    expect(heard).toEqual(["GET http://firma.de/impressum?a=1"]);
  });

  it("each request has its own host", async () => {
    for (const name of ["firma.de", "andere.de"]) {
      const { outcome } = await fetchThroughProxy(`http://${name}/`);
      expect(outcome).toMatchObject({ status: 200 });
    }
  });

  it("an unresolved name is not looked up for each page", async () => {
    const proxy = await startFakeProxy();
    const asked: string[] = [];
    const resolve: Resolve = async (host) => {
      asked.push(host);
      if (host === "innen.de") return ["10.0.0.1"];
      throw new Error("no such name");
    };
    const fetcher = createSiteFetcher({ resolve, proxyUrl: proxy.url });
    onTestFinished(() => fetcher.close());
    for (const path of ["", "impressum", "leistungen"]) {
      await fetcher.fetchDocument(`http://firma.de/${path}`, signal);
    }
    expect(asked).toEqual(["firma.de"]);
    // A name that resolves is looked up each time, since it may change.
    for (let time = 0; time < 2; time += 1) {
      const call = fetcher.fetchDocument("http://innen.de/", signal);
      await expect(call).rejects.toMatchObject({ reason: "not_public" });
    }
    expect(asked).toEqual(["firma.de", "innen.de", "innen.de"]);
    expect(proxy.heard).toHaveLength(3);
  });

  it("a reserved name is not looked up", async () => {
    const resolve = async () => ["10.0.0.1"];
    const { outcome } = await fetchThroughProxy("http://firma.example/", resolve);
    expect(outcome).toMatchObject({ status: 200 });
  });

  it("a name goes to it even if the name server is silent", async () => {
    const silent = () => new Promise<string[]>(() => {});
    const { outcome } = await fetchThroughProxy("http://firma.de/", silent);
    expect(outcome).toMatchObject({ status: 200 });
  });

  it("a secure page goes through a tunnel", async () => {
    const { outcome, heard } = await fetchThroughProxy("https://firma.de/");
    expect(outcome).toMatchObject({ reason: "unreachable" });
    expect(heard).toEqual(["CONNECT firma.de:443"]);
  });

  it("a tunnel that never opens ends before the whole call's limit", async () => {
    const silent = await startRawServer(() => {});
    const { parts } = await startFakeInternet(NAMES);
    const fetcher = createSiteFetcher({
      ...parts,
      proxyUrl: silent.url,
      connectTimeoutMs: 200,
      timeoutMs: 600_000,
    });
    onTestFinished(() => fetcher.close());
    const call = fetcher.fetchDocument("https://firma.de/", signal);
    await expect(call).rejects.toMatchObject({ reason: "timeout" });
    expect(silent.requests).toHaveLength(1);
  });

  it.each([
    ["http://innen.de/", "not_public"],
    ["http://gemischt.de/", "not_public"],
    ["http://127.0.0.1/", "ip_literal"],
    ["http://firma.de:3128/", "port"],
    ["http://nirgends.test/", "local_name"],
  ])("it never receives %s", async (address, refusal) => {
    const { outcome, heard } = await fetchThroughProxy(address);
    expect(outcome).toMatchObject({ reason: refusal });
    expect(heard).toEqual([]);
  });

  it.each([
    ["http://innen.de/", "not_public"],
    ["http://10.0.0.1/", "ip_literal"],
  ])("it receives no redirect to %s", async (target, refusal) => {
    const address = `http://firma.de/?to=${encodeURIComponent(target)}`;
    const { outcome, heard } = await fetchThroughProxy(address);
    expect(outcome).toMatchObject({ reason: refusal });
    expect(heard).toEqual([`GET ${address}`]);
  });
});
