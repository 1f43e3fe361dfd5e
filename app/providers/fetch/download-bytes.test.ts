import { describe, expect, it } from "vitest";
import { callTo, failureOf, reply, startRawServer } from "~tests/raw-server";
import { downloadBytes, type ProviderRequest } from "./call-provider.server";

const FAST = { retrySpeed: 10_000 };

function downloadFrom(url: string, fields: Partial<ProviderRequest> = {}): ProviderRequest {
  const { body: _, ...call } = callTo(url);
  return { ...call, method: "GET", headers: { accept: "text/csv" }, ...fields };
}

describe("a download", () => {
  it("answers the bytes as they came, whatever they are", async () => {
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n");
      socket.end(Buffer.from([0xef, 0xbb, 0xbf, 0xfc, 0x00]));
    });
    const bytes = await downloadBytes(downloadFrom(`${server.url}/a.csv?x=1`), FAST);
    expect([...bytes]).toEqual([0xef, 0xbb, 0xbf, 0xfc, 0x00]);
    const [request = ""] = server.requests;
    expect(request).toMatch(/^GET \/a\.csv\?x=1 HTTP\/1\.1\r\n/);
    expect(request).toMatch(/\r\naccept: text\/csv\r\n/i);
  });

  it("may be empty", async () => {
    const server = await startRawServer(reply(200, ""));
    expect((await downloadBytes(downloadFrom(server.url), FAST)).byteLength).toBe(0);
  });

  it("ends at the limit", async () => {
    const server = await startRawServer(reply(200, "x".repeat(101)));
    const error = await failureOf(
      downloadBytes(downloadFrom(server.url, { maxBytes: 100, tries: 1 }), FAST),
    );
    expect(error).toMatchObject({
      kind: "malformed",
      providerText: "Antwort größer als 100 Bytes",
    });
  });

  it("is tried again after a fault that passes", async () => {
    const server = await startRawServer(reply(503, "busy"), reply(200, "a,b"));
    const bytes = await downloadBytes(downloadFrom(server.url), FAST);
    expect(Buffer.from(bytes).toString()).toBe("a,b");
    expect(server.requests).toHaveLength(2);
  });

  it("fails in the words of the place it is fetched from, without the secret", async () => {
    const server = await startRawServer(
      reply(403, "<Error><Message>Request has expired: key-4711</Message></Error>"),
    );
    const error = await failureOf(downloadBytes(downloadFrom(server.url), FAST));
    expect(error).toMatchObject({ status: 403, providerText: "Request has expired: •••" });
    expect(server.requests).toHaveLength(1);
  });

  it("follows no redirect", async () => {
    const elsewhere = await startRawServer(reply(200, "secret"));
    const server = await startRawServer(reply(302, "", { location: elsewhere.url }));
    const error = await failureOf(downloadBytes(downloadFrom(server.url), FAST));
    expect(error.status).toBe(302);
    expect(elsewhere.requests).toEqual([]);
  });
});
