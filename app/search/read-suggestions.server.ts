import { z } from "zod";
import { foldText } from "~db/fold";
import { findNamedPlaces, liesWithin } from "./named-places.server";
import type { SearchPair } from "./search-schema";
import {
  describePair,
  isTooWide,
  pairKey,
  queryError,
  regionError,
  tidyText,
} from "./search-words.server";

/** Turns „Maler in Köln“ into „Maler“, since searches send query and region together. */
export function withoutRegion(query: string, region: string): string {
  const words = tidyText(query).split(" ");
  const at = words.length - region.split(" ").length;
  const isNamed = at > 0 && foldText(words.slice(at).join(" ")) === foldText(region);
  if (!isNamed) return words.join(" ");
  return words
    .slice(0, at)
    .join(" ")
    .replace(/ (?:in|im|am|bei|um)$/i, "");
}

const MAX_FOUND = 30;
const PairSchema = z.object({ query: z.string(), region: z.string().catch("") });
/** An invalid pair does not spoil the others. */
const AnswerSchema = z.object({ queries: z.array(PairSchema.nullable().catch(null)).catch([]) });

/** A pair without a region gets one from the description. A pair elsewhere is refused. */
export function readSuggestions(
  value: object,
  { description, taken }: { description: string; taken: readonly SearchPair[] },
): { pairs: SearchPair[]; errors: string[] } {
  const { queries } = AnswerSchema.parse(value);
  const wanted = findNamedPlaces(description);
  const known = new Set(taken.map(pairKey));
  const pairs: SearchPair[] = [];
  const errors: string[] = [];
  for (const found of queries.slice(0, MAX_FOUND)) {
    if (found === null) continue;
    const named = tidyText(found.region);
    const isFree = (place: string) => !known.has(pairKey({ query: found.query, region: place }));
    const isOpen = named === "" || isTooWide(named);
    const region = (isOpen ? wanted.places.find(isFree) : undefined) ?? named;
    const pair = { query: withoutRegion(found.query, region), region };
    const key = pairKey(pair);
    const malformed = queryError(pair.query) ?? regionError(region);
    if (malformed !== null) errors.push(malformed);
    else if (!liesWithin(region, wanted))
      errors.push(`${describePair(pair)} liegt nicht in: ${wanted.places.join(", ")}.`);
    else if (known.has(key)) errors.push(`${describePair(pair)} wurde schon gesucht.`);
    else pairs.push(pair);
    known.add(key);
  }
  return { pairs, errors };
}
