import { foldText, foldToBaseLetters } from "~db/fold";
import { GIVEN_NAMES } from "../people/given-names";
import { withoutLegalForms } from "./legal-forms";
import legalForms from "./legal-forms.json";
import numberPlates from "./number-plates.json";
import * as titles from "./title-words";
import titleWords from "./title-words.json";
import tradeGroups from "./trade-groups.json";

type Fold = (text: string) => string;
export type WordKind = "own" | "weak" | "trade" | "place" | "filler";

export interface NameWord {
  text: string;
  kind: WordKind;
  /** The town of „Kieler“ and the letters of its number plate. */
  others: string[];
  /** „stadt“ and „werke“ of „stadtwerke“, for initials. */
  parts: string[];
  /** Follows „&“: one of several owners. */
  isJoined: boolean;
}

/** The last group: „Landkreis“, „Stadt“. */
export const AUTHORITY_GROUP = tradeGroups.length - 1;

const MAX_NAME_LENGTH = 200;

export const lettersOf = (text: string) => text.replace(/[^\p{L}\d]/gu, "");

/** @param fold sets the spelling of umlauts */
function vocabulary(fold: Fold) {
  const folded = (list: readonly string[]) => list.map((word) => lettersOf(fold(word)));
  const groups = tradeGroups.map((line) => folded(line.split(", ")));
  const trades = new Map<string, Set<number>>();
  for (const word of folded(titleWords.trades)) trades.set(word, new Set());
  for (const [group, words] of groups.entries()) {
    for (const word of words) trades.set(word, (trades.get(word) ?? new Set()).add(group));
  }
  const { connectors, hostWords, places, landmarks, surnames, authorities, wordParts } =
    titleWords.domains;
  const plates = numberPlates.flatMap((line) => line.split(", "));
  // „Groß“ of „Groß-Gerau“ is no place.
  const isPart = (word: string) =>
    !/^(?:groß|klein|neue?n?|alte?n?|ober|unter|nieder|hohen)$/i.test(word);
  const parts = titles.PLACE_NAMES.flatMap((name) => name.split(/[\s-]+/)).filter(isPart);
  const placeWords = [...parts, ...places];
  return {
    fold,
    trades,
    free: new Set(folded([...connectors, ...hostWords, ...legalForms.spellings])),
    fillers: new Set(folded([...connectors, ...titleWords.shortened, ...titleWords.relatives])),
    places: new Set([
      ...folded(titles.PLACE_NAMES),
      ...folded(placeWords).filter((word) => word.length >= 4 || word === "ost"),
    ]),
    weak: new Set([...folded([...GIVEN_NAMES]), ...folded(landmarks)]),
    /** „hl“ stands for Lübeck. */
    plates: new Map(
      plates.map((entry) => {
        const [town = "", letters = ""] = entry.split(/ (?=\p{Lu}+$)/u);
        return [lettersOf(fold(town)), fold(letters)] as const;
      }),
    ),
    surnames: new Set(folded(surnames)),
    authorities: new Set(folded(authorities)),
    parts: folded(wordParts),
  };
}
export type Vocabulary = ReturnType<typeof vocabulary>;

export const VOCABULARIES = [foldText, foldToBaseLetters].map(vocabulary);

/** „kieler“ → „kiel“, „bayerische“ → „bayern“ */
function placeOf(word: string, { places }: Vocabulary): string | null {
  if (places.has(word)) return word;
  const stem = /^(.{4,}?)(?:er|isch(?:e[nrs]?)?)$/.exec(word)?.[1] ?? "";
  return [stem, `${stem}n`, `${stem}en`].find((place) => places.has(place)) ?? null;
}

function kindOf(word: string, vocabulary: Vocabulary): WordKind {
  if (vocabulary.fillers.has(word)) return "filler";
  if (placeOf(word, vocabulary) !== null) return "place";
  if (vocabulary.weak.has(word)) return "weak";
  if (titles.tradesOf(word, vocabulary.trades) !== null) return "trade";
  const hasDigit = /\d/.test(word) && /\p{L}/u.test(word);
  return word.length < 3 && !hasDigit ? "weak" : "own";
}

function partsOf(word: string, { parts }: Vocabulary): string[] {
  const starts = new Set([0]);
  for (const part of parts) {
    for (let at = word.indexOf(part, 2); at > 0; at = word.indexOf(part, at + 1)) starts.add(at);
  }
  const sorted = [...starts].sort((a, b) => a - b);
  return sorted.map((start, index) => word.slice(start, sorted[index + 1]));
}

export function readName(name: string, vocabulary: Vocabulary): NameWord[] {
  const text = withoutLegalForms(name.slice(0, MAX_NAME_LENGTH)).replace(
    /(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))|['’]/gu,
    "",
  );
  const words: NameWord[] = [];
  let isJoined = false;
  for (const raw of vocabulary.fold(text).match(/[\p{L}\d]+(?:-[\p{L}\d]+)*|[&+]/gu) ?? []) {
    if (raw === "&" || raw === "+" || raw === "und") {
      isJoined = true;
      continue;
    }
    const whole = lettersOf(raw);
    const pieces = raw.split("-");
    const isName =
      pieces.length < 3 && pieces.every((piece) => kindOf(piece, vocabulary) === "own");
    const isOne = vocabulary.places.has(whole) || isName;
    for (const word of isOne ? [whole] : pieces) {
      const place = placeOf(word, vocabulary);
      words.push({
        text: word,
        kind: kindOf(word, vocabulary),
        others: [place, vocabulary.plates.get(place ?? word)].filter(
          (other) => other !== undefined && other !== null,
        ),
        parts: (isOne ? pieces : [word]).flatMap((piece) => partsOf(piece, vocabulary)),
        isJoined,
      });
    }
    isJoined = false;
  }
  // „Firma“ alone is a name.
  if (words.every(({ kind }) => kind === "filler")) for (const word of words) word.kind = "own";
  // In „Autohaus Zimmermann“ a trade word is the surname.
  const isNamed = words.some(({ kind }) => kind === "own" || kind === "weak");
  const surname = isNamed ? null : words.findLast(({ text }) => vocabulary.surnames.has(text));
  if (surname) surname.kind = "own";
  return words;
}
