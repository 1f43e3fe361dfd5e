import { describe, expect, it } from "vitest";
import { completion, modelAt, question, refusal } from "~tests/openai";
import { type Answer, bodyOf, reply } from "~tests/raw-server";
import { CURRENT, type Dialect, olderDialect } from "./dialect";

const OBJECT: Dialect = { ...CURRENT, format: "json_object" };
const OLD_LIMIT: Dialect = { ...CURRENT, limit: "max_tokens" };
const message = (text: string) => JSON.stringify({ error: { message: text, code: 400 } });

describe("a server is asked in an older way after", () => {
  it.each<[number, string, Dialect]>([
    [
      400,
      message(
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      ),
      OBJECT,
    ],
    [
      400,
      message(
        "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later",
      ),
      OBJECT,
    ],
    [400, message("This response_format type is unavailable now"), OBJECT],
    [
      422,
      "Failed to deserialize the JSON body into the target type: response_format: unknown variant `json_schema`",
      OBJECT,
    ],
    [
      500,
      message('response_format type must be one of "text" or "json_object", but got: json_schema'),
      OBJECT,
    ],
    [
      400,
      JSON.stringify({
        object: "error",
        message:
          "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]",
      }),
      OBJECT,
    ],
    [
      422,
      JSON.stringify({
        detail: [
          {
            type: "extra_forbidden",
            loc: ["body", "response_format"],
            msg: "Extra inputs are not permitted",
          },
        ],
      }),
      OBJECT,
    ],
    [400, message("The provided JSON schema contains features not supported by xgrammar."), OBJECT],
    [
      400,
      message(
        "Invalid JSON payload received. Unknown name \"$schema\" at 'generation_config.response_schema': Cannot find field.",
      ),
      OBJECT,
    ],
    [422, "", OBJECT],
    [400, message("unknown field"), OBJECT],
    [400, message("Unrecognized request argument supplied: max_completion_tokens"), OLD_LIMIT],
    [
      400,
      message(
        "Unsupported parameter: 'max_completion_tokens' is not supported with this model. Use 'max_tokens' instead.",
      ),
      OLD_LIMIT,
    ],
    [
      422,
      JSON.stringify({
        message: {
          detail: [
            {
              type: "extra_forbidden",
              loc: ["body", "max_completion_tokens"],
              msg: "Extra inputs are not permitted",
            },
          ],
        },
      }),
      OLD_LIMIT,
    ],
    [501, message("max_completion_tokens is not implemented"), OLD_LIMIT],
  ])("%i %s", (status, text, expected) => {
    expect(olderDialect(CURRENT, status, text)).toEqual(expected);
  });

  it.each<[number, string]>([
    [
      400,
      message(
        "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 4096 tokens.",
      ),
    ],
    [400, message("Invalid value: 'temperature' is not supported with this model.")],
    [400, message("Unsupported parameter: 'max_tokens' is not supported with this model.")],
    [400, message("Invalid schema for response_format 'ai_search': 'type' should be 'object'.")],
    [
      400,
      message(
        "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
      ),
    ],
    [400, message("Your credit balance is too low to access the API.")],
    [404, message("The model `gpt-6-luna` does not exist or you do not have access to it.")],
    [429, message("Unknown field max_completion_tokens")],
    [422, message("Input is too long: the context window is 8192 tokens.")],
    [503, message("response_format json_schema is not supported")],
  ])("but not after %i %s", (status, text) => {
    expect(olderDialect(CURRENT, status, text)).toBeNull();
  });
});

/** Answers as a server that takes only some values. */
const asking = (format: Dialect["format"], limit: Dialect["limit"]): Answer[] => {
  const GOOD = completion({ content: "{}" });
  const answers: Answer[] = [];
  if (format !== "json_schema")
    answers.push(refusal(400, { message: "response_format.type json_schema is not supported" }));
  if (format === null)
    answers.push(
      refusal(400, { message: "'response_format.type' must be 'json_schema' or 'text'" }),
    );
  if (limit !== "max_completion_tokens")
    answers.push(refusal(400, { message: "Unknown parameter: 'max_completion_tokens'." }));
  if (limit === null)
    answers.push(refusal(422, { message: "max_tokens: Extra inputs are not permitted" }));
  return [...answers, GOOD, GOOD];
};

it.each<[Dialect["format"], Dialect["limit"], number]>([
  ["json_object", "max_completion_tokens", 2],
  [null, "max_completion_tokens", 3],
  ["json_schema", "max_tokens", 2],
  ["json_object", "max_tokens", 3],
  [null, null, 5],
])("a server that takes %s and %s is found out once", async (format, limit, calls) => {
  const { server, model } = await modelAt(asking(format, limit));
  for (const _ of [1, 2]) expect((await model.complete(question(), signal)).text).toBe("{}");
  expect(server.requests).toHaveLength(calls + 1);
  const [before, last] = server.requests.slice(-2).map(bodyOf);
  expect(before).toEqual(last);
  expect(last).toMatchObject({
    ...(format === null ? {} : { response_format: { type: format } }),
    ...(limit === null ? {} : { [limit]: 800 }),
  });
  const told = JSON.stringify(Object(last).messages);
  expect(told.includes("additionalProperties")).toBe(format !== "json_schema");
});

const { signal } = new AbortController();

it("an older way that does not help ends with what the server said", async () => {
  const { server, model } = await modelAt([reply(422, { error: "no" })]);
  await expect(model.complete(question(), signal)).rejects.toThrow("(422): no");
  expect(server.requests).toHaveLength(5);
});
