import { expect, it } from "vitest";
import { findFields, readJson } from "./read-json";

const GOOD = { type: "Handwerk", score: 4, topics: ["Dach", "Fassade"] };
const TEXT = JSON.stringify(GOOD);

it.each([
  [`{"a":1,"b":"Der Verso`, { a: 1 }],
  [`{"a":["x","y`, { a: ["x"] }],
  [`{"a":1,"b":[{"c":"x"},{"c":"y`, { a: 1, b: [{ c: "x" }] }],
  [`{"a":"Die „Stadtwerke" sind gut","b":2}`, { a: "Die „Stadtwerke“ sind gut", b: 2 }],
  [`{"a":"„A", „B", und C","b":3}`, { a: "„A“, „B“, und C", b: 3 }],
  ['[{"a":1}]', [{ a: 1 }]],
  ['<think>{"a": 2} oder {4}?</think>Laut [1]: {"a":1,} Passt das so?', { a: 1 }],
])("%s is read as far as it goes", (text, value) => {
  expect(readJson(text)).toEqual(value);
});

it.each([
  "",
  "Gern!",
  "[1, 2]",
  "5",
  "{}",
  "} {",
  '{"type":"Hand',
  `<think>${"{".repeat(9)}`,
  "[".repeat(90_000),
])("%.20s is no answer", (text) => {
  expect(readJson(text)).toBeUndefined();
});

it.each([
  ["as asked for", GOOD],
  ["wrapped", { result: { assessment: GOOD }, comment: "ok" }],
  ["in a list", [GOOD]],
  ["as a call", { name: "enrichment", arguments: TEXT }],
  ["with other names", { Typ: "Handwerk", SCORE: 4, "to-pics": GOOD.topics }],
])("fields are found %s", (_, value) => {
  expect(findFields(value, { type: ["Typ"], score: [], topics: [] })).toEqual(GOOD);
});

it("fields that stand nowhere are none", () => {
  expect(findFields({ other: [{ deep: 1 }] }, { type: [] })).toBeUndefined();
});
