import { foldText } from "../../../db/fold";

/** Folds a text to its words: lower case, umlauts written out, single blanks between letters and digits. */
export function foldWords(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

export function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w)\}/g, (_, key: string) => values[key] ?? "");
}
