import { foldText, foldToBaseLetters } from "~db/fold";
import { displayDomain, domainKey } from "./domain-key.server";
import {
  AUTHORITY_GROUP,
  lettersOf,
  type NameWord,
  readName,
  VOCABULARIES,
  type Vocabulary,
  type WordKind,
} from "./name-words.server";
import { tradesAt, tradesOf } from "./title-words";

/** A 32-bit mask holds two bits per word and two flags. */
const MAX_WORDS = 12;
const BY_INITIALS = 1 << 28;
const WITH_UNKNOWN = 1 << 29;

/** Returns a mask per reading of the label: one bit per full word, a shifted one for initials. */
function readLabel(label: string, words: readonly NameWord[], vocabulary: Vocabulary): Set<number> {
  const pieces = vocabulary.fold(label).split("-").map(lettersOf);
  const text = pieces.join("");
  const bounds = new Set([0]);
  for (const piece of pieces) bounds.add(Math.max(...bounds) + piece.length);
  const bitsOf = (test: (word: NameWord) => boolean) =>
    words.reduce((bits, word, index) => (test(word) ? bits | (1 << index) : bits), 0);
  const tradesOfWords = words.map((word) =>
    word.kind === "trade" ? tradesOf(word.text, vocabulary.trades) : null,
  );
  const ownTrades = new Set(tradesOfWords.flatMap((groups) => [...(groups ?? [])]));
  const isBare = words.every(({ kind }) => kind !== "own" && kind !== "weak");
  const mayAddPlace = !isBare && words.every(({ kind }) => kind !== "place");

  function tradeBits(groups: ReadonlySet<number>): number | null {
    // „siemensstadt“ is not Siemens.
    if (groups.size === 0 || (ownTrades.size === 0 && !groups.has(AUTHORITY_GROUP))) return 0;
    const shared = bitsOf((word) => {
      const own = tradesOfWords[words.indexOf(word)];
      return [...groups].some((group) => own?.has(group));
    });
    return shared === 0 ? null : shared;
  }

  function* segments(start: number): Generator<[end: number, bits: number]> {
    const nextBound = Math.min(...[...bounds].filter((bound) => bound > start));
    const rest = text.slice(start, nextBound);
    for (const word of words) {
      const bits = bitsOf(({ text: other }) => other === word.text);
      if (text.startsWith(word.text, start)) yield [start + word.text.length, bits];
      for (const other of word.others) {
        const isHere =
          other.length > 3 ? text.startsWith(other, start) : rest === other && rest !== text;
        if (isHere) yield [start + other.length, bits];
      }
      // „Zum Goldenen Hirsch“ matches „Goldener Hirsch“.
      const stem = /^(.{4,}e)n$/.exec(word.text)?.[1] ?? " ";
      if (rest.startsWith(stem)) {
        for (const ending of ["", "r", "s"]) {
          if (rest.startsWith(ending, stem.length))
            yield [start + stem.length + ending.length, bits];
        }
      }
    }
    for (const { end, groups } of tradesAt(text, start, vocabulary.trades)) {
      const bits = tradeBits(groups);
      if (bits !== null) yield [end, bits];
    }
    for (let end = start + 1; end <= text.length; end++) {
      const part = text.slice(start, end);
      const isFree = vocabulary.free.has(part) || /^\d+$/.test(part);
      if (isFree || (mayAddPlace && end - start >= 4 && vocabulary.places.has(part)))
        yield [end, 0];
    }
    if (!bounds.has(start)) return;
    if (rest.length < text.length) yield [nextBound, rest.length <= 3 ? 0 : WITH_UNKNOWN];
    yield* initials(text, start, words);
  }

  const reached = Array.from({ length: text.length + 1 }, () => new Set<number>());
  reached[0]?.add(0);
  for (let start = 0; start < text.length; start++) {
    const before = reached[start];
    if (before === undefined || before.size === 0) continue;
    for (const [end, bits] of segments(start)) {
      for (const mask of before) reached[end]?.add(mask | bits);
    }
  }
  return reached[text.length] ?? new Set();
}

const MAX_INITIALS = 6;

/** „swm“ of „Stadtwerke München“, „enbw“ of „Energie Baden-Württemberg“ */
function* initials(
  text: string,
  start: number,
  words: readonly NameWord[],
): Generator<[end: number, bits: number]> {
  const parts = words.flatMap(({ parts: own }, word) =>
    own.map((part, index) => ({ part, word, isFirst: index === 0 })),
  );
  const isNaming = (word: number) => words[word]?.kind === "own" || words[word]?.kind === "weak";
  const wanted = words.reduce((bits, _, word) => (isNaming(word) ? bits | (1 << word) : bits), 0);
  function* walk(at: number, end: number, used: number, bits: number): Generator<[number, number]> {
    if (used >= 2) {
      const usable = parts.slice(0, at).filter(({ word }) => (bits & (1 << word)) !== 0).length;
      const isWhole = end - start >= 3 || ((bits & wanted) === wanted && used === usable);
      yield [end, (bits << MAX_WORDS) | (isWhole ? BY_INITIALS : 0)];
    }
    for (const [index, { part, word, isFirst }] of parts.entries()) {
      if (index < at) continue;
      // Only a trade or filler may be skipped at the start.
      if (used === 0 && words.slice(0, word).some((_, before) => isNaming(before))) break;
      // A word's later parts count only after its first.
      if (isFirst === ((bits & (1 << word)) !== 0)) continue;
      for (let length = 1; length <= Math.min(4, part.length); length++) {
        const letters = part.slice(0, length);
        const isShort = length <= 2 || length === part.length;
        if (!text.startsWith(letters, end) || end + length - start > MAX_INITIALS) break;
        if (isShort) yield* walk(index + 1, end + length, used + 1, bits | (1 << word));
      }
    }
  }
  yield* walk(0, start, 0, 0);
}

function isEnough(
  mask: number,
  words: readonly NameWord[],
  { authorities, fold }: Vocabulary,
  label: string,
): boolean {
  const isFull = (word: NameWord) => (mask & (1 << words.indexOf(word))) !== 0;
  const isInitial = (word: NameWord) => (mask & (1 << (words.indexOf(word) + MAX_WORDS))) !== 0;
  const isMet = (word: NameWord) => isFull(word) || isInitial(word);
  const of = (...kinds: WordKind[]) => words.filter(({ kind }) => kinds.includes(kind));
  const own = of("own");
  const hasUnknown = (mask & WITH_UNKNOWN) !== 0;
  const [first, ...others] = own.filter(isFull);
  const isBareLabel = fold(label) === first?.text;
  if (first !== undefined) {
    // The second owner alone is another company.
    const before = words[words.indexOf(first) - 1];
    const isSecond =
      first.isJoined && before !== undefined && before.kind !== "trade" && !isFull(before);
    // „grid.de“ is not Open Grid Europe, „cargobull.com“ is Schmitz Cargobull.
    const isLoose = isBareLabel && first !== own[0] && others.length === 0 && first.text.length < 9;
    return !isSecond && !isLoose && (!hasUnknown || others.length > 0);
  }
  if (hasUnknown) return false;
  const counted = words.filter(({ kind }) => kind !== "filler");
  const isMostly = (list: NameWord[]) =>
    list.filter((word) => !isMet(word)).length <= list.length / 3;
  const missing = counted.filter((word) => !isMet(word)).length;
  const isTwice = words.some((word) => isFull(word) && isInitial(word));
  if ((mask & BY_INITIALS) !== 0 && !isTwice && isMostly(counted) && isMostly(own)) return true;
  if (own.length > 0) return false;
  if (missing === 0) return true;
  const weak = of("weak");
  if (weak.length > 0) {
    const isWhole = weak.length > 1 && weak.every(isFull);
    return isWhole || (weak.some(isFull) && of("trade", "place").some(isMet));
  }
  const isAuthority = of("trade").every(({ text }) => authorities.has(text));
  const places = of("place");
  return places.some(isFull) && (isAuthority || of("trade").some(isMet));
}

function fitsBy(vocabulary: Vocabulary, name: string, label: string, suffix: string): boolean {
  const alias = /\(([^()]+)\)/.exec(name)?.[1];
  const says = vocabulary.places.has(suffix) || vocabulary.trades.has(suffix);
  const labels = says ? [label, `${label}-${suffix}`] : [label];
  return [name.replace(/\([^()]*\)/g, " "), alias].some((text, index) => {
    const words = text === undefined ? [] : readName(text, vocabulary).slice(0, MAX_WORDS);
    const isNothing = words.every(({ kind }) => kind === "filler");
    if (isNothing || (index === 1 && words.every(({ kind }) => kind !== "own"))) return false;
    return labels.some((tried) =>
      [...readLabel(tried, words, vocabulary)].some((mask) =>
        isEnough(mask, words, vocabulary, label),
      ),
    );
  });
}

/** „zahnarzt-meier.de“ and „swm.de“ fit; trades and places count only together: „stadtwerke-kiel.de“. */
export function fitsCompany(name: string, domain: string): boolean {
  const key = domainKey(`https://${domain}/`);
  if (key.kind !== "company") return false;
  const [label = "", ...suffix] = displayDomain(key.domain).split(".");
  const hasUmlauts = [name, label].some((text) => foldText(text) !== foldToBaseLetters(text));
  const vocabularies = hasUmlauts ? VOCABULARIES : VOCABULARIES.slice(0, 1);
  return vocabularies.some((vocabulary) => fitsBy(vocabulary, name, label, suffix[0] ?? ""));
}
