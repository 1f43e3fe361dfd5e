import { describe, expect, it } from "vitest";
import { readSuggestions } from "./read-suggestions.server";

const pair = (query: string, region: string) => ({ query, region });
const [KOELN, BONN] = [pair("Steuerberater", "Köln"), pair("Steuerberater", "Bonn")];
const BOTH = [KOELN, BONN];

function read(queries: unknown[], { description = "Steuerberater", taken = [] as object[] } = {}) {
  const before = taken.map((one) => ({ ...KOELN, ...one }));
  return readSuggestions({ queries }, { description, taken: before });
}

describe("good pairs are taken", () => {
  it.each<[string, unknown[]]>([
    ["as asked for", BOTH],
    [
      "with the place in the term",
      [pair("Steuerberater Köln", "Köln"), pair("Steuerberater in Bonn", "Bonn")],
    ],
    [
      "with the place in the term alone",
      [pair("Steuerberater Köln", ""), { query: "Steuerberater im Raum Bonn", region: null }],
    ],
    ["with a nearer place in the term", [pair("Steuerberater Köln", "Nordrhein-Westfalen"), BONN]],
    [
      "with a postal code or a link before it",
      [pair("Steuerberater in 50667 Köln", ""), pair("Steuerberater am Bonn", "Bonn")],
    ],
    [
      "in quotes",
      [pair("„Steuerberater“", '"Köln"'), pair("'Steuerberater'", "Bonn, Deutschland")],
    ],
    ["with what else stands in brackets", [pair("Steuerberater (Kanzlei)", "50667 Köln"), BONN]],
    ["once", [KOELN, pair("STEUERBERATER", "koeln"), BONN]],
    [
      "and what can't be searched is left",
      [KOELN, pair("-Gas", "Ulm"), pair("x".repeat(90), "Ulm"), BONN],
    ],
    ["and odd entries are left", [null, 5, KOELN, { query: null, region: "Ulm" }, {}, BONN]],
  ])("%s", (_, value) => {
    expect(read(value).pairs).toEqual(BOTH);
  });

  it.each<[string, unknown[], string, object[]]>([
    [
      "the description",
      [pair("Steuerberater", ""), pair("Steuerberater", "")],
      "in Köln oder Bonn",
      BOTH,
    ],
    [
      "a city whose name is no word here",
      [pair("Catering", "")],
      "Firmen, die Essen liefern, in Köln",
      [pair("Catering", "Köln")],
    ],
  ])("with a region out of %s", (_, value, description, expected) => {
    const taken = [{ region: "Nordrhein-Westfalen" }];
    expect(read(value, { description, taken }).pairs).toEqual(expected);
  });

  it.each<[string, string, string]>([
    ["Stadtwerke", "Halle (Saale)", "Halle (Saale)"],
    ["Zahnarzt", "Frankfurt am Main", "Frankfurt am Main"],
    ["Essen auf Rädern", "Köln", "Köln"],
    ["Bauen im Bestand", "Köln", "Köln"],
    ["Maschinenbau", "Frankfurt am Main", "Frankfurt am Main"],
    ["Heizung und Sanitär", "Raum Stuttgart", "Raum Stuttgart"],
    ["E.ON", "Rhein & Ruhr", "Rhein und Ruhr"],
  ])("as they are: „%s“ in „%s“", (query, region, expected) => {
    expect(read([pair(query, region)]).pairs).toEqual([pair(query, expected)]);
  });
});

it.each([
  ["Kanzleien", [pair("Notar", ""), pair("Notar", "bundesweit"), KOELN], [KOELN]],
  ["Kanzleien in Bayern", [KOELN, pair("Notar", "München")], [pair("Notar", "München")]],
])("makes up no place and takes none elsewhere: „%s“", (description, value, expected) => {
  expect(read(value, { description }).pairs).toEqual(expected);
});

it("says of the others why they were left out", () => {
  const { pairs, errors } = read(
    [KOELN, BONN, pair("koeln", ""), pair("Steuerberater", "bonn"), pair("-", "Ulm")],
    {
      taken: [{}],
    },
  );
  expect(pairs).toContainEqual(BONN);
  expect(errors.join(" ")).toMatch(/in „Köln“ wurde schon gesucht.*steht doppelt da.*darf nur aus/);
});

it.each([{}, { queries: null }, { queries: ["Steuerberater in Köln", [], 5] }])(
  "takes nothing from %j",
  (value) => {
    expect(readSuggestions(value, { description: "", taken: [] }).pairs).toEqual([]);
  },
);
