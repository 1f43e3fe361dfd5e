import { z } from "zod";
import { createApi, fail } from "../errors";
import {
  bearerKey,
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
  readBody,
} from "../provider";
import { hashText } from "../world/seeded-random";
import { AnswerFormSchema, isStrict } from "./answer-form";
import { answerFor } from "./answers";
import { obeyOrders } from "./gullible";

const NAME = "openai";
const MODELS = ["gpt-6-luna", "gpt-6-sol", "gpt-5.4-mini"];

/** With this key the model obeys any order, so that tests can prove that the product does not. */
const GULLIBLE_KEY = "demo-leichtglaeubig";
/** Reasoning models refuse these parameters, though many clients send them. */
const UNSUPPORTED = ["temperature", "top_p", "max_tokens", "presence_penalty", "frequency_penalty"];
/** Approximate characters of a token in German text. */
const TOKEN_LENGTH = 3.5;

const ChatSchema = z.looseObject({
  model: z.string(),
  messages: z
    .array(
      z.object({
        role: z.enum(["system", "developer", "user", "assistant"]),
        content: z.string(),
      }),
    )
    .min(1),
  max_completion_tokens: z.int().min(1).optional(),
  response_format: z
    .object({
      type: z.literal("json_schema"),
      json_schema: z.object({
        name: z.string().regex(/^[\w-]{1,64}$/),
        strict: z.boolean().optional(),
        schema: AnswerFormSchema,
      }),
    })
    .optional(),
});
type Chat = z.infer<typeof ChatSchema>;

/**
 * OpenAI and compatible services: `POST /v1/chat/completions` answers from what it is given. The base URL of a client
 * ends in `/v1`.
 * Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export function createLanguageModel(): DemoProvider {
  // A key without „Bearer“ does not count.
  const keyOf = (request: DemoRequest) =>
    /^Bearer\s/i.test(headerText(request, "authorization")) ? bearerKey(request) : "";
  return createApi(NAME, keyOf, { "POST /v1/chat/completions": answerChat });
}

/** Cuts the answer off at the requested number of tokens. */
function answerChat(request: DemoRequest, key: string): DemoReply {
  const { input: chat, wrong } = readBody(ChatSchema, request);
  if (chat === undefined) {
    const message = `Invalid value for '${wrong || "body"}'.`;
    return fail(NAME, 400, { message, code: "invalid_value", field: wrong || undefined });
  }
  const field = UNSUPPORTED.find((name) => Object.hasOwn(chat, name));
  if (field !== undefined) {
    const message = `Unsupported parameter: '${field}' is not supported with this model.`;
    return fail(NAME, 400, { message, code: "unsupported_parameter", field });
  }
  const asked = chat.response_format?.json_schema;
  if (asked?.strict && !isStrict(asked.schema)) {
    const message = `Invalid schema for response_format '${asked.name}': every object must require all its properties and no others.`;
    return fail(NAME, 400, { message, field: "response_format" });
  }
  if (!MODELS.includes(chat.model)) {
    const message = `The model \`${chat.model}\` does not exist or you do not have access to it.`;
    return fail(NAME, 404, { message, code: "model_not_found" });
  }
  return complete(chat, textFor(chat, key === GULLIBLE_KEY), hashText(request.body));
}

function textFor({ messages, response_format: format }: Chat, isGullible: boolean): string {
  if (format === undefined) return "Das Demomodell ist bereit.";
  const { name, schema: form } = format.json_schema;
  const data = dataIn(messages.find(({ role }) => role === "user")?.content);
  // The conversation holds answers that did not fit; the next one differs.
  const attempt = messages.filter(({ role }) => role === "assistant").length;
  const found = answerFor(name, { data, attempt, form });
  return JSON.stringify(isGullible ? obeyOrders(found, data) : found);
}

/** The data between the two marks of a question; undefined if there is none. */
function dataIn(text = ""): unknown {
  const [, , data = ""] = /<daten-([0-9a-f]{1,64})>\n(.*)\n<\/daten-\1>/s.exec(text) ?? [];
  return parseJson(data);
}

function complete(chat: Chat, whole: string, hash: number): DemoReply {
  const countTokens = (length: number) => Math.ceil(length / TOKEN_LENGTH);
  const { model, messages, max_completion_tokens: most = Number.POSITIVE_INFINITY } = chat;
  const isCut = countTokens(whole.length) > most;
  const content = isCut ? whole.slice(0, Math.floor(most * TOKEN_LENGTH)) : whole;
  const prompt_tokens = countTokens(messages.map((message) => message.content).join("").length);
  const completion_tokens = countTokens(content.length);
  const completion = {
    id: `chatcmpl-DEMO${hash}`,
    object: "chat.completion",
    created: 1_795_165_200,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: isCut ? "length" : "stop",
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    service_tier: "default",
  };
  // 300 to 900 ms, the same for the same question.
  return jsonReply(200, completion, { delayMs: 300 + (hash % 601) });
}
