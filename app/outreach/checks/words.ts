/** One way to write a text, for comparing: case, line ends, and the many dashes and apostrophes do not count. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

/** A text without any of these signs at its end. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The words of a text as they are written, without the signs around them. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** The words of a text, folded; the parts of hyphenated ones count too. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(fold(text)).flatMap((word) => [word, ...word.split("-")]));
}

/** Whether a word is written with a capital, as names and all German nouns are. */
export function isCapitalized(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** The same word, or its genitive. */
export function isKnownWord(word: string, known: ReadonlySet<string>): boolean {
  const folded = fold(word);
  return known.has(folded) || known.has(folded.replace(/'?s$/, ""));
}
