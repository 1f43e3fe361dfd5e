import { afterEach, describe, expect, it, vi } from "vitest";
import { completion, KEY, modelAt, question } from "~tests/openai";
import { type Answer, bodyOf, reply } from "~tests/raw-server";

const signal = new AbortController().signal;
const GOOD = completion({ content: '{"passt":true,"score":4}', refusal: null });

/** The names of a request's headers. */
function headersOf(request: string | undefined): string[] {
  const lines = request?.slice(0, request.indexOf("\r\n\r\n")).split("\r\n").slice(1) ?? [];
  return lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase()).toSorted();
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a question", () => {
  it.each([
    ["", "/v1/chat/completions"],
    ["/", "/v1/chat/completions"],
    ["/v1", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["/api/v1", "/api/v1/chat/completions"],
    ["/openai/v1", "/openai/v1/chat/completions"],
    ["/eigen", "/eigen/chat/completions"],
  ])("behind the base path „%s“ is asked at %s", async (path, address) => {
    const { server, model } = await modelAt([GOOD], path);
    await model.complete(question(), signal);
    expect(server.requests[0]?.startsWith(`POST ${address} HTTP/1.1\r\n`)).toBe(true);
  });

  it("holds the model, the messages, the strict form and the limit, and nothing that models refuse", async () => {
    const { server, model } = await modelAt([GOOD]);
    await model.complete(question(), signal);
    expect(bodyOf(server.requests[0])).toEqual({
      model: "gpt-6-luna",
      messages: question().messages,
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "lead_bewertung",
          strict: true,
          schema: {
            $schema: "http://json-schema.org/draft-07/schema#",
            type: "object",
            properties: {
              passt: { type: "boolean" },
              score: { type: "integer", minimum: 1, maximum: 5 },
            },
            required: ["passt", "score"],
            additionalProperties: false,
          },
        },
      },
      max_completion_tokens: 800,
    });
  });

  it("tells the service the key and nothing about this machine, whatever the package's own variables say", async () => {
    vi.stubEnv("OPENAI_ORG_ID", "org-fremd");
    vi.stubEnv("OPENAI_PROJECT_ID", "proj-fremd");
    vi.stubEnv("OPENAI_ADMIN_KEY", "sk-admin-fremd");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-fremd: ja");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/fremd");
    const { server, model } = await modelAt([GOOD]);
    await model.complete(question(), signal);
    const [request] = server.requests;
    expect(request).toMatch(new RegExp(`\r\nauthorization: Bearer ${KEY}\r\n`, "i"));
    expect(request).not.toContain("fremd");
    expect(headersOf(request)).toEqual([
      "accept",
      "authorization",
      "connection",
      "content-length",
      "content-type",
      "host",
      "user-agent",
    ]);
  });

  it("is not written to the log, not even where the package is told to", async () => {
    vi.stubEnv("OPENAI_LOG", "debug");
    const written = (["debug", "info", "log", "warn", "error"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    );
    const { model } = await modelAt([GOOD]);
    await model.complete(question(), signal);
    for (const spy of written) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

const WHOLE = { refusal: null, finish: "stop", promptTokens: 212, completionTokens: 48 };

describe("an answer", () => {
  it.each<[string, Answer, object]>([
    ["with its tokens", GOOD, { ...WHOLE, text: '{"passt":true,"score":4}' }],
    [
      "in a code fence, as it was written",
      completion({ content: '```json\n{"passt":true}\n```' }),
      { ...WHOLE, text: '```json\n{"passt":true}\n```' },
    ],
    [
      "in parts, behind thoughts",
      completion({
        content: [
          { type: "thinking", thinking: [] },
          { type: "text", text: "{}" },
        ],
      }),
      { ...WHOLE, text: "{}" },
    ],
    [
      "that refuses",
      completion({ content: null, refusal: "I can't help with that." }),
      { ...WHOLE, text: null, refusal: "I can't help with that." },
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
      "whose counts make no sense",
      completion({ content: "{}" }, { usage: { prompt_tokens: -1, completion_tokens: "viele" } }),
      { ...WHOLE, text: "{}", promptTokens: null, completionTokens: null },
    ],
    [
      "beside an empty error",
      completion({ content: "{}" }, { error: null }),
      { ...WHOLE, text: "{}" },
    ],
  ])("comes %s, after one call", async (_, answer, expected) => {
    const { server, model } = await modelAt([answer]);
    expect(await model.complete(question(), signal)).toEqual(expected);
    expect(server.requests).toHaveLength(1);
  });

  it("that refuses shows no key and no markup", async () => {
    const words = `<b>No</b> to ${KEY}`;
    const { model } = await modelAt([completion({ content: null, refusal: words })]);
    const { refusal } = await model.complete(question(), signal);
    expect(refusal).toBe("No to •••");
  });

  it("comes after tries that failed", async () => {
    const { server, model } = await modelAt([
      reply(503, "<title>Service Unavailable</title>"),
      (socket) => socket.destroy(),
      GOOD,
    ]);
    expect((await model.complete(question(), signal)).finish).toBe("stop");
    expect(server.requests).toHaveLength(3);
  });
});
