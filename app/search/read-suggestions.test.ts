import { expect, it } from "vitest";
import { readSuggestions } from "./read-suggestions.server";
import type { SearchPair } from "./search-schema";

const pair = (query: string, region: string) => ({ query, region });
const read = (queries: unknown[], description = "Steuerberater", taken = [] as SearchPair[]) =>
  readSuggestions({ queries }, { description, taken });
const [KOELN, BONN] = [pair("Steuerberater", "Köln"), pair("Steuerberater", "Bonn")];

it.each<[string, unknown[]]>([
  [
    "the place in the term",
    [pair("Steuerberater Köln", "Köln"), pair("Steuerberater in bonn", "Bonn")],
  ],
  ["quotes and odd blanks", [pair("„Steuerberater“", '"Köln"\n'), pair(" Steuerberater", "Bonn")]],
  ["a repeat", [KOELN, pair("STEUERBERATER", "koeln"), BONN]],
  ["what can't be searched", [KOELN, pair("-Gas", "Ulm"), pair("Notar", "bundesweit"), BONN]],
  ["odd entries", [null, 5, KOELN, { query: null, region: "Ulm" }, {}, BONN]],
])("takes the good pairs besides %s", (_, queries) => {
  expect(read(queries).pairs).toEqual([KOELN, BONN]);
});

it("says of the others why they were left out", () => {
  const queries = [KOELN, BONN, pair("-", "Ulm"), pair("Notar", "")];
  const { pairs, errors } = read(queries, "Steuerberater", [KOELN]);
  expect(pairs).toEqual([BONN]);
  expect(errors.join(" ")).toMatch(/in „Köln“ wurde schon gesucht.*darf nur aus.*Region ist leer/);
});

it.each<[string, unknown[], SearchPair[]]>([
  ["in Köln oder Bonn", [pair("Steuerberater", ""), { query: "Steuerberater" }], [KOELN, BONN]],
  ["in Bayern", [KOELN, pair("Notar", "München")], [pair("Notar", "München")]],
  ["überall", [pair("Notar", ""), pair("Notar", "bundesweit"), KOELN], [KOELN]],
])("searches where the description means: Steuerberater %s", (where, queries, expected) => {
  expect(read(queries, `Steuerberater ${where}`).pairs).toEqual(expected);
});

it.each([{}, { queries: null }])("takes nothing from %j", (value) => {
  expect(readSuggestions(value, { description: "", taken: [] }).pairs).toEqual([]);
});
