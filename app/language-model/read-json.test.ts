import { expect, it } from "vitest";
import { readJson } from "./model-answer";

const KEYS = ["a", "b"];

it.each([
  ['Gern: {"a":1,}\nViel Erfolg!', { a: 1 }],
  ['{"a":1,"b":"Der Verso', { a: 1, b: null }],
  ['{"a":["x","y', { a: ["x"] }],
  ['{"a":1,"b":[{"c":"x"},{"c":"y', { a: 1, b: [{ c: "x" }] }],
  ['{"a":"Die „Stadtwerke" sind gut","b":2}', { a: "Die „Stadtwerke“ sind gut", b: 2 }],
  ['{"a":"„A", „B", und C","b":3}', { a: "„A“, „B“, und C", b: 3 }],
  ['<think>{"a": 2} oder {4}?</think>Laut [1]: {"a":1,} Passt das so?', { a: 1 }],
  ['Nach {a, b}: {"a":1,"b":2}', { a: 1, b: 2 }],
  ['{"a":["„x", "y"]}', { a: ["„x", "y"] }],
  ['{"a":1,"b":2}\nBesser:\n{"a":3,"b":4}', { a: 3, b: 4 }],
])("%s is read as far as it goes", (text, value) => {
  expect(readJson(text, KEYS)).toEqual(value);
});

it.each([
  "",
  "Gern!",
  "[1, 2]",
  '"a"',
  "{}",
  "} {",
  '{"c":1}',
  '{"a',
  `<think>${"{".repeat(9)}`,
  "[".repeat(90_000),
  "{".repeat(90_000),
])("%.20s is no answer", (text) => {
  expect(readJson(text, KEYS)).toBeUndefined();
});
