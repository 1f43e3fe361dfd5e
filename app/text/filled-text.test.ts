import { expect, it } from "vitest";
import { filledText } from "./filled-text";

it.each([
  "",
  "-",
  "0",
  "k. A.",
  "n/a",
  "#N/A",
  "#NV",
  "(leer)",
  "keine",
  "Keine Angabe",
  "unbekannt",
  "xxx",
])("reads „%s“ as empty", (text) => {
  expect(filledText(text)).toBeNull();
});

it.each(["00", "Keine Panik GmbH", "Leer", "NA-Bau", "Ohne Gleichen", "Leer (Ostfriesland)"])(
  "keeps „%s“",
  (text) => {
    expect(filledText(` ${text}\n`)).toBe(text);
  },
);
