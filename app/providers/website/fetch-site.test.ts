import { connect, Socket } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, startRawServer } from "~tests/raw-server";
import { asIf, PUBLIC, startFakeInternet } from "~tests/website/fake-internet";
import { createSiteFetcher, type SiteFetcher, type SiteFetcherOptions } from "./fetch-site.server";
import { SiteError, type SiteErrorReason } from "./site-error";

const MEGABYTES = Buffer.alloc(60_000_000);

/** Bodies that are small on the wire and 60 MB afterwards. */
const BOMBS: Record<string, () => Buffer> = {
  gzip: () => gzipSync(MEGABYTES),
  br: () => brotliCompressSync(MEGABYTES, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
};

const LINES = "content-type: text/html\r\nconnection: close\r\n";

/** The head of an answer, with a length if given. */
function head(lines: string[] = [], length?: number): string {
  const more = lines.map((line) => `${line}\r\n`).join("");
  const size = length === undefined ? "" : `content-length: ${length}\r\n`;
  return `HTTP/1.1 200 OK\r\n${LINES}${more}${size}\r\n`;
}

const never = new AbortController().signal;
/** A twentieth of the product's limits. */
const SHORT = { connectTimeoutMs: 500, headersTimeoutMs: 250, timeoutMs: 1_000 };

function fetcherWith(options: SiteFetcherOptions): SiteFetcher {
  const fetcher = createSiteFetcher({ testNames: true, resolve: async () => [PUBLIC], ...options });
  onTestFinished(() => fetcher.close());
  return fetcher;
}

/** A fetcher with a single server that sends raw bytes. */
async function fetcherFor(answer: Answer, options: SiteFetcherOptions) {
  const server = await startRawServer(answer);
  const port = Number(new URL(server.url).port);
  const open = (address: string) => asIf(address, connect(port, "127.0.0.1"));
  return { server, fetcher: fetcherWith({ open, ...options }) };
}

async function fetchFrom(answer: Answer, options: SiteFetcherOptions = {}) {
  const { server, fetcher } = await fetcherFor(answer, { ...SHORT, ...options });
  return { page: await fetcher.fetchDocument("http://public.test/", never), server };
}

function textOf({ bytes }: { bytes: Uint8Array }): string {
  return Buffer.from(bytes).toString();
}

async function reasonOf(answer: (socket: Socket) => void, options?: SiteFetcherOptions) {
  try {
    await fetchFrom(answer, options);
    return "the page was fetched";
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    expect(error.message).toMatch(/^[A-ZÄÖÜ][^<>]+\.$/);
    return error.reason;
  }
}

/** Repeats a chunk until the client disconnects. */
function endless(start: string, text: string, everyMs: number) {
  return (socket: Socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(text), everyMs);
    socket.once("close", () => clearInterval(timer));
  };
}

describe("a page", () => {
  it("has its bytes and final address", async () => {
    const { page, server } = await fetchFrom((socket) => {
      socket.end(`${head()}<p>Grüße`);
    });
    expect(page).toEqual({
      url: "http://public.test/",
      status: 200,
      contentType: "text/html",
      charset: "",
      bytes: new Uint8Array(Buffer.from("<p>Grüße")),
    });
    const [request = ""] = server.requests;
    expect(request).toMatch(/^GET \/ HTTP\/1\.1\r\nhost: public\.test\r\n/i);
    expect(request).toMatch(/\r\nuser-agent: Leadspeicher\/1\.0 /i);
    expect(request).not.toMatch(/cookie|referer/i);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("is unpacked from %s", async (encoding, pack) => {
    const body = pack(Buffer.from("<p>Grüße"));
    const { page } = await fetchFrom((socket) => {
      socket.write(head([`content-encoding: ${encoding}`], body.length));
      socket.end(body);
    });
    expect(textOf(page)).toBe("<p>Grüße");
  });

  it("that failed has only its status", async () => {
    const { page } = await fetchFrom((socket) => {
      socket.end(
        "HTTP/1.1 404 Not Found\r\ncontent-type: image/png\r\nconnection: close\r\n\r\nxx",
      );
    });
    expect(page).toMatchObject({ status: 404, bytes: new Uint8Array() });
  });

  it.each([
    ["a charset", ['content-type: text/html; Charset = "ISO-8859-15"'], "ISO-8859-15"],
    ["two types", ["content-type: text/html", "content-type: text/plain; charset=x"], ""],
  ])("has the type of the first header line with one: %s", async (_, lines, charset) => {
    const { page } = await fetchFrom((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\nconnection: close\r\n\r\nx`);
    });
    expect(page).toMatchObject({ contentType: "text/html", charset });
  });

  it.each([
    ["204 No Content", ""],
    ["200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\ncontent-length: 0\r\n"],
  ])("may be empty: %s %j", async (status, lines) => {
    const { page } = await fetchFrom((socket) => {
      socket.end(`HTTP/1.1 ${status}\r\n${lines}connection: close\r\n\r\n`);
    });
    expect(page.bytes).toHaveLength(0);
  });

  it("may be as large as the limit and no larger", async () => {
    const answer = (length: number) => (socket: Socket) => {
      socket.end(`${head()}${"x".repeat(length)}`);
    };
    const options = { maxBytes: 1_000 };
    expect((await fetchFrom(answer(1_000), options)).page.bytes).toHaveLength(1_000);
    expect(await reasonOf(answer(1_001), options)).toBe("too_large");
  });
});

describe("an endless or oversized answer", () => {
  it.each(Object.keys(BOMBS))("is cut off: a bomb in %s", async (encoding) => {
    const body = BOMBS[encoding]?.() ?? Buffer.alloc(0);
    const before = process.memoryUsage().rss;
    const reason = await reasonOf((socket) => {
      socket.write(head([`content-encoding: ${encoding}`], body.length));
      socket.end(body);
    });
    expect(reason).toBe("too_large");
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  const manyHeaders = `${"x: y\r\n".repeat(2_000)}`;
  it.each<[string, SiteErrorReason, (socket: Socket) => void]>([
    ["no answer", "timeout", () => {}],
    ["headers that drip", "timeout", endless("HTTP/1.1 200 OK\r\n", "x: y\r\n", 50)],
    ["endless headers", "unreadable", endless("HTTP/1.1 200 OK\r\n", manyHeaders, 1)],
    ["endless interim answers", "unreachable", endless("", "HTTP/1.1 100 Continue\r\n\r\n", 5)],
    ["a body that drips", "timeout", endless(head(), "x", 50)],
    ["an endless body", "too_large", endless(head(), "x".repeat(100_000), 1)],
    ["a length that is too large", "too_large", (socket) => void socket.write(head([], 1_500_001))],
    ["a body shorter than its length", "unreadable", (socket) => socket.end(`${head([], 9)}x`)],
    ["no http", "unreadable", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n")],
    ["nothing at all", "unreachable", (socket) => socket.destroy()],
    [
      "a picture",
      "content_type",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\nx"),
    ],
    [
      "an unknown encoding",
      "encoding",
      (socket) => socket.end(head(["content-encoding: zstd"], 0)),
    ],
    [
      "a packed body that is none",
      "unreadable",
      (socket) => socket.end(`${head(["content-encoding: gzip"], 5)}plain`),
    ],
    [
      "half a packed body",
      "unreadable",
      (socket) => {
        socket.write(head(["content-encoding: gzip"]));
        socket.end(gzipSync(Buffer.from("x".repeat(9_000))).subarray(0, 30));
      },
    ],
  ])("%s", async (_, reason, answer) => {
    expect(await reasonOf(answer)).toBe(reason);
  });

  it("a body of empty blocks is limited by its packed size", async () => {
    const empty = deflateSync(Buffer.alloc(0)).subarray(0, 2);
    // A stored block without content, which unpacks to nothing.
    const block = Buffer.from([0, 0, 0, 0xff, 0xff]);
    const blocks = Buffer.concat(Array<Buffer>(40_000).fill(block));
    const reason = await reasonOf((socket) => {
      socket.write(head(["content-encoding: deflate"]));
      socket.write(empty);
      for (let round = 0; round < 10; round += 1) socket.write(blocks);
    });
    expect(reason).toBe("too_large");
  });
});

describe("a redirect", () => {
  it("is followed without cookies or referrer", async () => {
    const { parts, requests, headers } = await startFakeInternet(
      { "public.test": [[PUBLIC]], "www.public.test": [[PUBLIC]] },
      (request, response) => {
        if (request.headers.host === "www.public.test") {
          response.writeHead(200, { "content-type": "text/plain" }).end("da");
          return;
        }
        const location = "http://www.public.test/über uns#mitte";
        response.writeHead(301, {
          location: Buffer.from(location).toString("latin1"),
          "set-cookie": "spur=1",
        });
        response.end();
      },
    );
    const fetcher = createSiteFetcher({ ...parts, testNames: true });
    const page = await fetcher.fetchDocument("http://public.test/", never);
    await fetcher.close();
    expect(page).toMatchObject({ contentType: "text/plain", status: 200 });
    expect(textOf(page)).toBe("da");
    expect(page.url).toBe("http://www.public.test/%C3%BCber%20uns#mitte");
    expect(requests).toEqual(["GET public.test /", "GET www.public.test /%C3%BCber%20uns"]);
    for (const sent of headers) {
      expect(Object.keys(sent)).not.toContain("cookie");
      expect(Object.keys(sent)).not.toContain("referer");
    }
  });
});

/** So long that only the tested limit ends a test. */
const LONG = { connectTimeoutMs: 600_000, headersTimeoutMs: 600_000, timeoutMs: 600_000 };
const ADDRESS = "http://public.test/";

/** A connection that neither succeeds nor fails. */
const hanging = (address: string) => asIf(address, new Socket());

it("a connection that takes too long is a timeout", async () => {
  const fetcher = await fetcherWith({ open: hanging, connectTimeoutMs: 50 });
  const fetching = fetcher.fetchDocument("http://firma.de/", AbortSignal.timeout(5_000));
  await expect(fetching).rejects.toMatchObject({ reason: "timeout" });
});

describe("a call", () => {
  it.each<[string, (options: SiteFetcherOptions) => Promise<SiteFetcher>]>([
    ["is connecting", async (options) => fetcherWith({ open: hanging, ...options })],
    ["waits for an answer", async (options) => (await fetcherFor(() => {}, options)).fetcher],
    [
      "reads an answer",
      async (options) => (await fetcherFor((socket) => void socket.write(head()), options)).fetcher,
    ],
  ])("ends with its caller and with its limit while it %s", async (_, create) => {
    const leave = new AbortController();
    const reason = new Error("left");
    setTimeout(() => leave.abort(reason), 100);
    await expect((await create(LONG)).fetchDocument(ADDRESS, leave.signal)).rejects.toBe(reason);
    const limited = await create({ ...LONG, timeoutMs: 100 });
    await expect(limited.fetchDocument(ADDRESS, never)).rejects.toMatchObject({
      reason: "timeout",
    });
  });

  it.each<[string, Answer]>([
    ["headers that do not come", (socket) => void socket.write("HTTP/1.1 200 OK\r\n")],
    ["a body that does not come", (socket) => void socket.write(`${head()}x`)],
  ])("gives up %s, long before its own limit", async (_, answer) => {
    const { fetcher } = await fetcherFor(answer, { ...LONG, headersTimeoutMs: 200 });
    await expect(fetcher.fetchDocument(ADDRESS, never)).rejects.toMatchObject({
      reason: "timeout",
    });
  });
});
