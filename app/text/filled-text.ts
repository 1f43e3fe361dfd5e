import nothing from "./nothing.json";

/** Texts that people, table programs and exports write into an empty cell, without case and signs. */
const NOTHING = new Set(nothing);

/**
 * A text without the white space around it; null where it only says that there is nothing: „k. A.“, „n/a“, „#NV“,
 * „–“, „unbekannt“, „(leer)“, „0“.
 */
export function filledText(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 30) return trimmed;
  const words = trimmed
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // Leer is a town, too, but not in brackets.
  const isLeft = words === "" || NOTHING.has(words) || /^[<([]leer/i.test(trimmed);
  return isLeft ? null : trimmed;
}
