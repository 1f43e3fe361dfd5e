import { expect, it } from "vitest";
import { LIMIT_FIELDS, LimitsSchema } from "./limits-input";

const EMPTY = { maxConcurrent: "", maxPerMinute: " ", monthlyCeiling: "" };

it("takes empty fields for the defaults and for no ceiling", () => {
  expect(LimitsSchema.parse(EMPTY)).toEqual({
    maxConcurrent: null,
    maxPerMinute: null,
    monthlyCeiling: null,
  });
});

it.each([
  ["maxConcurrent", " 1 ", 1],
  ["maxConcurrent", "20", 20],
  ["maxPerMinute", "1.000", 1_000],
  ["maxPerMinute", "1000", 1_000],
  ["monthlyCeiling", "1", 1],
  ["monthlyCeiling", "1.000.000", 1_000_000],
] as const)("takes %s %j", (field, typed, value) => {
  expect(LimitsSchema.parse({ ...EMPTY, [field]: typed })).toMatchObject({ [field]: value });
});

const SENTENCES = {
  maxConcurrent: "Eine ganze Zahl von 1 bis 20, oder leer.",
  maxPerMinute: "Eine ganze Zahl von 1 bis 1.000, oder leer.",
  monthlyCeiling: "Eine ganze Zahl von 1 bis 1.000.000, oder leer.",
};

it.each(
  LIMIT_FIELDS.flatMap((field) =>
    ["0", "-1", "1000001", "1,5", "1.5", "1.00", "1e2", "0x5", "viele", "9".repeat(40)].map(
      (typed) => [field, typed] as const,
    ),
  ),
)("refuses %s %j with a sentence", (field, typed) => {
  const parsed = LimitsSchema.safeParse({ ...EMPTY, [field]: typed });
  expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
    { path: [field], message: SENTENCES[field] },
  ]);
});

it("refuses one too many", () => {
  const typed = { maxConcurrent: "21", maxPerMinute: "1001", monthlyCeiling: "1.000.001" };
  expect(LimitsSchema.safeParse(typed).error?.issues).toHaveLength(3);
});
