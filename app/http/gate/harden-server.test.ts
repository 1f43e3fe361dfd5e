import { afterEach, describe, expect, it } from "vitest";
import { DATA, plainHandler, startGated, stopServers, until } from "~tests/http/gated-server";
import { get, IN_PIECES, json } from "~tests/http/raw-requests";

afterEach(stopServers);

describe("the hardened server", () => {
  it("closes a connection that is slow with its head", async () => {
    const { server, send } = await startGated(plainHandler);
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = server;
    expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([15_000, 300_000, 65_000]);
    expect([maxConnections, server.maxHeadersCount]).toEqual([1_000, 100]);
    server.headersTimeout = 100;
    const { status, ended } = await send("GET /seite HTTP/1.1\r\nHost: ");
    expect([status, ended]).toEqual([408, true]);
  });

  it("answers a broken request behind a good one on the same connection", async () => {
    const { open } = await startGated(plainHandler);
    const { socket, state } = open(get("/seite", { Connection: "keep-alive" }));
    await until(() => state.text.endsWith(DATA));
    socket.write("GET /M\u00fcller HTTP/1.1\r\n\r\n");
    await until(() => state.ended);
    expect(state.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(state.text).toContain("prozentkodiert");
  });

  it("answers what it does not know how to meet, and with the headers of every answer", async () => {
    const { send } = await startGated(plainHandler);
    for (const [request, status] of [
      ["GET /seite HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n", 417],
      ["CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 405],
    ] as const) {
      const answer = await send(request);
      expect([answer.status, answer.ended], request).toEqual([status, true]);
      expect(answer.text).toContain("X-Content-Type-Options: nosniff");
      expect(answer.text).toContain("Cache-Control: no-store");
    }
  });

  it("does not put a second answer into one that has begun", async () => {
    const { open } = await startGated(plainHandler);
    const { socket, state } = open(json(IN_PIECES, "1\r\n{\r\n", "/api/early"));
    await until(() => state.text.includes(DATA));
    socket.write("no size\r\n");
    await until(() => state.ended);
    expect(state.ended).toBe(true);
    expect(state.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });
});
