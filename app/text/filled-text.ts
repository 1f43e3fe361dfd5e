import nothing from "./nothing.json";

const NOTHING = new Set(nothing);

/** Null for „k. A.“, „n/a“, „#NV“, „–“, „unbekannt“, „(leer)“, „0“. */
export function filledText(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 30) return trimmed;
  const words = trimmed
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // „Leer“ is a town, but „(leer)“ means empty.
  const isEmpty = words === "" || NOTHING.has(words) || /^[<([]leer/i.test(trimmed);
  return isEmpty ? null : trimmed;
}
