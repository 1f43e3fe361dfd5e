import { cleanLine } from "../../providers/website/clean-text";
import type { OrderPattern } from "./order-words";

/** A word of a text, with the part of the text that it stands in. */
interface TextWord {
  /** Folded; of an email address its domain, with the @ before it. */
  word: string;
  hasColon: boolean;
  part: number;
}

/** Signs of other alphabets that look like Latin letters. */
const LOOKALIKES = new Map(
  Object.entries({
    а: "a",
    е: "e",
    о: "o",
    р: "p",
    с: "c",
    у: "y",
    х: "x",
    і: "i",
    ѕ: "s",
    ԁ: "d",
    ɡ: "g",
    п: "n",
    т: "t",
    ο: "o",
    α: "a",
    ε: "e",
    ι: "i",
    ν: "v",
    ρ: "p",
    ı: "i",
  }),
);
const DIGIT_LETTERS = new Map(
  Object.entries({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" }),
);

function replaced(text: string, signs: ReadonlyMap<string, string>): string {
  return [...text].map((sign) => signs.get(sign) ?? sign).join("");
}

/** Lower case, with signs that nobody sees left out and those that only look like others replaced. */
export function foldedText(text: string): string {
  return replaced(cleanLine(text.normalize("NFKC")).toLowerCase(), LOOKALIKES);
}

/** „1gn0re“ → „ignore“; numbers and plain words stay. */
function withoutDigits(word: string): string {
  return /\d/.test(word) && /\p{L}/u.test(word) ? replaced(word, DIGIT_LETTERS) : word;
}

function wordsOf(text: string, part: number): TextWord[] {
  return foldedText(text)
    .split(" ")
    .flatMap((chunk): TextWord[] => {
      const at = chunk.lastIndexOf("@");
      if (at > 0) {
        const domain = chunk.slice(at).replace(/[^\p{L}\p{N}]{1,5}$/u, "");
        return [{ word: domain, hasColon: false, part }];
      }
      return (chunk.match(/[\p{L}\p{N}_]+:?/gu) ?? []).map((match) => {
        const hasColon = match.endsWith(":");
        return { word: hasColon ? match.slice(0, -1) : match, hasColon, part };
      });
    });
}

/** Finds the words of patterns in a text, each text word looked at once. */
class Vocabulary {
  readonly #exact = new Set<string>();
  readonly #stems: string[] = [];
  readonly #pairs = new Map<string, string[]>();
  readonly #known = new Map<string, readonly string[]>();

  constructor(wanted: Iterable<string>) {
    for (const word of new Set(wanted)) {
      if (word.endsWith("*")) this.#stems.push(word);
      else if (word.includes(" ")) {
        const first = word.split(" ", 1).join();
        this.#pairs.set(first, [...(this.#pairs.get(first) ?? []), word]);
      } else this.#exact.add(word);
    }
  }

  /** Which of the wanted words stand at a place. */
  at(words: readonly TextWord[], place: number): readonly string[] {
    const found = words[place];
    if (found === undefined) return [];
    const single = this.#single(found);
    const pairs = (this.#pairs.get(found.word) ?? []).filter((pair) =>
      pair.split(" ").every((word, index) => words[place + index]?.word === word),
    );
    return pairs.length === 0 ? single : [...single, ...pairs];
  }

  #single({ word, hasColon }: TextWord): readonly string[] {
    const key = hasColon ? `${word}:` : word;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const spellings = [...new Set([word, withoutDigits(word)])];
    const found = spellings.flatMap((spelling) => [
      ...[spelling, hasColon ? `${spelling}:` : ""].filter((form) => this.#exact.has(form)),
      ...this.#stems.filter((stem) => spelling.startsWith(stem.slice(0, -1))),
    ]);
    this.#known.set(key, found);
    return found;
  }
}

type Hits = readonly (readonly string[])[];

function stands(hits: Hits, place: number, group: readonly string[]): boolean {
  return hits[place]?.some((word) => group.includes(word)) ?? false;
}

/** Where each group stands from a place on; null where one is missing. */
function placesOf(hits: Hits, from: number, pattern: OrderPattern): number[] | null {
  const end = Math.min(hits.length, from + pattern.within);
  const places: number[] = [];
  for (const group of pattern.groups) {
    let place = pattern.inOrder && places.length > 0 ? Math.max(...places) + 1 : from;
    while (place < end && (places.includes(place) || !stands(hits, place, group))) place += 1;
    if (place >= end) return null;
    places.push(place);
  }
  return places;
}

/** Where an order ends that begins at a place; null where none begins there. */
function endOfOrder(hits: Hits, from: number, pattern: OrderPattern): number | null {
  const places = placesOf(hits, from, pattern);
  if (places === null || Math.min(...places) !== from) return null;
  const { unless, within } = pattern;
  for (let place = from; unless !== undefined && place < from + within; place += 1) {
    if (stands(hits, place, unless)) return null;
  }
  return Math.max(...places);
}

/**
 * The parts of a text in which orders of some patterns stand, whole or as pieces.
 *
 * @param parts in their order; an order may begin in one and end in another
 */
export function findOrders(
  parts: readonly string[],
  patterns: readonly OrderPattern[],
): Set<number> {
  const words = parts.flatMap(wordsOf);
  const vocabulary = new Vocabulary(
    patterns.flatMap(({ groups, unless = [] }) => [...groups.flat(), ...unless]),
  );
  const hits = words.map((_, place) => vocabulary.at(words, place));
  const marked = new Set<number>();
  for (const [from, found] of hits.entries()) {
    if (found.length === 0) continue;
    for (const pattern of patterns) {
      const end = endOfOrder(hits, from, pattern);
      if (end === null) continue;
      for (const { part } of words.slice(from, end + 1)) marked.add(part);
    }
  }
  return marked;
}
