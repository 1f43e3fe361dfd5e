import { foldText } from "~db/fold";
import { FIELDS, type PlainText, perPlainText } from "~db/schema/lead-fields";
import words from "./header-words.json";

export type HeaderWord = keyof typeof words.languages.de | PlainText;

export interface HeaderReading {
  /** Tried on the values in this order; empty if the header names no field. */
  names: HeaderWord[];
  /** Of two columns for one field, the lower rank wins. */
  rank: number;
  /** Ranks below another column of its kind, such as a second address. */
  isSecondary: boolean;
  isBlank: boolean;
  isUnknown: boolean;
  isOfPerson: boolean;
  /** Never a field, whatever the values. */
  isIgnored: boolean;
  /** The header says only „number“: a key, unless the values show a field. */
  isNumber: boolean;
}

/** Splits a JSON word list whose lines hold several words. */
export const wordsIn = (lines: readonly string[]) => lines.join(" ").split(" ");

interface Name {
  word: HeaderWord;
  order: number;
  language: string;
}

const NAMES = new Map<string, Name>();
const PLAIN_WORDS: Record<string, string[]> = perPlainText((name) => [FIELDS[name].headers]);
const isWord = (name: string): name is HeaderWord =>
  Object.hasOwn(words.languages.de, name) || Object.hasOwn(PLAIN_WORDS, name);
const LANGUAGES: [string, Record<string, string[]>][] = [
  ...Object.entries(words.languages),
  ["de", PLAIN_WORDS],
];
for (const [language, fields] of LANGUAGES) {
  for (const [word, lines] of Object.entries(fields)) {
    for (const [order, name] of wordsIn(lines).entries())
      if (isWord(word) && !NAMES.has(name)) NAMES.set(name, { word, order, language });
  }
}
const NUMBERS = new Set(wordsIn(words.numbers));
/** Fields that may be named „number“; other numbered columns are keys. */
const NUMBERED = ["phone", "mobile", "street", "houseNumber"];
const NEUTRAL = new Set(wordsIn(words.neutral));
const IGNORED = new Set(wordsIn(words.ignored));
const SECONDARY = new Set(wordsIn(words.secondary));
const PREFIX = new RegExp(`^(?:${wordsIn(words.prefixes).join("|")})(?=\\w{3})`);
const MAX_NAME_TOKENS = 4;
const MIN_ENDING_LENGTH = 5;
/** Some programs cut headers to ten letters. */
const CUT_LENGTH = 10;

const BLANK = /^(?:(?:spalte|column|feld|field|unnamed|col|f|c)? ?\d*|[a-z])$/;
const TRAILING_FAX =
  / ?(?:[/&+,]|\bund\b|\boder\b|\bbzw\b\.?) ?(?:(?:tele)?fax|postfach|pf\b)[\w.-]{0,10}$/i;
const BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/g;

const LETTERS: Record<string, string> = { ł: "l", ø: "o", æ: "ae", œ: "oe", ı: "i" };

/** Lower-case words of a header, also split at capitals and digits. */
function tokensOf(text: string): string[] {
  const spaced = text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{L})(?=\d)/gu, "$1 ")
    .replace(/(\d)(?=\p{L})/gu, "$1 ");
  const folded = foldText(spaced).replace(/[łøæœı]/g, (letter) => LETTERS[letter] ?? letter);
  return folded.match(/[a-z0-9]+/g) ?? [];
}

interface Pieces {
  found: Name[];
  unknown: number;
  isSecondary: boolean;
  isIgnored: boolean;
  isNumber: boolean;
}

/** Finds the names in a header, the longest match at each position. */
function piecesOf(tokens: readonly string[]): Pieces {
  const pieces: Pieces = {
    ...{ found: [], unknown: 0 },
    ...{ isSecondary: false, isIgnored: false, isNumber: false },
  };
  for (let at = 0; at < tokens.length; ) {
    let length = Math.min(MAX_NAME_TOKENS, tokens.length - at);
    while (length > 0 && !NAMES.has(tokens.slice(at, at + length).join(""))) length -= 1;
    const name = NAMES.get(tokens.slice(at, at + length).join(""));
    if (length > 0 && name !== undefined) {
      pieces.found.push(name);
      at += length;
      continue;
    }
    readOther(tokens[at] ?? "", pieces);
    at += 1;
  }
  const isOfNumbers = pieces.found.some(({ word }) => NUMBERED.includes(word));
  pieces.isIgnored ||= pieces.isNumber && !isOfNumbers;
  return pieces;
}

function readOther(token: string, pieces: Pieces): void {
  if (/^(?:0*1|(?:19|20)\d\d)$/.test(token) || NEUTRAL.has(token)) return;
  if (/^\d+$/.test(token) || SECONDARY.has(token)) pieces.isSecondary = true;
  else if (NUMBERS.has(token)) pieces.isNumber = true;
  else if (IGNORED.has(token)) pieces.isIgnored = true;
  else {
    const rest = token.replace(PREFIX, "");
    const name = rest === token ? undefined : NAMES.get(rest);
    if (name !== undefined) pieces.found.push(name);
    else if (rest !== token && IGNORED.has(rest)) pieces.isIgnored = true;
    else if (/^(?:liefer|privat|versand)/.test(token)) pieces.isIgnored = true;
    else {
      const whole =
        token.length === CUT_LENGTH && [...NAMES].find(([name]) => name.startsWith(token));
      if (!whole) pieces.unknown += 1;
      const found = whole ? whole[1] : endingOf(token);
      if (found !== undefined) pieces.found.push(found);
    }
  }
}

/** „beschreibung“ of „Kurzbeschreibung“. */
function endingOf(token: string): Name | undefined {
  for (let at = 1; at <= token.length - MIN_ENDING_LENGTH; at += 1) {
    const name = NAMES.get(token.slice(at));
    if (name !== undefined) return name;
  }
  return undefined;
}

const listOf = (names: string) => names.split(" ").filter(isWord);
const PLACES = listOf(words.places);
const ADDRESSED = [...PLACES, ...listOf(words.addressed)];
const OWNERS = listOf(words.owners);
const LOOSE = listOf(words.loose);
const TOGETHER = Object.entries(words.together).map(([all, one]) => [listOf(all), listOf(one)]);
const EITHER = words.either.map(listOf);

/** Reduces several names to the field they mean, or to fields that the values decide between. */
function resolve(found: readonly HeaderWord[], isList: boolean): HeaderWord[] {
  const all = [...new Set(found)];
  const isWithin = (wider: readonly HeaderWord[]) => all.every((word) => wider.includes(word));
  if (all.length < 2) return all;
  // „Telefon mobil“ is a mobile number; „Telefon/Mobil“ holds either kind.
  if (!isList && isWithin(["phone", "mobile"])) return ["mobile"];
  const together = TOGETHER.find(([wider = []]) => isWithin(wider))?.[1];
  if (together !== undefined) return together;
  if (EITHER.some(isWithin)) return all;
  if (isWithin(PLACES) && all.includes("street")) return ["address"];
  if (all.includes("address")) {
    const owner = all.some((word) => OWNERS.includes(word));
    const others = all.filter((word) => word !== "address");
    if (!owner)
      return others.every((word) => ADDRESSED.includes(word)) ? resolve(others, isList) : [];
    if (others.every((word) => OWNERS.includes(word))) return isList ? [] : all.slice(-1);
  }
  const things = all.filter((word) => !OWNERS.includes(word) && word !== "address");
  return things.length < all.length ? resolve(things, isList) : [];
}

export function readHeader(header: string): HeaderReading {
  const plain = header.trim().replace(/\s+/g, " ").replace(TRAILING_FAX, "");
  const outside = plain.replace(BRACKETS, " ");
  const inside = [...plain.matchAll(BRACKETS)].map((match) => match[1] ?? "").join(" ");
  const outer = piecesOf(tokensOf(outside));
  const isNumbered = /^\s*\d+\s*$/.test(inside);
  const inner = piecesOf(tokensOf(inside));
  const folded = tokensOf(plain).join(" ");
  const outerWords = outer.found.map(({ word }) => word);
  const isNamed = outerWords.includes("name");
  // Brackets after a person or company only describe it.
  const isOwned = !isNamed && outerWords.some((word) => OWNERS.includes(word));
  const innerWords = inner.found
    .map(({ word }) => word)
    .filter((word) => word !== "areaCode" && !isOwned && (!OWNERS.includes(word) || isNamed));
  const isIgnored = outer.isIgnored || inner.isIgnored;
  // „Venue/Contact Information/Phone Number“
  const path = plain.split("/");
  if (outer.unknown > 0 && path.length > 1) return readHeader(path.at(-1) ?? "");
  const isUnknown = outer.unknown > 0;
  const isList = /[/&+,]|\bund\b/i.test(outside);
  const names = (isIgnored ? [] : resolve([...outerWords, ...innerWords], isList)).filter(
    (word) => !isUnknown || (outer.found.length === 1 && LOOSE.includes(word)),
  );
  const chosen = outer.found.find(({ word }) => word === names[0]);
  const isAside =
    outerWords.length > 1 &&
    outerWords.some((word) => OWNERS.includes(word)) &&
    !OWNERS.includes(names[0] ?? "name");
  // Beside „Company City“, „City“ is the person's.
  const isCompanysPlace =
    isAside && outerWords.includes("companyName") && PLACES.some((place) => place === names[0]);
  return {
    names,
    rank:
      (chosen?.order ?? 0) / 100 + (isCompanysPlace ? -1 : isAside ? 1 : 0) + (isUnknown ? 5 : 0),
    isSecondary: outer.isSecondary || (inner.isSecondary && isNumbered),
    isBlank: BLANK.test(folded),
    isUnknown,
    isOfPerson: outerWords.includes("contactName"),
    isIgnored,
    isNumber: outer.isNumber && outer.found.length + outer.unknown === 0,
  };
}

export const isKnownHeader = ({ names, isUnknown }: HeaderReading) =>
  names.length > 0 && !isUnknown;

const COUNTRIES: Record<string, string> = words.countries;

/** Guesses the country from the headers' language: undefined for German or English, null if ambiguous. */
export function countryOfHeaders(header: readonly string[]): string | null | undefined {
  const counts = new Map<string, number>();
  for (const { language } of header.flatMap((text) => piecesOf(tokensOf(text)).found))
    if (language !== "en") counts.set(language, (counts.get(language) ?? 0) + 1);
  const [most = ["de", 0]] = [...counts].sort((left, right) => right[1] - left[1]);
  return most[0] === "de" || most[1] < 2 ? undefined : (COUNTRIES[most[0]] ?? null);
}
