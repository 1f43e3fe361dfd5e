import { expect, it } from "vitest";
import { findNamedPlaces, liesWithin } from "./named-places.server";

it.each<[string, string[]]>([
  ["Stadtwerke in Bayern und Hessen", ["Bayern", "Hessen"]],
  ["stadtwerke in bayern", ["Bayern"]],
  ["Zahnärzte in Passau, Bad Tölz und Hof", ["Passau", "Bad Tölz", "Hof"]],
  ["Maler in Köln, Nordrhein-Westfalen", ["Köln"]],
  ["Steuerberater aus 50667 Köln oder Frankfurt am Main", ["Köln", "Frankfurt am Main"]],
  ["Brauereien im Allgäu", ["Allgäu"]],
  ["Versorger in Süddeutschland", ["Süddeutschland"]],
  ["Firmen, die Essen liefern", []],
  ["Hotels bundesweit, vor allem in Bayern", []],
  ["Hotels, aber nicht in Bayern oder Hessen", []],
  ["Hotels in Hessen, außer Kassel", ["Hessen"]],
  ["Speditionen am Rhein", []],
])("finds where „%s“ means", (description, places) => {
  expect(findNamedPlaces(description).places).toEqual(places);
});

it.each<[string, string[], string[]]>([
  [
    "Stadtwerke in Bayern",
    [
      "Bayern",
      "München",
      "Oberbayern",
      "Nordbayern",
      "Nürnberg, Bayern",
      "Franken",
      "Raum Nürnberg",
    ],
    ["Köln", "Hessen", "Ruhrgebiet", "Köln, NRW"],
  ],
  [
    "Stadtwerke in Köln",
    ["Köln", "Köln-Ehrenfeld", "Köln, Nordrhein-Westfalen", "Ehrenfeld"],
    ["Bonn", "Nordrhein-Westfalen", "Rheinland", "Berlin"],
  ],
  ["Stadtwerke in Köln und Umgebung", ["Köln", "Bonn"], ["München", "Nordrhein-Westfalen"]],
  ["Maler in Frankfurt am Main", ["Frankfurt"], ["Wiesbaden"]],
  ["Brauereien im Allgäu", ["Allgäu", "Kempten"], ["Bayern", "Köln"]],
  ["Versorger in Süddeutschland", ["Bayern", "Stuttgart"], ["Hamburg", "Sachsen"]],
  ["Kanzleien in Sachsen", ["Leipzig"], ["Sachsen-Anhalt", "Halle (Saale)"]],
  ["Kanzleien", ["Köln", "Bayern", "Ostfriesland"], []],
])("judges regions for „%s“", (description, within, elsewhere) => {
  const meant = findNamedPlaces(description);
  expect(within.filter((region) => !liesWithin(region, meant))).toEqual([]);
  expect(elsewhere.filter((region) => liesWithin(region, meant))).toEqual([]);
});
