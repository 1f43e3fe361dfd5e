import fc from "fast-check";
import { z } from "zod";

/** The parts of JSON Schema that the document uses. */
export const SchemaSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf() {
    return z.array(SchemaSchema).optional();
  },
  get oneOf() {
    return z.array(SchemaSchema).optional();
  },
  get items() {
    return SchemaSchema.optional();
  },
  get properties() {
    return z.record(z.string(), SchemaSchema).optional();
  },
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  format: z.string().optional(),
});
type Schema = z.infer<typeof SchemaSchema>;

/** As much as a body may have, and some more with what stands around it. */
const MEGABYTE = "ß".repeat(524_288);

/** Texts that have broken programs before. */
const ODD_TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202eabc",
  "a\u0301\u0323".repeat(200),
  "😀".repeat(100),
  "İıſß",
  "%",
  "_",
  "\\",
  "%00",
  "%zz",
  "../../etc/passwd",
  "'; DROP TABLE leads; --",
  '" OR 1=1',
  'a" NEAR b* ^(',
  "<script>alert(1)</script>",
  "{{7*7}}$" + "{7*7}",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "0x10",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "+275760-09-13",
  "1,1",
  "a,b,,c",
  "\r\nX-A: 1",
  "x".repeat(5_000),
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 6 },
  { arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }), weight: 3 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 30 }), weight: 3 },
  { arbitrary: fc.integer().map(String), weight: 1 },
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null], ""),
);

/** Values that a schema of the document describes; a rule it does not say may refuse them all the same. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways !== undefined) return fc.oneof(...ways.map(fromSchema));
  const { type, minimum = -1_000, maximum = 1_000, minLength = 0, maxLength = 40 } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      if (schema.format?.startsWith("date") === true) return fc.constantFrom("2026-03-01");
      return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 200) });
    case "integer":
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(fromSchema(schema.items ?? {}), {
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case "object": {
      const fields = Object.entries(schema.properties ?? {});
      const known = fields.map(([name, field]) => [name, fromSchema(field)] as const);
      return fc.record(Object.fromEntries(known), { requiredKeys: schema.required ?? [] });
    }
    default:
      return oddValue;
  }
}

const POLLUTION = [
  '"__proto__":{"polluted":"yes"}',
  '"constructor":{"prototype":{"polluted":"yes"}}',
  '"__proto__":["polluted"]',
  '"__proto__.polluted":"yes"',
  '"constructor.prototype.polluted":"yes"',
];

/** Bodies that are no answer to what is asked for: other types, fields too many, and what is no JSON at all. */
export function oddJson(valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const text = valid.map((value) => JSON.stringify(value) ?? "null");
  const fields = valid.filter((value) => typeof value === "object" && value !== null);
  return fc.oneof(
    { arbitrary: oddValue.map((value) => JSON.stringify(value) ?? "null"), weight: 4 },
    {
      arbitrary: fc.tuple(fields, fc.nat(), oddValue).map(([value, at, odd]) => {
        const names = Object.keys(Object(value));
        const name = names[at % Math.max(names.length, 1)] ?? "x";
        return JSON.stringify({ ...Object(value), [name]: odd });
      }),
      weight: 8,
    },
    {
      arbitrary: fc.tuple(text, fc.constantFrom(...POLLUTION)).map(([json, bad]) => {
        const rest = json.startsWith("{") ? json.slice(1) : "}";
        return rest === "}" ? `{${bad}}` : `{${bad},${rest}`;
      }),
      weight: 4,
    },
    {
      arbitrary: fc
        .tuple(text, fc.nat())
        .map(([json, at]) => json.slice(0, at % (json.length + 1))),
      weight: 2,
    },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("[", '{"a":'), fc.integer({ min: 50, max: 20_000 }))
        .map(
          ([open, depth]) => `${open.repeat(depth)}1${(open === "[" ? "]" : "}").repeat(depth)}`,
        ),
      weight: 1,
    },
    { arbitrary: oddText, weight: 1 },
  );
}

/** A text of a megabyte, now and then: `share` of 10,000 values. */
export function sometimesHuge(text: fc.Arbitrary<string>, share: number): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: text, weight: 10_000 - share },
    { arbitrary: fc.constantFrom(MEGABYTE, `{"q":"${MEGABYTE.slice(0, 1_000)}"}`), weight: share },
  );
}
