import { beforeEach, describe, expect, it, vi } from "vitest";
import { callProvider } from "~/providers/fetch/call-provider.server";
import type { ProviderErrorKind } from "~/providers/provider-error";
import { callTo, failureOf, reply, startRawServer } from "~tests/raw-server";

/** The waits that a provider asked for, in milliseconds; none of them is sat through. */
const waits = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", async (original) => ({
  ...(await original<typeof import("node:timers/promises")>()),
  setTimeout: async (milliseconds: number) => {
    waits.push(milliseconds);
  },
}));
beforeEach(() => {
  waits.length = 0;
});

const FAST = { retrySpeed: 1_000 };

// provider-cells.test.ts has the usual ones.
describe("a refusal", () => {
  it.each<[number, ProviderErrorKind, number]>([
    [408, "timeout", 3],
    [422, "bad_request", 1],
    [502, "upstream", 3],
    [504, "upstream", 3],
  ])("with %i means %s and is asked for %i times", async (status, kind, times) => {
    const server = await startRawServer(reply(status, { error: "words" }));
    const error = await failureOf(callProvider(callTo(server.url), FAST));
    expect(error).toMatchObject({ kind, status, providerText: "words" });
    expect(server.requests).toHaveLength(times);
  });

  it("means what the provider's own reading says, also for whether it is tried again", async () => {
    const server = await startRawServer(reply(429, { error: "quota for today" }));
    const classify = (status: number, body: unknown): ProviderErrorKind | null =>
      status === 429 && JSON.stringify(body).includes("today") ? "no_credit" : null;
    const error = await failureOf(callProvider(callTo(server.url, { classify }), FAST));
    expect(error.kind).toBe("no_credit");
    expect(server.requests).toHaveLength(1);
  });

  it("is forgotten when a later try is answered", async () => {
    const server = await startRawServer(
      reply(503),
      (socket) => void socket.resetAndDestroy(),
      reply(200, { ok: true }),
    );
    expect(await callProvider(callTo(server.url), FAST)).toEqual({ ok: true });
    expect(server.requests).toHaveLength(3);
  });
});

describe("the wait that a provider asks for", () => {
  it("is kept before the next try, divided by the speed of tests", async () => {
    const server = await startRawServer(
      reply(429, "", { "retry-after": "7" }),
      reply(503, "", { "retry-after": "60" }),
      reply(200, { ok: true }),
    );
    await callProvider(callTo(server.url), FAST);
    expect(waits).toEqual([7, 60]);
  });

  it.each(["0", "-5", "bald", "Thu, 01 Jan 1970 00:00:00 GMT", "1.5"])(
    "of %j is none",
    async (text) => {
      const server = await startRawServer(
        reply(429, "", { "retry-after": text }),
        reply(200, { ok: true }),
      );
      await callProvider(callTo(server.url), FAST);
      expect(waits).toEqual([]);
      expect(server.requests).toHaveLength(2);
    },
  );

  it.each(["61", "999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "of %s is too long, so the call fails at once and says so",
    async (text) => {
      const server = await startRawServer(reply(429, "", { "retry-after": text }));
      const error = await failureOf(callProvider(callTo(server.url), FAST));
      expect(error.retryAfterMs).toBeGreaterThan(60_000);
      expect(waits).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );
});
