import { describe, expect, it } from "vitest";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { checkVayneKey } from "./vayne.server";

const KEY = "vayne-test-key";
const FAST = { retrySpeed: 10_000 };
const signal = new AbortController().signal;
const CREDITS = { credit_available: 1840 };
const session = (state: string) => ({ linkedin_authentication: state, has_cookie: true });

describe("the test of a key", () => {
  async function check(...answers: Answer[]) {
    const server = await startRawServer(...answers);
    const result = await checkVayneKey({ apiKey: KEY, baseUrl: server.url }, FAST, signal);
    return { server, result };
  }

  it("says the credit that is left", async () => {
    const { result } = await check(reply(200, CREDITS), reply(200, session("active")));
    expect(result).toEqual({
      ok: true,
      message: "Der Schlüssel funktioniert. Guthaben: 1.840 Profile.",
      credits: 1840,
    });
  });

  it("fails while the account is not connected, and says where to connect it", async () => {
    const { result } = await check(reply(200, CREDITS), reply(200, session("expired")));
    expect(result).toMatchObject({ ok: false, credits: 1840 });
    expect(result.message).toMatch(/^Der Schlüssel wird angenommen\. .*https:\/\/www\.vayne\.io/);
  });

  it("fails in the service's own words, after one call", async () => {
    const { server, result } = await check(
      reply(401, { error: "Unauthorized", details: `token ${KEY} is unknown` }),
    );
    expect(result).toEqual({
      ok: false,
      message:
        "Vayne: Der Zugangsschlüssel wird nicht angenommen (401): Unauthorized: token ••• is unknown",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("does not wait for a service that is down", async () => {
    const { server, result } = await check(reply(503, "down"));
    expect(result.ok).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});
