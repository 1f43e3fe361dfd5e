import { z } from "zod";
import { parseJson } from "../provider";

const MessageSchema = z.object({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.string(),
});

/** A JSON schema, as far as it is looked at here. */
export interface AnswerForm {
  type?: string | undefined;
  enum?: readonly unknown[] | undefined;
  properties?: Record<string, AnswerForm> | undefined;
  required?: readonly string[] | undefined;
  additionalProperties?: unknown;
  items?: AnswerForm | undefined;
  anyOf?: readonly AnswerForm[] | undefined;
  minimum?: number | undefined;
  minItems?: number | undefined;
}

const AnswerFormSchema: z.ZodType<AnswerForm> = z.lazy(() =>
  z.object({
    // A list of types is none that our questions have.
    type: z.string().optional().catch(undefined),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), AnswerFormSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.unknown().optional(),
    items: AnswerFormSchema.optional(),
    anyOf: z.array(AnswerFormSchema).optional(),
    minimum: z.number().optional(),
    minItems: z.number().optional(),
  }),
);

const ChatSchema = z.object({
  model: z.string(),
  messages: z.array(MessageSchema).min(1),
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

/** What reasoning models refuse, though it is „always“ sent. */
const UNSUPPORTED = ["temperature", "top_p", "max_tokens", "presence_penalty", "frequency_penalty"];

/** A question, as it is answered here. */
export interface ChatQuestion {
  model: string;
  /** Absent where any text will do. */
  wanted: { name: string; form: AnswerForm } | undefined;
  /** The JSON between the marks of the first message of a user; undefined where there is none. */
  data: unknown;
  /** How many answers the conversation has already: an answer that did not fit is given anew, and otherwise. */
  attempt: number;
  maxTokens: number | undefined;
  /** Characters of all messages. */
  length: number;
}

export type ChatProblem = { message: string; code: string | null; param: string | null };

function unsupportedIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  return UNSUPPORTED.find((name) => Object.hasOwn(body, name));
}

/** What strict mode does not take of a form; undefined where it is fine. */
function strictProblem(form: AnswerForm, path = "()"): string | undefined {
  if (form.type === "object") {
    if (form.additionalProperties !== false) {
      return `In context=${path}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const missing = Object.keys(form.properties ?? {}).find((key) => !form.required?.includes(key));
    if (missing !== undefined) {
      return `In context=${path}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
  }
  const inner: [string, AnswerForm][] = [
    ...Object.entries(form.properties ?? {}),
    ...(form.items === undefined ? [] : [["items", form.items] satisfies [string, AnswerForm]]),
    ...(form.anyOf ?? []).map((entry, index): [string, AnswerForm] => [String(index), entry]),
  ];
  for (const [key, entry] of inner) {
    const problem = strictProblem(entry, `${path}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The data that our questions carry between two marks. */
function dataIn(text = ""): unknown {
  const begin = /<daten-([0-9a-f]{1,64})>\n/.exec(text);
  if (begin === null) return undefined;
  const [mark, name = ""] = begin;
  const end = text.lastIndexOf(`\n</daten-${name}>`);
  return end === -1 ? undefined : parseJson(text.slice(begin.index + mark.length, end));
}

/** Reads a question as the real service does. */
export function readChat(body: string): { question: ChatQuestion } | { problem: ChatProblem } {
  const value = parseJson(body);
  const unsupported = unsupportedIn(value);
  if (unsupported !== undefined) {
    const message = `Unsupported parameter: '${unsupported}' is not supported with this model.`;
    return { problem: { message, code: "unsupported_parameter", param: unsupported } };
  }
  const chat = ChatSchema.safeParse(value);
  if (!chat.success) {
    const param = chat.error.issues[0]?.path.map(String).join(".") || null;
    const message = `Invalid value for '${param ?? "body"}'.`;
    return { problem: { message, code: "invalid_value", param } };
  }
  const { messages, response_format: format, max_completion_tokens: maxTokens } = chat.data;
  const wanted = format && { name: format.json_schema.name, form: format.json_schema.schema };
  const flaw = format?.json_schema.strict ? strictProblem(format.json_schema.schema) : undefined;
  if (flaw !== undefined) {
    const message = `Invalid schema for response_format '${wanted?.name}': ${flaw}`;
    return { problem: { message, code: null, param: "response_format" } };
  }
  const question: ChatQuestion = {
    model: chat.data.model,
    wanted,
    data: dataIn(messages.find(({ role }) => role === "user")?.content),
    attempt: messages.filter(({ role }) => role === "assistant").length,
    maxTokens,
    length: messages.reduce((sum, { content }) => sum + content.length, 0),
  };
  return { question };
}
