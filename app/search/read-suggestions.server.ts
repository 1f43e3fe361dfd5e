import { z } from "zod";
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

const MAX_PLACE_WORDS = 4;

/** „Steuerberater in Köln“: what is looked for, and where, as far as the words say it. */
function splitPlace(text: string, region: string): { query: string; place: string } {
  const parts = text.replace(/ (?:und|&) Umgebung$/i, "").split(" ");
  const isHere = (name: string) =>
    isPlace(name) || `${foldText(region)} `.startsWith(`${foldText(name)} `);
  for (let count = Math.min(MAX_PLACE_WORDS, parts.length - 1); count > 0; count -= 1) {
    const place = parts.slice(-count).join(" ");
    const rest = parts.slice(0, -count);
    const isLinked = isLink(rest.at(-1));
    while (isLink(rest.at(-1))) rest.pop();
    const isWord = isWordToo(place) && !isLinked && region !== "" && region !== place;
    if (isHere(place) && !isWord && rest.length > 0) {
      return { query: rest.join(" ").replace(/,$/, ""), place };
    }
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

/** Far more than anybody asked for. */
const MAX_FOUND = 30;
const PairSchema = z.object({ query: z.string(), region: z.string().catch("") });
/** Each pair stands or falls alone. */
const AnswerSchema = z.object({ queries: z.array(PairSchema.nullable().catch(null)).catch([]) });

/**
 * Takes the good pairs out of a model's answer. A pair without a region, or with all of Germany for one, gets one
 * that the description names; one that lies elsewhere is none.
 *
 * @param taken searches that must not come again
 */
export function readSuggestions(
  value: object,
  { description, taken }: { description: string; taken: readonly SearchPair[] },
): { pairs: SearchPair[]; errors: string[] } {
  const { queries } = AnswerSchema.parse(value);
  const found = queries
    .slice(0, MAX_FOUND)
    .flatMap((pair) => (pair === null ? [] : [toPair(pair.query, pair.region)]));
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
