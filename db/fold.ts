const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

function stripMarks(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/**
 * Folds text for comparing: lower case, umlauts written out (ä → ae), other accents dropped,
 * white space collapsed. „Müller“, „MUELLER“ and „mueller“ fold to the same text.
 */
export function foldText(text: string): string {
  const lower = text.normalize("NFC").toLowerCase();
  const writtenOut = lower.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter);
  return stripMarks(writtenOut).replace(/\s+/g, " ").trim();
}

/** Folds like {@link foldText}, but reduces umlauts to their base letter (ä → a), as people type them abroad. */
export function foldToBaseLetters(text: string): string {
  const lower = text.normalize("NFC").toLowerCase().replace(/ß/g, "ss");
  return stripMarks(lower).replace(/\s+/g, " ").trim();
}

/** The key by which a tag or a search term is known, however it is written. */
export function labelKey(text: string): string {
  return foldText(text) || text;
}

/** Sorts behind every folded text, so that empty values stand at the end of an ascending list. */
export const LAST_SORT_KEY = "\uffff";

/** The key under which a text column is sorted (DIN 5007: ä as a); empty values come last. */
export function sortKey(text: string | null): string {
  return text === null || text.trim() === "" ? LAST_SORT_KEY : foldToBaseLetters(text);
}
