import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { completion, KEY, modelAt, question, refusal } from "~tests/openai";
import { type Answer, failureOf, reply, startRawServer } from "~tests/raw-server";
import { Deadline } from "./deadline";
import { openai } from "./openai.server";

const signal = new AbortController().signal;
const unhandled = vi.fn();

beforeEach(() => {
  unhandled.mockClear();
  process.on("unhandledRejection", unhandled);
});

afterEach(() => {
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

const QUOTA = {
  message: "You exceeded your current quota, please check your plan and billing details.",
  type: "insufficient_quota",
  code: "insufficient_quota",
};

/** A question of a task that has so much time in all. */
function inTime(limitMs: number) {
  return question({ deadline: new Deadline(limitMs, { countsQueue: false }) });
}

/** In which sentence each failure is told, and after how many tries. */
const FAILURES: [name: string, answer: Answer, tries: number, message: string][] = [
  [
    "a parameter that the model does not take",
    refusal(400, {
      message: "Unsupported parameter: 'max_tokens' is not supported with this model.",
      param: "max_tokens",
      code: "unsupported_parameter",
    }),
    1,
    "OpenAI: Die Anfrage wurde abgelehnt (400): Unsupported parameter: 'max_tokens' is not supported with this model.",
  ],
  [
    "a closed country",
    refusal(403, {
      message: "Country, region, or territory not supported",
      code: "unsupported_country_region_territory",
    }),
    1,
    "OpenAI: Der Zugang ist für diesen Dienst nicht freigeschaltet (403): Country, region, or territory not supported",
  ],
  [
    "a model that is not there",
    refusal(404, {
      message: "The model `gpt-6-luna` does not exist or you do not have access to it.",
      code: "model_not_found",
    }),
    1,
    "OpenAI: Das Modell „gpt-6-luna“ gibt es dort nicht, bitte OPENAI_MODEL prüfen (404): The model `gpt-6-luna` does not exist or you do not have access to it.",
  ],
  [
    "a model that Groq has taken away",
    refusal(400, {
      message: "The model `llama` has been decommissioned and is no longer supported.",
      code: "model_decommissioned",
    }),
    1,
    "OpenAI: Das Modell „gpt-6-luna“ gibt es dort nicht, bitte OPENAI_MODEL prüfen (400): The model `llama` has been decommissioned and is no longer supported.",
  ],
  [
    "a model that Ollama has not pulled",
    refusal(404, {
      message: 'model "gpt-6-luna" not found, try pulling it first',
      type: "api_error",
    }),
    1,
    'OpenAI: Das Modell „gpt-6-luna“ gibt es dort nicht, bitte OPENAI_MODEL prüfen (404): model "gpt-6-luna" not found, try pulling it first',
  ],
  [
    "the same in a bare text",
    reply(404, { error: "model 'gpt-6-luna' not found" }),
    1,
    "OpenAI: Das Modell „gpt-6-luna“ gibt es dort nicht, bitte OPENAI_MODEL prüfen (404): model 'gpt-6-luna' not found",
  ],
  [
    "a model that OpenRouter does not have",
    refusal(400, { message: "gpt-6-luna is not a valid model ID", code: 400 }),
    1,
    "OpenAI: Das Modell „gpt-6-luna“ gibt es dort nicht, bitte OPENAI_MODEL prüfen (400): gpt-6-luna is not a valid model ID",
  ],
  [
    "an address that is not there",
    refusal(404, { message: "Invalid URL (POST /v2/chat/completions)" }),
    1,
    "OpenAI: Der Zugang ist für diesen Dienst nicht freigeschaltet (404): Invalid URL (POST /v2/chat/completions)",
  ],
  [
    "a reason of the service behind, in JSON",
    refusal(403, {
      message: "Provider returned error",
      code: 403,
      metadata: { raw: '{"error":{"message":"Country not supported","type":"x"}}' },
    }),
    1,
    "OpenAI: Der Zugang ist für diesen Dienst nicht freigeschaltet (403): Provider returned error: Country not supported",
  ],
  [
    "a reason of the service behind, in words",
    refusal(429, {
      message: "Provider returned error",
      code: 429,
      metadata: { raw: "m is temporarily rate-limited upstream." },
    }),
    3,
    "OpenAI: Zu viele Anfragen in kurzer Zeit (429): Provider returned error: m is temporarily rate-limited upstream.",
  ],
  [
    "a used-up quota",
    refusal(429, QUOTA),
    1,
    `OpenAI: Guthaben aufgebraucht (429): ${QUOTA.message}`,
  ],
  [
    "a spending limit, whose type alone says it",
    refusal(429, { ...QUOTA, message: "Project limit reached.", code: "spend_limit" }),
    1,
    "OpenAI: Guthaben aufgebraucht (429): Project limit reached.",
  ],
  [
    "too many calls",
    refusal(429, { message: "Rate limit reached", code: "rate_limit_exceeded" }),
    3,
    "OpenAI: Zu viele Anfragen in kurzer Zeit (429): Rate limit reached",
  ],
  [
    "a fault of the service",
    refusal(500, { message: "The server had an error", type: "server_error" }),
    3,
    "OpenAI: Der Dienst ist gestört (500): The server had an error",
  ],
  [
    "a fault that is called a time-out",
    reply(504, "<title>504 Gateway Timeout: upstream timed out</title>"),
    3,
    "OpenAI: Der Dienst ist gestört (504): 504 Gateway Timeout: upstream timed out",
  ],
  [
    "an empty purse at a compatible service",
    refusal(402, { message: "Insufficient credits", code: 402 }),
    1,
    "OpenAI: Guthaben aufgebraucht (402): Insufficient credits",
  ],
  [
    "an empty purse in a good answer's place",
    reply(200, { error: { message: "Insufficient credits", code: 402 } }),
    1,
    "OpenAI: Guthaben aufgebraucht (402): Insufficient credits",
  ],
  [
    "a model of others that failed, in a good answer's place",
    reply(200, { error: { message: "Provider returned error", code: 502, metadata: {} } }),
    1,
    "OpenAI: Der Dienst ist gestört (502): Provider returned error",
  ],
  [
    "a bare text in a good answer's place",
    reply(200, { error: "model is loading" }),
    1,
    "OpenAI: Der Dienst ist gestört (502): model is loading",
  ],
  [
    "an answer without an answer",
    completion({ content: "{}" }, { choices: [] }),
    1,
    "OpenAI: Die Antwort des Dienstes ist nicht lesbar: keine Antwort im erwarteten Format",
  ],
  [
    "another form",
    reply(200, { response: "Guten Tag" }),
    1,
    "OpenAI: Die Antwort des Dienstes ist nicht lesbar: keine Antwort im erwarteten Format",
  ],
  [
    "a page in the place of the API",
    reply(200, "<title>Anmelden</title>", { "content-type": "text/html" }),
    3,
    "OpenAI: Die Antwort des Dienstes ist nicht lesbar (200): Anmelden",
  ],
  [
    "a list",
    reply(200, "[]"),
    3,
    "OpenAI: Die Antwort des Dienstes ist nicht lesbar (200): unerwartetes Feld (Wurzel)",
  ],
  [
    "too much",
    reply(200, `{"a":"${"x".repeat(1_000_000)}"}`),
    3,
    "OpenAI: Die Antwort des Dienstes ist nicht lesbar: Antwort größer als 1000000 Bytes",
  ],
  [
    "a connection that is cut",
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"choices":'),
    3,
    "OpenAI: Der Dienst ist gerade nicht erreichbar, bitte die Verbindung des Servers prüfen",
  ],
];

describe("a failure", () => {
  it.each(FAILURES)("is told apart: %s", async (_, answer, tries, message) => {
    const { server, model } = await modelAt([answer]);
    const error = await failureOf(model.complete(question(), signal));
    expect(error.message).toBe(message);
    expect(server.requests).toHaveLength(tries);
  });

  it("is one where nobody listens", async () => {
    const access = { apiKey: KEY, baseUrl: "http://127.0.0.1:1" };
    const gone = openai(access, { retrySpeed: 10_000 }, { model: "m" });
    const error = await failureOf(gone.complete(question(), signal));
    expect(error.message).toBe("OpenAI ist nicht erreichbar. Hat der Server Internet?");
  });

  it("is one where no answer comes in time, which no other try follows", async () => {
    const { server, model } = await modelAt([() => {}]);
    const start = performance.now();
    const error = await failureOf(model.complete(inTime(500), signal));
    expect(error).toMatchObject({ kind: "timeout", providerText: "keine Antwort in 1 Sekunden" });
    expect(performance.now() - start).toBeLessThan(1_400);
    expect(server.requests).toHaveLength(1);
    await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
  });

  it("tells what the service said before the time was up", async () => {
    const { server, model } = await modelAt([reply(503, "<title>Wartung</title>"), () => {}]);
    const error = await failureOf(model.complete(inTime(700), signal));
    expect(error.message).toBe("OpenAI: Der Dienst ist gestört (503): Wartung");
    expect(server.requests).toHaveLength(2);
  });
});

describe("a wrong key", () => {
  it.each([
    `Incorrect API key provided: ${KEY}. See your account.`,
    "Incorrect API key provided: sk-proj-********************************6789. See your account.",
    "Incorrect API key provided: sk-proj-4711...6789. See your account.",
    "Incorrect API key provided: sk-proj-4711…uvwxyz6789. See your account.",
    "Incorrect API key provided: ****************6789. See your account.",
    "Incorrect API key provided: team-key-4711abc. See your account.",
    "Incorrect API key provided: 6789. See your account.",
  ])("is not shown, neither whole nor in part: %s", async (message) => {
    const { server, model } = await modelAt([refusal(401, { message, code: "invalid_api_key" })]);
    const error = await failureOf(model.complete(question(), signal));
    expect(error.message).toBe(
      "OpenAI: Der Zugangsschlüssel wird nicht angenommen (401): Incorrect API key provided: •••. See your account.",
    );
    expect(server.requests).toHaveLength(1);
  });

  it("does not travel along a redirect", async () => {
    const elsewhere = await startRawServer(completion({ content: "{}" }));
    const { server, model } = await modelAt([reply(307, "", { location: elsewhere.url })]);
    const error = await failureOf(model.complete(question(), signal));
    expect(error).toMatchObject({ kind: "malformed", status: 307 });
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });
});

function slowDown(seconds: string): Answer {
  const error = { message: "Slow down.", code: "rate_limit_exceeded" };
  return refusal(429, error, { "retry-after": seconds });
}

describe("waiting", () => {
  it("is as long as the service asks for", async () => {
    const { server, model } = await modelAt(
      [slowDown("30"), completion({ content: "{}" })],
      "",
      100,
    );
    const start = performance.now();
    await model.complete(question(), signal);
    expect(performance.now() - start).toBeGreaterThan(290);
    expect(server.requests).toHaveLength(2);
  });

  it("is not begun where the task has less time than the service asks for", async () => {
    const { server, model } = await modelAt([slowDown("30"), completion({ content: "{}" })], "", 1);
    const start = performance.now();
    const error = await failureOf(model.complete(inTime(20_000), signal));
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 30_000 });
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(server.requests).toHaveLength(1);
  });

  it("is left to others where the service asks for too long", async () => {
    const { server, model } = await modelAt([slowDown("3600")]);
    const error = await failureOf(model.complete(question(), signal));
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 3_600_000 });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a signal", () => {
  it("ends the call with its own reason, and no other is made", async () => {
    const { server, model } = await modelAt([() => {}]);
    const controller = new AbortController();
    const call = model.complete(question(), controller.signal);
    const outcome = expect(call).rejects.toBe("cancelled");
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 });
    controller.abort("cancelled");
    await outcome;
    await vi.waitFor(() => expect(server.closed).toBe(1), { timeout: 10_000 });
    expect(server.requests).toHaveLength(1);
  });

  it("given before the call lets none be made", async () => {
    const { server, model } = await modelAt([completion({ content: "{}" })]);
    await expect(model.complete(question(), AbortSignal.abort("cancelled"))).rejects.toBe(
      "cancelled",
    );
    expect(server.requests).toEqual([]);
  });
});
