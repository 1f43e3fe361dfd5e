import express, { type RequestHandler } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { DATA, plainHandler, startGated, stopServers, until } from "~tests/http/gated-server";
import { IN_PIECES, json, pieces } from "~tests/http/raw-requests";

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
