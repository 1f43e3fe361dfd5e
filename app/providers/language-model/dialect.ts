import type { ModelMessage } from "./language-model";

/** The parameters that a compatible server and its model take. */
export interface Dialect {
  format: "json_schema" | "json_object" | null;
  hasLimit: boolean;
}

/** As OpenAI wants it today. */
export const CURRENT: Dialect = { format: "json_schema", hasLimit: true };

/** Statuses by which servers refuse a question because of its form. */
const STATUSES = new Set([400, 415, 422]);
const FORMAT =
  /response[_ ]?(?:format|schema)|json[_ ]?(?:schema|object|mode)|structured output|grammar/i;
const LIMIT = /max_?completion_?tokens/i;
/** Errors about a flawed schema, an answer or a length, which no older dialect mends. */
const OTHER =
  /invalid schema for|failed to (?:generate|validate)|context.{0,20}(?:length|window|size)|too (?:long|large|many)/i;

/**
 * The way in which a server may be asked after it has refused a question because of its form: without a limit it does
 * not know, with JSON mode for a schema, and at last without a format.
 *
 * @param text the body of the refusal
 * @returns null where the refusal has another reason, or there is no older way
 */
export function olderDialect(used: Dialect, status: number, text: string): Dialect | null {
  if (!STATUSES.has(status) || OTHER.test(text)) return null;
  const { format, hasLimit } = used;
  if (hasLimit && LIMIT.test(text)) return { format, hasLimit: false };
  // A bare 422 says only that the server does not know something.
  if (format === null || (status !== 422 && !FORMAT.test(text))) return null;
  return format === "json_schema"
    ? { format: "json_object", hasLimit }
    : { format: null, hasLimit: false };
}

/** The form told in words, for a server that takes none. */
export function tellForm(
  [first, ...rest]: readonly ModelMessage[],
  jsonSchema: Record<string, unknown>,
): ModelMessage[] {
  const words = `Die Antwort ist genau ein JSON-Objekt nach diesem JSON-Schema: ${JSON.stringify(jsonSchema)}`;
  return [{ role: "system", content: `${first?.content ?? ""}\n\n${words}` }, ...rest];
}
