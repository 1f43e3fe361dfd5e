import list from "./language-words.json";

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const GERMAN = new Set(wordsOf(list.german));
const ENGLISH = new Set(wordsOf(list.english));

/** Shorter lines are greetings and names. */
const MIN_LINE_WORDS = 4;
const MIN_GERMAN_SHARE = 0.1;
const MIN_WORDS = 10;

export function isGerman(text: string, known = ""): boolean {
  const names = new Set(wordsOf(known));
  const lines = text.split("\n").map(wordsOf);
  const sentences = lines.filter((line) => line.length >= MIN_LINE_WORDS);
  const count = (line: readonly string[], words: ReadonlySet<string>) =>
    line.filter((word) => words.has(word)).length;
  const isEnglish = sentences.some((line) => {
    const foreign = count(
      line.filter((word) => !names.has(word)),
      ENGLISH,
    );
    return foreign > 1 && foreign > count(line, GERMAN);
  });
  const all = sentences.flat();
  const isLong = all.length >= MIN_WORDS;
  return !isEnglish && !(isLong && count(all, GERMAN) < all.length * MIN_GERMAN_SHARE);
}
