import { expect, it } from "vitest";
import { answerSupplement } from "./supplement";

it.each([
  ["Stadtwerke", 0, "Energieversorger"],
  ["Stadtwerke", 1, "Gemeindewerke"],
  ["Stadtwerke Bayern", 0, "Energieversorger"],
  ["Zahnärzte", 0, "Zahnarzt"],
  ["Fotograf", 0, "Fotograf Unternehmen"],
  ["Fotograf", 1, "Fotograf Betriebe"],
])("goes on from „%s“ at try %i with „%s“", (query, attempt, expected) => {
  const data = { query, region: "Bayern", requested: 50, stored: 3, examples: [] };
  expect(answerSupplement(data, attempt)).toEqual({ query: expected });
});

it("knows its own data only", () => {
  expect(answerSupplement("x", 0)).toBeUndefined();
});
