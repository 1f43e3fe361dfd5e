import type { ModelMessage } from "./language-model";

export interface Dialect {
  format: "json_schema" | "json_object" | null;
  hasLimit: boolean;
}

export const CURRENT: Dialect = { format: "json_schema", hasLimit: true };

const STATUSES = new Set([400, 415, 422]);
const FORMAT =
  /response[_ ]?(?:format|schema)|json[_ ]?(?:schema|object|mode)|structured output|grammar/i;
const LIMIT = /max_?completion_?tokens/i;
/** Errors about a broken schema, an answer or a length; no older dialect fixes them. */
const OTHER =
  /invalid schema for|failed to (?:generate|validate)|context.{0,20}(?:length|window|size)|too (?:long|large|many)/i;

/** @returns null if another reason applies, or no older dialect is left */
export function olderDialect(used: Dialect, status: number | null, text: string): Dialect | null {
  if (status === null || !STATUSES.has(status) || OTHER.test(text)) return null;
  const { format, hasLimit } = used;
  if (hasLimit && LIMIT.test(text)) return { format, hasLimit: false };
  // A bare 422 says only that the server does not know something.
  if (format === null || (status !== 422 && !FORMAT.test(text))) return null;
  return format === "json_schema"
    ? { format: "json_object", hasLimit }
    : { format: null, hasLimit: false };
}

export function addSchemaPrompt(
  [first, ...rest]: readonly ModelMessage[],
  jsonSchema: Record<string, unknown>,
): ModelMessage[] {
  const words = `Die Antwort ist genau ein JSON-Objekt nach diesem JSON-Schema: ${JSON.stringify(jsonSchema)}`;
  return [{ role: "system", content: `${first?.content ?? ""}\n\n${words}` }, ...rest];
}
