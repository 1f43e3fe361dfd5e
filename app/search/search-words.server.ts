import { foldText } from "~db/fold";
import type { SearchPair } from "./search-schema";

/** Characters. */
export const MAX_SUGGESTED_TEXT = 80;

/** A leading hyphen would exclude the word in web searches. */
const WORD = "(?:&|[\\p{L}\\p{N}][\\p{L}\\p{N}&.-]*)";
const QUERY = new RegExp(`^${WORD}(?: ${WORD})*$`, "u");
const REGION = /^\p{L}[\p{L}\p{N} .,()/-]*$/u;
/** Too wide for one map search. */
const TOO_WIDE = new Set(
  "deutschland|germany|bundesweit|deutschlandweit|bundesrepublik deutschland|ganz deutschland|brd|europa|dach|weltweit|ueberall|online".split(
    "|",
  ),
);

export const isTooWide = (region: string) => TOO_WIDE.has(foldText(region));

/** Without quotes, on one line. */
export function tidyText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/["„“”'‚‘’*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function quoted(text: string): string {
  const cut = text.length > MAX_SUGGESTED_TEXT ? `${text.slice(0, MAX_SUGGESTED_TEXT)}…` : text;
  return `„${cut}“`;
}

export function describePair({ query, region }: SearchPair): string {
  return `${quoted(query)} in ${quoted(region)}`;
}

/** Null if valid. */
export function queryError(query: string): string | null {
  if (query === "") return "Ein Suchbegriff ist leer.";
  if (query.length > MAX_SUGGESTED_TEXT) {
    return `Der Suchbegriff ${quoted(query)} hat mehr als ${MAX_SUGGESTED_TEXT} Zeichen.`;
  }
  if (!QUERY.test(query) || !/\p{L}/u.test(query)) {
    return `Der Suchbegriff ${quoted(query)} darf nur aus Wörtern mit Buchstaben, Ziffern, &, Bindestrich und Punkt bestehen.`;
  }
  return null;
}

export function regionError(region: string): string | null {
  if (region === "") return "Eine Region ist leer.";
  if (region.length > MAX_SUGGESTED_TEXT) {
    return `Die Region ${quoted(region)} hat mehr als ${MAX_SUGGESTED_TEXT} Zeichen.`;
  }
  if (!REGION.test(region)) return `Die Region ${quoted(region)} ist kein Name eines Ortes.`;
  if (isTooWide(region)) {
    return `Die Region ${quoted(region)} ist zu groß für eine Suche: Bundesland, Stadt oder Gegend nennen.`;
  }
  return null;
}

function sortedWords(text: string): string {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== "")
    .sort()
    .join(" ");
}

/** Ignores case, umlauts, punctuation and word order. */
export function pairKey({ query, region }: SearchPair): string {
  return `${sortedWords(query)}|${sortedWords(region)}`;
}

export function isSameQuery(one: string, other: string): boolean {
  return sortedWords(one) === sortedWords(other);
}
