import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { completion, KEY, modelAt, question, refusal } from "~tests/openai";
import { type Answer, bodyOf, failureOf, reply, startRawServer } from "~tests/raw-server";
import { Deadline } from "./deadline";

const { signal } = new AbortController();
const GOOD = completion({ content: '{"passt":true,"score":4}', refusal: null });
const unhandled = vi.fn();

beforeEach(() => {
  process.on("unhandledRejection", unhandled);
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

describe("a question", () => {
  it("holds model, messages, strict schema and limit, and nothing that models refuse", async () => {
    const { server, model } = await modelAt([GOOD]);
    await model.complete(question(), signal);
    expect(server.requests[0]).toMatch(/^POST \/v1\/chat\/completions HTTP/);
    expect(bodyOf(server.requests[0])).toEqual({
      model: "gpt-6-luna",
      messages: question().messages,
      response_format: {
        type: "json_schema",
        json_schema: { name: "lead_bewertung", strict: true, schema: question().jsonSchema },
      },
      max_completion_tokens: 800,
    });
  });

  it("sends the key but nothing about this machine, and is not logged, despite the package's variables", async () => {
    vi.stubEnv("OPENAI_ORG_ID", "org-fremd");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-fremd: ja");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/fremd");
    vi.stubEnv("OPENAI_LOG", "debug");
    const written = (["debug", "info", "log", "warn", "error"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    );
    const { server, model } = await modelAt([GOOD]);
    await model.complete(question(), signal);
    for (const spy of written) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(server.requests[0]).toMatch(new RegExp(`\r\nauthorization: Bearer ${KEY}\r\n`, "i"));
    expect(server.requests[0]).not.toMatch(/fremd|stainless|user-agent/i);
  });
});

const WHOLE = { refusal: null, finish: "stop", promptTokens: 212, completionTokens: 48 };

it.each<[string, Answer, object]>([
  ["with its tokens", GOOD, { ...WHOLE, text: '{"passt":true,"score":4}' }],
  [
    "in parts, after reasoning",
    completion({ content: [{ type: "thinking" }, { type: "text", text: "{}" }] }),
    { ...WHOLE, text: "{}" },
  ],
  [
    "that refuses, without key and markup",
    completion({ content: null, refusal: `<b>No</b> to ${KEY}` }),
    { ...WHOLE, text: null, refusal: "No to •••" },
  ],
  [
    "that was cut off",
    completion({ content: '{"passt":' }, {}, "length"),
    { ...WHOLE, text: '{"passt":', finish: "length" },
  ],
  [
    "that was held back",
    completion({ content: "" }, {}, "content_filter"),
    { ...WHOLE, text: "", finish: "content_filter" },
  ],
  [
    "of a service that counts no tokens and names no end",
    completion({ content: "{}" }, { usage: undefined }, null),
    { ...WHOLE, text: "{}", promptTokens: null, completionTokens: null },
  ],
  [
    "whose counts make no sense, beside an empty error",
    completion({ content: "{}" }, { usage: { prompt_tokens: -1 }, error: null }),
    { ...WHOLE, text: "{}", promptTokens: null, completionTokens: null },
  ],
])("an answer comes %s, after one call", async (_, answer, expected) => {
  const { server, model } = await modelAt([answer]);
  expect(await model.complete(question(), signal)).toEqual(expected);
  expect(server.requests).toHaveLength(1);
});

it("a failure names the model, but no part of the key", async () => {
  const { model } = await modelAt([
    refusal(404, { message: `model not found with ${KEY.slice(-4)}` }),
  ]);
  const error = await failureOf(model.complete(question(), signal));
  expect(error.message).toBe(
    "OpenAI: Das Modell „gpt-6-luna“ gibt es dort nicht, bitte OPENAI_MODEL prüfen (404): model not found with •••",
  );
});

it("a redirect does not receive the key", async () => {
  const elsewhere = await startRawServer(GOOD);
  const { server, model } = await modelAt([reply(307, "", { location: elsewhere.url })]);
  const error = await failureOf(model.complete(question(), signal));
  expect(error).toMatchObject({ kind: "malformed", status: 307 });
  expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
});

const slowDown = (seconds: string) =>
  refusal(429, { message: "Slow down.", code: "slow" }, { "retry-after": seconds });

describe("the time of a task", () => {
  /** A question of a task with this total time. */
  const inTime = (limitMs: number) =>
    question({ deadline: new Deadline(limitMs, { countsQueue: false }) });

  it("ends a call without another try", async () => {
    const { server, model } = await modelAt([() => {}]);
    const error = await failureOf(model.complete(inTime(500), signal));
    expect(error).toMatchObject({ kind: "timeout", providerText: "keine Antwort in 1 Sekunden" });
    expect(server.requests).toHaveLength(1);
    await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
  });

  it("ends with the service's earlier error", async () => {
    const { server, model } = await modelAt([reply(503, "<title>Wartung</title>"), () => {}]);
    const error = await failureOf(model.complete(inTime(700), signal));
    expect(error.message).toBe("OpenAI: Der Dienst ist gestört (503): Wartung");
    expect(server.requests).toHaveLength(2);
  });

  it("is not spent on a wait that exceeds it", async () => {
    const { server, model } = await modelAt([slowDown("30"), GOOD], "", 1);
    const start = performance.now();
    const error = await failureOf(model.complete(inTime(20_000), signal));
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 30_000 });
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(server.requests).toHaveLength(1);
  });

  it("allows the wait that the service asks for", async () => {
    const { server, model } = await modelAt([slowDown("30"), GOOD], "", 100);
    const start = performance.now();
    await model.complete(question(), signal);
    expect(performance.now() - start).toBeGreaterThan(290);
    expect(server.requests).toHaveLength(2);
  });
});

it("a signal ends the call with its reason and prevents further calls", async () => {
  const { server, model } = await modelAt([() => {}]);
  const controller = new AbortController();
  const outcome = expect(model.complete(question(), controller.signal)).rejects.toBe("cancelled");
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 });
  controller.abort("cancelled");
  await outcome;
  await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
  const late = model.complete(question(), controller.signal);
  await expect(late).rejects.toBe("cancelled");
  expect(server.requests).toHaveLength(1);
});
