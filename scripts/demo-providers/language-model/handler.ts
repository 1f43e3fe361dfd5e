import { z } from "zod";
import { fail, isWrong, KEY_WITHOUT_CREDITS } from "../errors";
import {
  bearerKey,
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { hashText } from "../world/seeded-random";
import { AnswerFormSchema, strictProblem } from "./answer-form";
import { answerFor } from "./answers";
import { obeyOrders } from "./gullible";

const NAME = "openai";
const CHAT_PATH = "/v1/chat/completions";
const MODELS = ["gpt-6-luna", "gpt-6-sol", "gpt-5.4-mini"];

/** With this key the model obeys whoever gives it orders, so that tests can prove that the product does not. */
const GULLIBLE_KEY = "demo-leichtglaeubig";
/** What reasoning models refuse, though it is „always“ sent. */
const UNSUPPORTED = ["temperature", "top_p", "max_tokens", "presence_penalty", "frequency_penalty"];
/** About what a token is in German text. */
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
  return { name: NAME, answer, errorReply: (status) => fail(NAME, status) };
}

function answer(request: DemoRequest): DemoReply {
  if (request.path !== CHAT_PATH) return fail(NAME, 404);
  if (request.method !== "POST") return fail(NAME, 405, { allow: "POST" });
  const hasScheme = /^Bearer\s/i.test(headerText(request, "authorization"));
  const key = hasScheme ? bearerKey(request) : "";
  if (key === "") return fail(NAME, 401, { message: "You didn't provide an API key.", code: null });
  if (isWrong(key)) return fail(NAME, 401);
  if (key === KEY_WITHOUT_CREDITS) return fail(NAME, 429);
  return answerChat(request.body, key === GULLIBLE_KEY);
}

function refuse(message: string, code: string | null, field: string | null): DemoReply {
  return fail(NAME, 400, { message, code, field: field ?? undefined });
}

/** Answers a question, cut off where it asks for less than the answer needs. */
function answerChat(body: string, isGullible: boolean): DemoReply {
  const parsed = ChatSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    const param = parsed.error.issues[0]?.path.join(".") || null;
    return refuse(`Invalid value for '${param ?? "body"}'.`, "invalid_value", param);
  }
  const chat = parsed.data;
  const unsupported = UNSUPPORTED.find((name) => Object.hasOwn(chat, name));
  if (unsupported !== undefined) {
    const message = `Unsupported parameter: '${unsupported}' is not supported with this model.`;
    return refuse(message, "unsupported_parameter", unsupported);
  }
  const asked = chat.response_format?.json_schema;
  const flaw = asked?.strict ? strictProblem(asked.schema) : undefined;
  if (flaw !== undefined) {
    const message = `Invalid schema for response_format '${asked?.name}': ${flaw}`;
    return refuse(message, null, "response_format");
  }
  if (!MODELS.includes(chat.model)) {
    const message = `The model \`${chat.model}\` does not exist or you do not have access to it.`;
    return fail(NAME, 404, { message, code: "model_not_found" });
  }
  return complete(chat, textFor(chat, isGullible), hashText(body));
}

function textFor({ messages, response_format: format }: Chat, isGullible: boolean): string {
  if (format === undefined) return "Das Demomodell ist bereit.";
  const { name, schema: form } = format.json_schema;
  const data = dataIn(messages.find(({ role }) => role === "user")?.content);
  // An answer that did not fit stands in the conversation, and is given anew, and otherwise.
  const attempt = messages.filter(({ role }) => role === "assistant").length;
  const found = answerFor(name, { data, attempt, form });
  return JSON.stringify(isGullible ? obeyOrders(found, data) : found);
}

/** The data that our questions carry between two marks; undefined where there is none. */
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
