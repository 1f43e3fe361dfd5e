import { afterEach, describe, expect, it } from "vitest";
import { DATA, plainHandler, startGated, stopServers } from "~tests/http/gated-server";
import { get } from "~tests/http/raw-requests";

afterEach(stopServers);

describe("the last error handler", () => {
  it("answers thrown errors with an id and without their text", async () => {
    const { send, log } = await startGated(plainHandler);
    const { status, text } = await send(get("/broken"));
    expect(status).toBe(500);
    expect(text).not.toMatch(/secret|srv| at \//);
    expect(text).toContain(`Vorgangsnummer ${log[0]?.requestId}`);
    expect(log[0]).toMatchObject({ status: 500, reason: "failed", error: expect.any(Error) });
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
