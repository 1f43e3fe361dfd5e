import { expect, it } from "vitest";
import { readSuggestions } from "./read-suggestions.server";

const pair = (query: string, region: string) => ({ query, region });
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
  expect(readSuggestions({ queries }, []).pairs).toEqual([KOELN, BONN]);
});

it("says of the others why they were left out", () => {
  const queries = [KOELN, BONN, pair("-", "Ulm"), pair("Notar", "")];
  const { pairs, errors } = readSuggestions({ queries }, [KOELN]);
  expect(pairs).toEqual([BONN]);
  expect(errors.join(" ")).toMatch(/in „Köln“ wurde schon gesucht.*darf nur aus.*Region ist leer/);
});

it.each([{}, { queries: null }])("takes nothing from %j", (value) => {
  expect(readSuggestions(value, []).pairs).toEqual([]);
});
