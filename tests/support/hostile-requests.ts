import { expect } from "vitest";
import { z } from "zod";
import { INNARDS } from "./api-answers";
import type { DocumentedOperation } from "./openapi";
import type { RawAnswer } from "./server-run";

export const JSON_TYPE = "application/json";
export const FORM_TYPE = "application/x-www-form-urlencoded";
export const MULTIPART_TYPE = "multipart/form-data; boundary=x";

export const ODD_IDS = [
  "0",
  "-1",
  "null",
  "a'b",
  "%22",
  "%25",
  "%0A",
  "%F0%9F%98%80",
  "..%2F..",
  "1e999",
];
/** Texts that have broken programs before. */
export const ODD_TEXTS = [
  ...["", " ", "\u0000", "\ufeff", "\u202eabc", "a\u0301\u0323".repeat(200), "😀".repeat(100)],
  ...["%", "_", "%zz", "../../etc/passwd", "'; DROP TABLE leads; --", '" OR 1=1', 'a" NEAR b* ^('],
  ...["<script>alert(1)</script>", "__proto__", "toString", "NaN", "-0", "1e999", "0x10"],
  ...["9007199254740993", "2026-02-30", "+275760-09-13", "a,b,,c", "\r\nX-A: 1", "x".repeat(5_000)],
];
export const ODD_VALUES = [
  ...ODD_TEXTS,
  "\ud800",
  null,
  true,
  -1,
  1.5,
  1e308,
  [],
  {},
  [[]],
  [null],
  [""],
];
export const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** Forms that a careless reader makes a huge list, a deep path or a million fields of. */
export const HOSTILE_FORMS: [type: string, body: string, status: number][] = [
  [FORM_TYPE, "query%5B4294967294%5D=x&region=1", 400],
  [FORM_TYPE, "query%5B3000000%5D=x", 400],
  [FORM_TYPE, `a${".a".repeat(60_000)}=1`, 400],
  [FORM_TYPE, `a${"%5B0%5D".repeat(5_000)}=1`, 400],
  [FORM_TYPE, "a&".repeat(100_000), 413],
  [MULTIPART_TYPE, "garbage", 400],
];

const PROBLEM_SCHEMA = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** A refusal with a German sentence. */
export function expectRefused(answer: RawAnswer, status: number, name: string) {
  expect(answer.status, `${name}\n${answer.text.slice(0, 300)}`).toBe(status);
  const problem = PROBLEM_SCHEMA.parse(JSON.parse(answer.text));
  expect(answer.text, name).not.toMatch(INNARDS);
  expect(answer.text.length, name).toBeLessThan(20_000);
  expect(problem.detail, name).toMatch(/^\S.*\s.*\S$/s);
  for (const { message } of problem.errors)
    expect(message, name).not.toMatch(/expected|received|Invalid/);
  return problem.errors.map(({ path }) => path);
}

const SchemaSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  get anyOf() {
    return z.array(SchemaSchema).optional();
  },
  get oneOf() {
    return z.array(SchemaSchema).optional();
  },
});

function fieldsOf(schema: z.infer<typeof SchemaSchema>): string[] {
  const ways = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...new Set([...Object.keys(schema.properties ?? {}), ...ways.flatMap(fieldsOf)])];
}

const BodySchema = z.looseObject({
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: SchemaSchema })) })
    .optional(),
});

/** The content types of its body, and the fields of a JSON one. */
export function bodyOf({ operation }: DocumentedOperation) {
  const content = BodySchema.parse(operation).requestBody?.content ?? {};
  return { types: Object.keys(content), fields: fieldsOf(content[JSON_TYPE]?.schema ?? {}) };
}
