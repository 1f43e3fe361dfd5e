import { closest } from "fastest-levenshtein";
import { z } from "zod";
import type { InputIssue } from "../refusal";
import { normalizeText } from "../text/clean-text";

export type ObjectSchema = z.ZodObject<z.core.$ZodLooseShape>;

/** What a client may send: the schema before defaults and transforms. */
function inputSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return inputSchema(schema.unwrap());
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  return inputSchema(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
}

function namesAt(schema: z.core.$ZodType, [step, ...rest]: readonly PropertyKey[]): string[] {
  const inner = inputSchema(schema);
  if (inner instanceof z.ZodArray) return step === undefined ? [] : namesAt(inner.element, rest);
  if (!(inner instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(inner.shape);
  const field = typeof step === "string" ? inner.shape[step] : undefined;
  return field === undefined ? [] : namesAt(field, rest);
}

/** Suggests the closest known name for a typo such as „pagSize“. */
export function unknownFieldMessage(name: string, known: readonly string[]): string {
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  const nearest = known.length > 0 ? ` Am nächsten kommt „${closest(name, [...known])}“.` : "";
  return `„${shown}“ gibt es hier nicht.${nearest}`;
}

export function inputIssues(error: z.ZodError, schema: ObjectSchema): InputIssue[] {
  const pathOf = (path: readonly PropertyKey[]) => path.map(String).join(".");
  const issues = error.issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") {
      return [{ path: pathOf(issue.path), message: issue.message }];
    }
    const names = namesAt(schema, issue.path);
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      message: unknownFieldMessage(key, names),
    }));
  });
  return [
    ...new Map(issues.toReversed().map((issue) => [issue.path, issue])).values(),
  ].toReversed();
}

type Parsed<T> = { success: true; data: T } | { success: false; issues: InputIssue[] };

/** Unknown names and repeated single values are faults: a mistyped filter must never widen a result. */
export function parseSearchParams<Schema extends ObjectSchema>(
  searchParams: URLSearchParams,
  schema: Schema,
): Parsed<z.infer<Schema>> {
  const known = Object.keys(schema.shape);
  const raw: Record<string, string | string[]> = {};
  const issues: InputIssue[] = [];
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name).map(normalizeText);
    const field = schema.shape[name];
    if (!Object.hasOwn(schema.shape, name) || field === undefined) {
      issues.push({ path: name, message: unknownFieldMessage(name, known) });
    } else if (inputSchema(field) instanceof z.ZodArray) {
      raw[name] = values;
    } else if (values.length > 1) {
      issues.push({ path: name, message: "Nur ein Wert ist erlaubt." });
    } else {
      raw[name] = values[0] ?? "";
    }
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success)
    return { success: false, issues: [...issues, ...inputIssues(parsed.error, schema)] };
  return issues.length === 0 ? { success: true, data: parsed.data } : { success: false, issues };
}
