import { describe, expect, it } from "vitest";
import { readSuggestions } from "./read-suggestions.server";

const pair = (query: string, region: string) => ({ query, region });
const [KOELN, BONN] = [pair("Steuerberater", "Köln"), pair("Steuerberater", "Bonn")];
const BOTH = [KOELN, BONN];

function read(value: unknown, { description = "Steuerberater", taken = [] as object[] } = {}) {
  const before = taken.map((one) => ({ ...KOELN, ...one }));
  return readSuggestions(value, { description, taken: before });
}

describe("good pairs are taken", () => {
  it.each<[string, unknown]>([
    ["as asked for", { queries: BOTH }],
    ["of a bare list", BOTH],
    ["under another name", { suchen: BOTH }],
    ["from within", { result: { data: { searches: BOTH } } }],
    [
      "beside an explanation",
      {
        erklaerung: "Köln und Bonn sind groß.",
        queries: BOTH,
        hinweise: ["Suche in Bayern lohnt sich auch."],
      },
    ],
    [
      "with German keys",
      {
        suchen: [
          { suche: "Steuerberater", ort: "Köln" },
          { Suchbegriff: "Steuerberater", Stadt: "Bonn" },
        ],
      },
    ],
    [
      "with short keys",
      [
        { q: "Steuerberater", location: "Köln", grund: "groß" },
        { term: "Steuerberater", city: "Bonn" },
      ],
    ],
    [
      "with keys of two words",
      [
        { search_term: "Steuerberater", region: "Köln" },
        { "Search Query": "Steuerberater", region: "Bonn" },
      ],
    ],
    ["of one term with places", { query: "Steuerberater", regions: ["Köln", "Bonn"] }],
    ["of texts", ["Steuerberater in Köln", "Steuerberater in Bonn"]],
    ["of texts under a name", { queries: ["Steuerberater Köln", "Steuerberater Bonn"] }],
    ["of texts with signs between", ["Steuerberater | Köln", "Steuerberater – Bonn"]],
    ["of texts with brackets", ["Steuerberater (Köln)", "Steuerberater, Bonn"]],
    ["of texts with numbers", ["1. Steuerberater in Köln", "2) „Steuerberater“ in Bonn"]],
    [
      "of texts with labels",
      ["Suche: Steuerberater; Region: Köln", "Suchbegriff: Steuerberater, Ort: Bonn"],
    ],
    [
      "of lists of two",
      [
        ["Steuerberater", "Köln"],
        ["Steuerberater", "Bonn"],
      ],
    ],
    ["by numbers", { "1": KOELN, "2": BONN }],
    [
      "with the place in the term",
      [pair("Steuerberater Köln", "Köln"), pair("Steuerberater in Bonn", "Bonn")],
    ],
    [
      "with the place before the term",
      [pair("Köln Steuerberater", "Köln"), pair("Bonn: Steuerberater", "Bonn")],
    ],
    [
      "with the place in the term alone",
      [pair("Steuerberater Köln", ""), { query: "Steuerberater im Raum Bonn" }],
    ],
    ["with a nearer place in the term", [pair("Steuerberater Köln", "Nordrhein-Westfalen"), BONN]],
    [
      "with a postal code or a link before it",
      [pair("Steuerberater in 50667 Köln", ""), pair("Steuerberater am Bonn", "Bonn")],
    ],
    ["of a list of places in one text", { query: "Steuerberater", region: "Köln; Bonn" }],
    ["with keys that are places", { Köln: ["Steuerberater Köln"], Bonn: ["Steuerberater Bonn"] }],
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

  it.each<[string, unknown, string, object[]]>([
    [
      "the description",
      [pair("Steuerberater", ""), pair("Steuerberater", "")],
      "in Köln oder Bonn",
      BOTH,
    ],
    [
      "a city whose name is no word here",
      ["Catering"],
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

it.each([
  [{}],
  ["Gern. Ich helfe dabei."],
  [{ hinweis: "Keine Suche gefunden" }],
  [[1, 2]],
  [["Das kann ich leider so nicht beantworten, ohne mehr zu wissen"]],
])("takes nothing from %j", (value) => {
  expect(read(value).pairs).toEqual([]);
});
