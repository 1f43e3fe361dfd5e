import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { DATA, plainHandler, startGated, stopServers, until } from "~tests/http/gated-server";
import { EVIL, form, get, json } from "~tests/http/raw-requests";

afterEach(stopServers);

describe("a refusal", () => {
  it.each([
    { status: 413, bytes: json({}, "1".repeat(20_000_000)) },
    { status: 403, bytes: form(EVIL, "1".repeat(20_000_000)) },
  ])(
    "shows $status to a client that reads only when it has sent all",
    async ({ status, bytes }) => {
      // A busy machine needs time to send this much.
      const limits = { drainMilliseconds: 10_000 };
      const { open } = await startGated(plainHandler, { limits });
      const { socket, state } = open(bytes);
      socket.pause();
      await until(() => socket.bytesWritten > bytes.length && socket.writableLength === 0);
      await wait(50);
      socket.resume();
      await until(() => state.ended);
      expect(state.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  it("is a problem document for the API and a German page for pages", async () => {
    const { send } = await startGated(plainHandler);
    const api = (await send(json(EVIL))).text;
    expect(api).toContain("Content-Type: application/problem+json");
    expect(JSON.parse(api.slice(api.indexOf("\r\n\r\n")))).toEqual({
      type: "about:blank",
      title: "Nicht erlaubt",
      status: 403,
      detail: expect.stringContaining("Seite neu laden"),
    });
    const health = (await send(get("/healthz", { Host: "evil.example" }))).text;
    expect(health).toContain("Content-Type: application/problem+json");
    const page = (await send(get("/seite", { Host: "evil.example" }))).text;
    expect(page).toContain("Content-Type: text/html; charset=utf-8");
    expect(page).toContain('<html lang="de">');
    expect(page).toContain("APP_ORIGIN");
    expect(page).not.toMatch(/<script|<style|style=/);
  });
});

describe("the last error handler", () => {
  it("answers thrown errors with an id and without their text", async () => {
    const { send, log } = await startGated(plainHandler);
    const { status, text } = await send(get("/broken"));
    expect(status).toBe(500);
    expect(text).not.toMatch(/secret|srv| at \//);
    expect(text).toContain(`Vorgangsnummer ${log[0]?.requestId}`);
    expect(log[0]).toMatchObject({ status: 500, reason: "failed", err: expect.any(Error) });
  });

  it("keeps the status of an error that is the client's", async () => {
    const { send } = await startGated(
      () => (_req, _res, next) => next(Object.assign(new Error("x"), { status: 416 })),
    );
    const { status, text } = await send(get("/api/x"));
    expect(status).toBe(416);
    expect(text).toContain("application/problem+json");
  });

  it("does not let half an answer look like a whole one", async () => {
    const { send, log } = await startGated(() => (_req, res, next) => {
      res.write(DATA);
      setTimeout(next, 20, new Error("x"));
    });
    const { text, ended } = await send(get("/seite"));
    expect([text.includes(DATA), text.endsWith("0\r\n\r\n"), ended]).toEqual([true, false, true]);
    expect(log.map((entry) => entry.reason)).toEqual(["failed"]);
  });
});

it.each([
  ["GET /ä HTTP/1.1\r\nHost: {own}\r\n\r\n", 400, "nicht lesbar"],
  [`GET / HTTP/1.1\r\nCookie: ${"a".repeat(20_000)}\r\n\r\n`, 431, "Die Cookies dieser Seite"],
])("a request that can't be read is told so in German", async (bytes, status, sentence) => {
  const { send } = await startGated(plainHandler);
  const answer = await send(bytes);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(sentence);
});
