import type { ModelMessage } from "./language-model";

/** How a compatible server and its model want to be asked. */
export interface Dialect {
  format: "json_schema" | "json_object" | null;
  limit: "max_completion_tokens" | "max_tokens" | null;
}

/** As OpenAI wants it today. */
export const CURRENT: Dialect = { format: "json_schema", limit: "max_completion_tokens" };

const OLDER = {
  json_schema: "json_object",
  json_object: null,
  max_completion_tokens: "max_tokens",
  max_tokens: null,
} as const;

/** Statuses by which servers refuse what they don't know; some answer 500 or 501. */
const STATUSES = new Set([400, 404, 415, 422, 500, 501]);
const UNKNOWN = [
  /un(?:known|recogni[sz]ed|supported|expected|available)|not (?:supported|permitted|allowed|available|implemented|recogni[sz]ed|enabled)|(?:does|do)(?: not|n't) support|no support/i,
  /extra[_ ](?:forbidden|inputs|fields)|additional propert|only (?:supports?|for|available)|enabled only/i,
  /must be (?:one of|either|'|"|`)|should be|literal_error|invalid (?:value|type|parameter|'?response_format)|cannot find field|deserialize/i,
];
const FORMAT =
  /response[_ ]?(?:format|schema)|json[_ ]?schema|json_object|guided|structured output|grammar/i;
/** Of a form that the server knows, and finds a flaw in; of an answer, and of what is too long. */
const OTHER =
  /invalid schema for|failed to (?:generate|validate)|context.{0,20}(?:length|window|size)|maximum context|too (?:long|large|many)|api[_ -]?key|quota|billing|credit|rate limit/i;
const LIMITS = { max_completion_tokens: /max_?completion_?tokens/i, max_tokens: /max_?tokens/i };

/**
 * The way in which a server may be asked after it has refused a question because of its form.
 *
 * @param text the body of the refusal
 * @returns null where the refusal has another reason, or there is no older way
 */
export function olderDialect(used: Dialect, status: number, text: string): Dialect | null {
  if (!STATUSES.has(status) || OTHER.test(text)) return null;
  const { format, limit } = used;
  const isUnknown = UNKNOWN.some((words) => words.test(text));
  if (isUnknown && limit !== null && LIMITS[limit].test(text)) {
    return { format, limit: OLDER[limit] };
  }
  if (isUnknown && format !== null && FORMAT.test(text)) return { format: OLDER[format], limit };
  // Some say only that they don't know something.
  const isUnnamed =
    status === 422 || /unknown (?:field|argument|parameter)s?(?:["'.]|$)/i.test(text);
  if (!isUnnamed) return null;
  if (format !== null) return { format: OLDER[format], limit };
  return limit === null ? null : { format, limit: OLDER[limit] };
}

/** The form told in words, for a server that takes none. */
export function tellForm(
  messages: readonly ModelMessage[],
  jsonSchema: Record<string, unknown>,
): ModelMessage[] {
  const words = `Die Antwort ist genau ein JSON-Objekt nach diesem JSON-Schema: ${JSON.stringify(jsonSchema)}`;
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: words }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${words}` }, ...rest];
}
