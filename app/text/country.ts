import otherNames from "./country-names.json";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const BY_NAME = new Map(Object.entries(otherNames.names));
for (const language of ["de", "en"]) {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = names.of(code);
    if (name === undefined) continue;
    // Codes of times gone by come before or behind those of today and have the same names.
    for (const key of [name.toLowerCase(), code.toLowerCase()]) {
      if (!BY_NAME.has(key)) BY_NAME.set(key, code);
    }
  }
}
BY_NAME.set("deutschland", "DE").set("germany", "DE");

/** ISO 3166-1 alpha-2 of a country by its German or English name, its code or its sign on cars; null for none. */
export function parseCountry(text: string): string | null {
  const [name = ""] = text
    .toLowerCase()
    .replaceAll(".", "")
    .split(/[ ,]?[([/,]/);
  return BY_NAME.get(name.trim()) ?? null;
}
