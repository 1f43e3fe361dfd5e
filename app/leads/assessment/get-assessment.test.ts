import { expect, it } from "vitest";
import { pageName, quoteInside } from "./get-assessment.server";

it.each([
  ["Wir sind „Die Maler“ seit 1990.", "Wir sind ‚Die Maler‘ seit 1990."],
  ["„Gut“ und „besser“", "‚Gut‘ und ‚besser‘"],
  ['Preis "Grünes Dach" 2024', "Preis ‚Grünes Dach‘ 2024"],
  ["the “Green Roof” award", "the ‚Green Roof‘ award"],
  ["„Anfang ohne Ende", "„Anfang ohne Ende"],
  ['19" Schrank', '19" Schrank'],
  ["ohne Zeichen", "ohne Zeichen"],
])("%s stands between quotes as %s", (text, inside) => {
  expect(quoteInside(text)).toBe(inside);
});

it.each([
  ["https://xn--mller-bder-w5a5z.de/", "müller-bäder.de"],
  ["https://www.firma.de/leistungen/?utm_source=maps&utm_medium=x", "www.firma.de/leistungen"],
  ["http://firma.de/impressum#unten", "firma.de/impressum"],
  ["firma.de", "firma.de"],
])("the page %s is called %s", (address, name) => {
  expect(pageName(address)).toBe(name);
});
