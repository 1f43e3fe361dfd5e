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

const FOREIGN_TRADES = new Set(wordsOf(list.foreignTrades));
const FOREIGN_SCRIPT = /[^\p{Script=Latin}\P{L}]/u;
/** German nouns are capitalised: „erneuerbare Energien“, but „metal casting“. */
const GERMAN_SIGN = /[\p{Lu}äöüß]/u;
/** „Metal casting“ */
const SMALL_NOUN = /^\p{Ll}+(?:ing|ions?|ments?|ages?|ery|dry|ics|ity|iques?|ance|ence)$/u;

export function hasGermanWord(text: string): boolean {
  return text.split(/\s+/).some((word) => GERMAN_SIGN.test(word) || GERMAN.has(word));
}

/** For a few words, which are too short for `isGerman`. */
export function isGermanTerm(text: string): boolean {
  if (FOREIGN_SCRIPT.test(text)) return false;
  if (wordsOf(text).some((word) => FOREIGN_TRADES.has(word))) return false;
  const isPhrase = text.includes(" ");
  return !isPhrase || (hasGermanWord(text) && !text.split(" ").some((one) => SMALL_NOUN.test(one)));
}
