import { expect, it } from "vitest";
import { findFields, readJson } from "./read-json";

const GOOD = { type: "Handwerk", score: 4, topics: ["Dach", "Fassade"] };
const TEXT = JSON.stringify(GOOD);

it.each([
  ["bare", TEXT],
  ["in a code fence", `\`\`\`json\n${TEXT}\n\`\`\``],
  ["among words", `Gern. Hier ist das Ergebnis: ${TEXT} Passt das so? [1]`],
  ["behind a footnote", `Laut [1] und {vielleicht}: ${TEXT}`],
  ["behind thoughts", `<think>Score {"score": 2} oder {4}?</think>\n${TEXT}`],
  ["behind the end of thoughts", `Also {"score": 2}\n</think>\n${TEXT}`],
  ["over lines", `\n\n${JSON.stringify(GOOD, null, 2)}\n`],
  ["with commas too many", '{"type":"Handwerk","score":4,"topics":["Dach","Fassade",],}'],
  ["with comments", `{"type":"Handwerk", // Meister\n"score":4,"topics":["Dach","Fassade"]}`],
  ["in single marks", "{'type':'Handwerk','score':4,'topics':['Dach','Fassade']}"],
  ["without marks at keys", '{type:"Handwerk",score:4,topics:["Dach","Fassade"]}'],
  ["as a text", JSON.stringify(TEXT)],
  ["twice", `${TEXT}\n${TEXT}`],
  ["behind an example", `Beispiel: {"type":"X"} Ergebnis: ${TEXT}`],
  ["without its end", TEXT.slice(0, -2)],
])("an answer is read %s", (_, text) => {
  expect(readJson(text)).toEqual(GOOD);
});

it.each([
  [`{"a":1,"b":"Der Verso`, { a: 1 }],
  [`{"a":["x","y`, { a: ["x"] }],
  [`{"a":1,"b":[{"c":"x"},{"c":"y`, { a: 1, b: [{ c: "x" }] }],
  [`{"a":"Die „Stadtwerke" sind gut","b":2}`, { a: "Die „Stadtwerke“ sind gut", b: 2 }],
  [`{"a":"„A", „B", und C","b":3}`, { a: "„A“, „B“, und C", b: 3 }],
  ['[{"a":1}]', [{ a: 1 }]],
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
