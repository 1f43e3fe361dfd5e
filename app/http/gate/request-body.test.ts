import { setTimeout as wait } from "node:timers/promises";
import express, { type RequestHandler } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { DATA, plainHandler, startGated, stopServers, until } from "~tests/http/gated-server";
import { form, IN_PIECES, json, PARTS, pieces, upload } from "~tests/http/raw-requests";

afterEach(stopServers);

describe("the size of a body", () => {
  it.each<{ way: string; reader: RequestHandler }>([
    {
      way: "iterating",
      reader: (req, _res, next) => {
        const read = async () => {
          for await (const _chunk of req);
        };
        read().then(() => next(), next);
      },
    },
    { way: "reading on demand", reader: (req) => req.on("readable", () => req.read()) },
    { way: "express.json", reader: express.json({ limit: "1gb" }) },
    { way: "not reading", reader: () => {} },
  ])("is counted also when the handler is $way", async ({ reader }) => {
    const { send, log } = await startGated(() => reader);
    expect((await send(json(IN_PIECES, pieces("1".repeat(9_000))))).status).toBe(413);
    expect(log.map((entry) => entry.reason)).toEqual(["tooLarge"]);
  });

  it("cuts the line when the answer has begun before the body grew too large", async () => {
    const { open, bodyErrors, changes } = await startGated(plainHandler);
    const { socket, state } = open(json(IN_PIECES, "1\r\n{\r\n", "/api/early"));
    await until(() => state.text.includes(DATA));
    socket.write(`7d0\r\n${"1".repeat(2_000)}\r\n`);
    await until(() => state.ended);
    expect(state.text).toMatch(/^HTTP\/1\.1 200 /);
    expect(state.text).not.toMatch(/HTTP\/1\.1 413|\r\n0\r\n\r\n$/);
    await until(() => bodyErrors.length > 0);
    expect([bodyErrors.length, changes]).toEqual([1, []]);
  });
});

describe("the time of a body", () => {
  const limits = { bodyMilliseconds: 150 };

  it.each([
    { about: "JSON", bytes: json({ "Content-Length": "10" }) },
    { about: "a form", bytes: form({ "Content-Length": "10" }) },
    { about: "JSON in pieces", bytes: json(IN_PIECES, "1\r\n{\r\n") },
  ])("is up for $about that stops in its middle", async ({ bytes }) => {
    const { send, bodyErrors, changes, log } = await startGated(plainHandler, { limits });
    const { status, ended } = await send(bytes);
    expect([status, ended]).toEqual([408, true]);
    await until(() => bodyErrors.length > 0);
    expect([bodyErrors.length, changes]).toEqual([1, []]);
    expect(log.map((entry) => entry.reason)).toEqual(["tooSlow"]);
  });

  it("cuts the line when the answer has begun", async () => {
    const { send, bodyErrors, changes } = await startGated(plainHandler, { limits });
    const { text, ended } = await send(json(IN_PIECES, "1\r\n{\r\n", "/api/early"));
    expect([text.match(/HTTP\/1\.1 \d+/g), ended]).toEqual([["HTTP/1.1 200"], true]);
    expect(text.endsWith("\r\n0\r\n\r\n")).toBe(false);
    await until(() => bodyErrors.length > 0);
    expect([bodyErrors.length, changes]).toEqual([1, []]);
  });

  it("closes a connection that is kept open by a body nobody waits for", async () => {
    const { send, log } = await startGated(() => (_req, res) => void res.send(DATA), { limits });
    const slow = json({ Connection: "keep-alive", "Content-Length": "10" });
    const { status, ended } = await send(slow);
    expect([status, ended, log]).toEqual([200, true, []]);
  });

  it("is longer for an upload", async () => {
    const { open, changes } = await startGated(plainHandler, { limits });
    const { socket, state } = open(upload().slice(0, -5));
    await wait(300);
    expect(state.text).toBe("");
    socket.write(PARTS.slice(-5));
    await until(() => state.ended);
    expect(state.text).toMatch(/^HTTP\/1\.1 200 /);
    expect(changes).toEqual([`POST /api/jobs/csv-enrich ${PARTS.length}`]);
  });

  it("does not count the time that the answer takes", async () => {
    const { send, log } = await startGated(
      () => (_req, res) => void setTimeout(() => res.send(DATA), 300),
      { limits },
    );
    expect((await send(json())).status).toBe(200);
    expect(log).toEqual([]);
  });
});

describe("a body that is left half-read", () => {
  const limits = { jsonBytes: 1_000_000 };
  const leaving = (): RequestHandler => (req, res) => {
    req.once("data", () => {
      req.pause();
      res.send(DATA);
    });
  };
  const answers = (text: string) => text.split(DATA).length - 1;

  it("does not hold up the next request of its connection", async () => {
    const { open } = await startGated(leaving, { limits });
    const big = json({ Connection: "keep-alive" }, "1".repeat(300_000));
    const { state } = open(`${big}${json({}, "1")}`);
    await until(() => answers(state.text) === 2);
    expect(answers(state.text)).toBe(2);
  });

  it("ends its connection when the rest does not come", async () => {
    const { send } = await startGated(leaving, { limits });
    const { status, ended } = await send(json({ "Content-Length": "300000" }, "1".repeat(100_000)));
    expect([status, ended]).toEqual([200, true]);
  });
});
