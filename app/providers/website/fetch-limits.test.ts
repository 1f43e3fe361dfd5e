import { connect, Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, startRawServer } from "~tests/raw-server";
import { asIf, PUBLIC } from "~tests/website/fake-internet";
import { head } from "~tests/website/packed-bodies";
import { createSiteFetcher, type SiteFetcher, type SiteFetcherOptions } from "./fetch-site.server";

const never = new AbortController().signal;
/** No other limit than the one that is tried ends a test. */
const LONG = { connectTimeoutMs: 600_000, headersTimeoutMs: 600_000, timeoutMs: 600_000 };
const ADDRESS = "http://public.test/";

function fetcherWith(options: SiteFetcherOptions): SiteFetcher {
  const fetcher = createSiteFetcher({
    testNames: true,
    resolve: async () => [PUBLIC],
    ...LONG,
    ...options,
  });
  onTestFinished(() => fetcher.close());
  return fetcher;
}

async function fetcherFor(answer: Answer, options: SiteFetcherOptions): Promise<SiteFetcher> {
  const server = await startRawServer(answer);
  const port = Number(new URL(server.url).port);
  const open = (address: string) => asIf(address, connect(port, "127.0.0.1"));
  return fetcherWith({ open, ...options });
}

/** A connection that neither comes about nor fails. */
const hanging = (address: string) => asIf(address, new Socket());

describe("a call", () => {
  it.each<[string, (options: SiteFetcherOptions) => Promise<SiteFetcher>]>([
    ["is connecting", async (options) => fetcherWith({ open: hanging, ...options })],
    ["waits for an answer", (options) => fetcherFor(() => {}, options)],
    ["reads an answer", (options) => fetcherFor((socket) => void socket.write(head()), options)],
  ])("ends with its caller and with its limit while it %s", async (_, create) => {
    const leave = new AbortController();
    const reason = new Error("left");
    setTimeout(() => leave.abort(reason), 100);
    await expect((await create({})).fetchDocument(ADDRESS, leave.signal)).rejects.toBe(reason);
    const limited = await create({ timeoutMs: 100 });
    await expect(limited.fetchDocument(ADDRESS, never)).rejects.toMatchObject({
      reason: "timeout",
    });
  });

  it("does not begin when its caller has left already", async () => {
    const opened: string[] = [];
    const open = (address: string) => {
      opened.push(address);
      return hanging(address);
    };
    const reason = new Error("left");
    const call = fetcherWith({ open }).fetchDocument(ADDRESS, AbortSignal.abort(reason));
    await expect(call).rejects.toBe(reason);
    expect(opened).toEqual([]);
  });

  it.each<[string, Answer]>([
    ["headers that do not come", (socket) => void socket.write("HTTP/1.1 200 OK\r\n")],
    ["a body that does not come", (socket) => void socket.write(`${head()}x`)],
  ])("gives up %s, long before its own limit", async (_, answer) => {
    const fetcher = await fetcherFor(answer, { headersTimeoutMs: 200 });
    await expect(fetcher.fetchDocument(ADDRESS, never)).rejects.toMatchObject({
      reason: "timeout",
    });
  });
});
