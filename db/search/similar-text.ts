import { FIELD_END } from "./search-document";
import { isQuoted, matchesDocument, parseSearch, type SearchWord } from "./search-query";
import { toBaseLetters } from "./search-text";

/** A word of a search text, or a number, which can be typed as several words. */
export interface SearchPart {
  words: SearchWord[];
  /** Letters, or digits; empty for addresses and the like, which are only found as typed. */
  text: string;
}

/** A search with fewer hits also shows similar leads. */
export const FEW_HITS = 3;
const MOST_SIMILAR = 10;
/** Lengths. Shorter words have too many neighbours; shorter numbers stand in too many telephone numbers. */
export const LEAST = { similar: 4, fault: 5, partOfWord: 7 };

/** Makes „Gärtnereien“ equal „Gärtnerei“, and „Praxen“ „Praxis“. */
const ENDING = /(?<=\p{L}{4})(?:nen|ern|en|er|es|is|um|us|e|n|s|a)$/u;
/** Makes „Geografie“ equal „Geographie“, „Mayer“ „Meier“, „Ehrhardt“ „Erhard“. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/chr/g, "kr"],
  [/c(?=[eiy])|tz/g, "z"],
  [/ck|c(?!h)/g, "k"],
  [/y|ie/g, "i"],
  [/ai/g, "ei"],
  [/(?<=[rt])h|(?<=[aeiou])h(?![aeiou])/g, ""],
  [/dt|d$/g, "t"],
  [/(.)\1+/g, "$1"],
];

/** Without umlauts and ending. */
export const stemOf = (word: string) => toBaseLetters(word).replace(ENDING, "");

const soundOf = (word: string) =>
  SOUNDS.reduce((text, [pattern, by]) => text.replace(pattern, by), word);

/** True if at most one letter is wrong, missing or additional, or two are swapped. */
export function hasOneFault(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const gap = long.length - short.length;
  if (gap > 1) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let left = short.length - begin;
  while (left > 0 && short[begin + left - 1] === long[begin + left - 1 + gap]) left -= 1;
  const isSwapped = short[begin] === long[begin + 1] && short[begin + 1] === long[begin];
  return left === 0 || (gap === 0 && (left === 1 || (left === 2 && isSwapped)));
}

export const isNumber = ({ text }: SearchPart) => /^\d+$/.test(text);

/** Nothing is similar to quoted text. */
export function searchParts(q: string): SearchPart[] {
  const parts: SearchPart[] = [];
  for (const word of isQuoted(q) ? [] : parseSearch(q)) {
    const text = (word[0] ?? "").replace(/[#~\n ]/g, "");
    const part = { words: [word], text: /^(?:\p{L}+|\d+)$/u.test(text) ? text : "" };
    const before = parts.at(-1);
    if (before && isNumber(before) && isNumber(part)) {
      before.words.push(word);
      before.text += part.text;
    } else parts.push(part);
  }
  return parts;
}

/** Digits as they stand within a telephone number, without the country's code. */
export const innerDigits = (digits: string) => digits.replace(/^(?:00)?49(?=\d{5})/, "");

const WORD_OR_END = new RegExp(`\\p{L}+|${FIELD_END}`, "gu");

/** The words of each line, also joined with the one before, since „Wein Handlung“ may be typed in one. */
function termsOf(document: string): Set<string> {
  const terms = new Set<string>();
  let before = "";
  for (const word of document.match(WORD_OR_END) ?? []) {
    if (word !== FIELD_END) terms.add(word).add(before + word);
    before = word === FIELD_END ? "" : word;
  }
  return terms;
}

const NONE = Number.POSITIVE_INFINITY;
/** Words that sound the same, and singular and plural, differ by no more letters. */
const MAX_GAP = 3;

/** @returns how far a word is from the typed one, with which it may also begin: „Schreibwraen“, „Schreibwarenhandlung“ */
function wordComparison(typed: string): (word: string) => number {
  const [base, stem] = [toBaseLetters(typed), stemOf(typed)];
  const [sound, sounds] = [soundOf(base), [soundOf(base), soundOf(stem)]];
  return (word) => {
    const [otherBase, otherStem] = [toBaseLetters(word), stemOf(word)];
    const gap = otherBase.length - base.length;
    if (gap < -MAX_GAP) return NONE;
    if (gap <= MAX_GAP) {
      const other = soundOf(otherBase);
      if (sounds.includes(other) || sounds.includes(soundOf(otherStem))) return 1;
      if ([typed, base].some((one) => one.length >= LEAST.fault && hasOneFault(one, word)))
        return 2;
      if (sound.length >= LEAST.partOfWord && hasOneFault(sound, other)) return 3;
    }
    if (base.length < LEAST.partOfWord || gap <= 0) return NONE;
    if (word.startsWith(stem) || otherStem.endsWith(stem)) return 3;
    const begins = [-1, 0, 1].map((more) => word.slice(0, typed.length + more));
    return begins.some((begin) => hasOneFault(typed, begin)) ? 4 : NONE;
  };
}

/** @returns how far a document is from a part */
function comparison(part: SearchPart) {
  const { words, text } = part;
  const compare = wordComparison(text);
  const known = new Map<string, number>();
  const differenceFrom = (term: string) => {
    const difference = known.get(term) ?? compare(term);
    known.set(term, difference);
    return difference;
  };
  return (document: string): number => {
    if (words.every((word) => word.some((one) => document.includes(one)))) return 0;
    if (text.length < LEAST.similar) return NONE;
    if (!isNumber(part)) return Math.min(NONE, ...Array.from(termsOf(document), differenceFrom));
    const numbers = document.match(/\d+/g) ?? [];
    return numbers.some((one) => one.includes(innerDigits(text))) ? 1 : NONE;
  };
}

/** The leads that differ least from a search text, without those that it finds. */
export function mostSimilar<Lead extends { document: string }>(
  q: string,
  leads: readonly Lead[],
): Lead[] {
  const words = parseSearch(q);
  const parts = searchParts(q).map(comparison);
  if (parts.length === 0) return [];
  const compared = leads.map((lead) => {
    const { document } = lead;
    const sum = parts.reduce((sum, part) => (sum < NONE ? sum + part(document) : sum), 0);
    return { lead, difference: matchesDocument(words, document) ? NONE : sum };
  });
  return compared
    .filter(({ difference }) => difference < NONE)
    .sort((one, other) => one.difference - other.difference)
    .slice(0, MOST_SIMILAR)
    .map(({ lead }) => lead);
}
