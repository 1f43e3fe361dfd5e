import { closest } from "fastest-levenshtein";
import { z } from "zod";

/** A schema of named fields. */
export type ObjectSchema = z.ZodObject<z.core.$ZodLooseShape>;

/** One fault of an input: where it stands and a German sentence about it. */
export interface InputIssue {
  path: string;
  message: string;
}

function isArraySchema(schema: z.core.$ZodType): boolean {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  // A list that is transformed is a list where it comes in.
  return inner instanceof z.ZodPipe ? isArraySchema(inner.in) : inner instanceof z.ZodArray;
}

/** „pagSize“ → a sentence that names the field most like it. */
export function unknownFieldMessage(name: string, known: readonly string[]): string {
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  const nearest = known.length > 0 ? ` Am nächsten kommt „${closest(name, [...known])}“.` : "";
  return `„${shown}“ gibt es hier nicht.${nearest}`;
}

/** The faults that a schema found, with unknown fields named one by one. */
export function inputIssues(error: z.ZodError, known: readonly string[]): InputIssue[] {
  const issues = error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: key, message: unknownFieldMessage(key, known) }));
    }
    return [{ path: issue.path.map(String).join("."), message: issue.message }];
  });
  // One sentence a field is enough to act on.
  return [
    ...new Map(issues.toReversed().map((issue) => [issue.path, issue])).values(),
  ].toReversed();
}

export type Parsed<T> = { success: true; data: T } | { success: false; issues: InputIssue[] };

/**
 * Reads query parameters by a schema of strings and arrays of strings. Unknown names and a value given twice where
 * one is meant are faults, since a mistyped filter must never widen a result.
 */
export function parseSearchParams<Schema extends ObjectSchema>(
  searchParams: URLSearchParams,
  schema: Schema,
): Parsed<z.infer<Schema>> {
  const known = Object.keys(schema.shape);
  const raw: Record<string, string | string[]> = {};
  const issues: InputIssue[] = [];
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    const field = schema.shape[name];
    if (!Object.hasOwn(schema.shape, name) || field === undefined) {
      issues.push({ path: name, message: unknownFieldMessage(name, known) });
    } else if (isArraySchema(field)) {
      raw[name] = values;
    } else if (values.length > 1) {
      issues.push({ path: name, message: "Nur ein Wert ist erlaubt." });
    } else {
      raw[name] = values[0] ?? "";
    }
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success && issues.length === 0) return { success: true, data: parsed.data };
  return {
    success: false,
    issues: [...issues, ...(parsed.success ? [] : inputIssues(parsed.error, known))],
  };
}
