const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

function stripMarks(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Lower case, ä → ae, no other accents, single blanks: „Müller“, „MUELLER“ and „mueller“ become equal. */
export function foldText(text: string): string {
  const lower = text.normalize("NFC").toLowerCase();
  const writtenOut = lower.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter);
  return stripMarks(writtenOut).replace(/\s+/g, " ").trim();
}

export function foldToBaseLetters(text: string): string {
  const lower = text.normalize("NFC").toLowerCase().replace(/ß/g, "ss");
  return stripMarks(lower).replace(/\s+/g, " ").trim();
}

export function labelKey(text: string): string {
  return foldText(text) || text;
}

/** Sorts after all folded text, so empty values come last. */
export const LAST_SORT_KEY = "\uffff";

export function sortKey(text: string | null): string {
  return text === null || text.trim() === "" ? LAST_SORT_KEY : foldToBaseLetters(text);
}
