import { foldText } from "~db/fold";
import { isLink, isPlace, isWordToo, liesWithin, placesIn } from "./named-places.server";
import type { SearchPair } from "./search-input";
import {
  cleanQuery,
  cleanRegion,
  describePair,
  isTooWide,
  pairKey,
  queryError,
  regionError,
} from "./search-words.server";
import words from "./suggestion-words.json";

const MAX_PLACE_WORDS = 4;

/** „Steuerberater in Köln“: what is looked for, and where, as far as the words say it. */
function splitPlace(text: string, region: string): { query: string; place: string } {
  const parts = text.replace(/ (?:und|&) Umgebung$/i, "").split(" ");
  const isHere = (name: string) =>
    isPlace(name) || `${foldText(region)} `.startsWith(`${foldText(name)} `);
  const most = Math.min(MAX_PLACE_WORDS, parts.length - 1);
  for (let count = most; count > 0; count -= 1) {
    const place = parts.slice(-count).join(" ");
    const rest = parts.slice(0, -count);
    const isLinked = isLink(rest.at(-1));
    while (isLink(rest.at(-1))) rest.pop();
    const isWord = isWordToo(place) && !isLinked && region !== "" && region !== place;
    if (isHere(place) && !isWord && rest.length > 0) {
      return { query: rest.join(" ").replace(/,$/, ""), place };
    }
  }
  const [, what, where] =
    /^(.{2,80}?) in (?:der |dem |Stadt |Raum |Region ){0,2}(\p{Lu}[\p{L} .-]{1,60})$/u.exec(text) ??
    [];
  if (what !== undefined && where !== undefined) return { query: what, place: where };
  for (let count = most; count > 0; count -= 1) {
    const place = parts.slice(0, count).join(" ").replace(/:$/, "");
    if (isHere(place) && !isWordToo(place)) return { query: parts.slice(count).join(" "), place };
  }
  return { query: text, place: "" };
}

/** A term without the place, and the place, whichever of the two names it. */
export function toPair(query: string, region: string): SearchPair {
  const where = cleanRegion(region);
  const { query: what, place } = splitPlace(cleanQuery(query), where);
  const isWithin = place === "" || foldText(where).includes(foldText(place));
  return { query: cleanQuery(what), region: isWithin ? where : cleanRegion(place) };
}

/** Begins a line of a list that is not written as JSON. */
export const LIST_MARK = /^\s{0,9}(?:\d{1,2}[.)]|[-*•])\s{1,9}/;

/** „Steuerberater in Köln“, „Steuerberater | Köln“, „Suche: Steuerberater; Region: Köln“ */
function fromText(text: string): SearchPair[] {
  const plain = text
    .slice(0, MAX_LINE)
    .replace(LIST_MARK, "")
    .replace(/["„“”*]/g, "");
  const [query = "", region = "", ...more] = plain
    .replace(/(?:such(?:e|begriff)|query|begriff|region|ort|location)\s?[:=]\s?/giu, "")
    .split(/[|;(→]| [-–—] |(?<=\p{L}):|,(?= \p{Lu})/u)
    .map((part) => part.replace(/\)/g, "").trim());
  const isSentence = more.length > 1 || query.split(" ").length > MAX_WORDS;
  return query === "" || isSentence ? [] : [toPair(query, region)];
}

const foldKey = (key: string) => foldText(key).replace(/[^a-z]/g, "");
/** Other names that models give a term. */
export const QUERY_NAMES = words.queryKeys;
const QUERY_KEYS = new Set(["query", ...QUERY_NAMES]);
const REGION_KEYS = new Set(words.regionKeys);

const textsOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");

const MAX_DEPTH = 5;
/** Far more than anybody asked for. */
const MAX_FOUND = 30;
const MAX_LINE = 200;
const MAX_WORDS = 7;

/** Every pair in an answer, whatever stands around it; texts count only where no object names one. */
function findPairs(value: unknown): SearchPair[] {
  const objects: SearchPair[] = [];
  const texts: SearchPair[] = [];
  const visit = (candidate: unknown, depth: number): void => {
    if (typeof candidate !== "object" || candidate === null || depth > MAX_DEPTH) return;
    if (Array.isArray(candidate)) {
      const lines = textsOf(candidate);
      const [query = "", region = ""] = lines;
      const isPair = lines.length === 2 && isPlace(region) && !isPlace(query);
      texts.push(...(isPair ? [toPair(query, region)] : lines.flatMap(fromText)));
      for (const inner of candidate) visit(inner, depth + 1);
      return;
    }
    const entries = Object.entries(candidate);
    const valuesAt = (keys: ReadonlySet<string>) =>
      entries.filter(([key]) => keys.has(foldKey(key))).flatMap(([, inner]) => textsOf(inner));
    const queries = valuesAt(QUERY_KEYS);
    const regions = valuesAt(REGION_KEYS).flatMap((text) => text.split(/[;|]/));
    const isPair = queries.length > 0 && entries.some(([key]) => REGION_KEYS.has(foldKey(key)));
    const isSingle = queries.length === 1 && entries.every(([, inner]) => !Array.isArray(inner));
    if (isPair || isSingle) {
      const where = regions.length === 0 ? [""] : regions;
      objects.push(...queries.flatMap((query) => where.map((region) => toPair(query, region))));
      return;
    }
    for (const inner of Object.values(candidate)) visit(inner, depth + 1);
  };
  visit(value, 0);
  return objects.length > 0 ? objects : texts;
}

/**
 * Takes the good pairs out of a model's answer. A pair without a region, or with all of Germany for one, gets one
 * that the description names; one that lies elsewhere is none.
 *
 * @param value JSON of any form, or the lines of a text
 * @param taken searches that must not come again
 */
export function readSuggestions(
  value: unknown,
  { description, taken }: { description: string; taken: readonly SearchPair[] },
): { pairs: SearchPair[]; errors: string[] } {
  const found = findPairs(value).slice(0, MAX_FOUND);
  const before = new Set(taken.map(pairKey));
  const named = new Set(found.map(pairKey));
  const meant = placesIn(description);
  const pairs = new Map<string, SearchPair>();
  const errors: string[] = [];
  for (const { query, region } of found) {
    const isFree = (place: string) => {
      const key = pairKey({ query, region: place });
      return regionError(place) === null && ![before, named, pairs].some((keys) => keys.has(key));
    };
    const isOpen = region === "" || isTooWide(region);
    const pair = { query, region: isOpen ? (meant.places.find(isFree) ?? region) : region };
    const key = pairKey(pair);
    const error = queryError(query) ?? regionError(pair.region);
    if (error !== null) errors.push(error);
    else if (!liesWithin(pair.region, meant)) {
      errors.push(`${describePair(pair)} liegt nicht in: ${meant.places.join(", ")}.`);
    } else if (before.has(key)) errors.push(`${describePair(pair)} wurde schon gesucht.`);
    else if (pairs.has(key)) errors.push(`${describePair(pair)} steht doppelt da.`);
    else pairs.set(key, pair);
  }
  return { pairs: [...pairs.values()], errors };
}
