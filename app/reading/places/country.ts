import otherNames from "./country-names.json";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const BY_NAME = new Map(Object.entries(otherNames.names));
for (const language of ["de", "en", "fr", "it", "es", "pt", "nl", "pl", "cs"]) {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = names.of(code);
    // Old codes share the names of today's codes.
    if (name === undefined || Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`)
      continue;
    for (const key of [name.toLowerCase(), code.toLowerCase()]) {
      if (!BY_NAME.has(key)) BY_NAME.set(key, code);
    }
  }
}

/** Reads a name in nine languages, a code or a vehicle sign; returns ISO 3166-1 alpha-2. */
export function parseCountry(text: string): string | null {
  const [name = ""] = text
    .toLowerCase()
    .replaceAll(".", "")
    .replace(/^\[([a-z]{2})\].*/, "$1")
    .split(/[ ,]?[([/,]/);
  return BY_NAME.get(name.trim()) ?? null;
}
