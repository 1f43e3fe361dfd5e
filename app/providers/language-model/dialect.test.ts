import { describe, expect, it } from "vitest";
import { completion, modelAt, question, refusal } from "~tests/openai";
import { type Answer, bodyOf, reply } from "~tests/raw-server";
import { CURRENT, type Dialect, olderDialect } from "./dialect";

const message = (text: string) => JSON.stringify({ error: { message: text, code: 400 } });
const SCHEMA = "'response_format' of type 'json_schema' is not supported with this model.";
const LIMIT = "Unrecognized request argument supplied: max_completion_tokens";
const { signal } = new AbortController();

describe("an older dialect is used", () => {
  it.each<[number, string, Dialect]>([
    [400, message(SCHEMA), { ...CURRENT, format: "json_object" }],
    [422, "", { ...CURRENT, format: "json_object" }],
    [400, message(LIMIT), { ...CURRENT, hasLimit: false }],
  ])("after %i %s", (status, text, expected) => {
    expect(olderDialect(CURRENT, status, text)).toEqual(expected);
  });

  it.each<[number, string]>([
    [400, message("'max_completion_tokens' is too large: 4000.")],
    [400, message("Invalid value: 'temperature' is not supported with this model.")],
    [400, message("Invalid schema for response_format 'ai_search': 'type' should be 'object'.")],
    [400, message("Failed to generate JSON with response_format. Please adjust your prompt.")],
    [422, message("Input is too long: the context window is 8192 tokens.")],
    [404, message("The model `gpt-6-luna` does not exist.")],
    [503, message(SCHEMA)],
  ])("but not after %i %s", (status, text) => {
    expect(olderDialect(CURRENT, status, text)).toBeNull();
  });
});

const GOOD = completion({ content: "{}" });
const NO_SCHEMA = refusal(400, { message: SCHEMA });
const NO_FORMAT = refusal(400, { message: "response_format json_object is unknown" });
const NO_LIMIT = refusal(400, { message: LIMIT });

it.each<[Dialect["format"], boolean, Answer[]]>([
  ["json_object", true, [NO_SCHEMA]],
  [null, false, [NO_SCHEMA, NO_FORMAT]],
  ["json_schema", false, [NO_LIMIT]],
  ["json_object", false, [NO_LIMIT, NO_SCHEMA]],
])("a server's dialect is learned once: %s, with a limit: %s", async (format, has, refused) => {
  const { server, model } = await modelAt([...refused, GOOD, GOOD]);
  for (const _ of [1, 2]) expect((await model.complete(question(), signal)).text).toBe("{}");
  expect(server.requests).toHaveLength(refused.length + 2);
  const [before, last] = server.requests.slice(-2).map(bodyOf);
  expect(before).toEqual(last);
  const { response_format, max_completion_tokens, messages } = Object(last);
  expect([response_format?.type ?? null, max_completion_tokens]).toEqual([
    format,
    has ? 800 : undefined,
  ]);
  expect(JSON.stringify(messages).includes("additionalProperties")).toBe(format !== "json_schema");
});

it("an older dialect that fails ends with the server's error", async () => {
  const { server, model } = await modelAt([reply(422, { error: "no" })]);
  await expect(model.complete(question(), signal)).rejects.toThrow("(422): no");
  expect(server.requests).toHaveLength(3);
});
