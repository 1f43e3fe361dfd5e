import { foldText } from "~db/fold";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Short forms that people and older programs write in the place of the codes of ISO 3166-1. */
const OTHER_NAMES: Record<string, string> = {
  d: "DE",
  brd: "DE",
  ger: "DE",
  deu: "DE",
  "federal republic of germany": "DE",
  "bundesrepublik deutschland": "DE",
  a: "AT",
  aut: "AT",
  oe: "AT",
  che: "CH",
  fl: "LI",
  nl: "NL",
  holland: "NL",
  uk: "GB",
  england: "GB",
  grossbritannien: "GB",
  usa: "US",
  "vereinigte staaten von amerika": "US",
  "united states of america": "US",
  tschechien: "CZ",
};

const BY_NAME = new Map(Object.entries(OTHER_NAMES));
for (const language of ["de", "en"]) {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = names.of(code);
    if (name === undefined) continue;
    // Codes of times gone by come before or behind those of today and have the same names.
    if (!BY_NAME.has(foldText(name))) BY_NAME.set(foldText(name), code);
    if (!BY_NAME.has(code.toLowerCase())) BY_NAME.set(code.toLowerCase(), code);
  }
}
BY_NAME.set("deutschland", "DE").set("germany", "DE");

/** ISO 3166-1 alpha-2 of a country by its German or English name, its code or its sign on cars; null for none. */
export function parseCountry(text: string): string | null {
  return BY_NAME.get(foldText(text).replace(/[.]/g, "")) ?? null;
}
