import { expect, it } from "vitest";
import { filledText } from "./filled-text";

it.each([
  "",
  " ",
  "-",
  "–",
  "---",
  "?",
  "...",
  "0",
  "k. A.",
  "k.A.",
  "K.A",
  "n/a",
  "N.A.",
  "#N/A",
  "#NV",
  "n.v.",
  "NULL",
  "(leer)",
  "<leer>",
  "[keine]",
  "keine",
  "Keine Angabe",
  "unbekannt",
  "nicht bekannt",
  "None",
  "xxx",
])("takes „%s“ for nothing", (text) => {
  expect(filledText(text)).toBeNull();
});

it.each([
  "00",
  "0,5",
  "Keine Panik GmbH",
  "Leer",
  "LEER",
  "Ohne",
  "NA-Bau",
  "Ohne Gleichen",
  "7",
  "K",
  "Leer (Ostfriesland)",
  "A–Z",
])("keeps „%s“", (text) => {
  expect(filledText(` ${text}\n`)).toBe(text);
});
