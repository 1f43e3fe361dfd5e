import { expect, it } from "vitest";
import { parseNumberWord } from "./number-words";

it.each<[string, number | null]>([
  ["zwei", 2],
  ["Zwölf", 12],
  ["siebzehn", 17],
  ["dreißig", 30],
  ["dreissig", 30],
  ["fünfundzwanzig", 25],
  ["hundert", 100],
  ["zweihundert", 200],
  ["hundertfünfzig", 150],
  ["dreihundertfünfundsechzig", 365],
  ["tausend", 1_000],
  ["zweitausendfünfhundert", 2_500],
  ["zehntausend", 10_000],
  ["Hundertschaft", null],
  ["und", null],
  ["Wunder", null],
  ["", null],
])("reads „%s“ as %s", (word, value) => {
  expect(parseNumberWord(word)).toBe(value);
});
