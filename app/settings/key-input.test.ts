import { expect, it } from "vitest";
import { KeySchema, MAX_KEY_LENGTH } from "./key-input";

const LONGEST = "x".repeat(MAX_KEY_LENGTH);

it.each([
  ["sk-123", "sk-123"],
  ["  sk-123\n", "sk-123"],
  ["sk-\r\n123", "sk-123"],
  ["\u00a0sk 1\t23\u2028\ufeff", "sk123"],
  [` ${LONGEST} `, LONGEST],
  ["!~#\"'<>", "!~#\"'<>"],
])("takes %j for %j", (typed, key) => {
  expect(KeySchema.parse(typed)).toBe(key);
});

it.each([
  ["", "Einen Schlüssel eingeben."],
  [" \r\n\t\u00a0", "Einen Schlüssel eingeben."],
  [`${LONGEST}x`, "Ein Schlüssel hat höchstens 500 Zeichen."],
  ["schlüssel", /Zeichen, die in keinem Schlüssel vorkommen/],
  ["sk\u0000123", /Zeichen, die in keinem Schlüssel vorkommen/],
  ["sk\u200b123", /Zeichen, die in keinem Schlüssel vorkommen/],
  ["sk\u007f", /Zeichen, die in keinem Schlüssel vorkommen/],
  [123, "Den Schlüssel als Text angeben."],
  [null, "Den Schlüssel als Text angeben."],
])("refuses %j", (typed, message) => {
  const parsed = KeySchema.safeParse(typed);
  expect(parsed.error?.issues[0]?.message).toMatch(message);
});
