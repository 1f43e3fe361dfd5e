import { z } from "zod";
import { foldText } from "~db/fold";
import { liesWithin, placesIn } from "./named-places.server";
import type { SearchPair } from "./search-schema";
import {
  describePair,
  isTooWide,
  pairKey,
  queryError,
  regionError,
  tidyText,
} from "./search-words.server";

/** „Maler in Köln“ is „Maler“ in Köln: maps and the web are asked for both. */
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
/** Each pair stands or falls alone. */
const AnswerSchema = z.object({ queries: z.array(PairSchema.nullable().catch(null)).catch([]) });

/** A pair without a place gets one of the description; a pair with a place elsewhere is refused. */
export function readSuggestions(
  value: object,
  { description, taken }: { description: string; taken: readonly SearchPair[] },
): { pairs: SearchPair[]; errors: string[] } {
  const { queries } = AnswerSchema.parse(value);
  const meant = placesIn(description);
  const known = new Set(taken.map(pairKey));
  const pairs: SearchPair[] = [];
  const errors: string[] = [];
  for (const found of queries.slice(0, MAX_FOUND)) {
    if (found === null) continue;
    const named = tidyText(found.region);
    const isFree = (place: string) => !known.has(pairKey({ query: found.query, region: place }));
    const isOpen = named === "" || isTooWide(named);
    const region = (isOpen ? meant.places.find(isFree) : undefined) ?? named;
    const pair = { query: withoutRegion(found.query, region), region };
    const key = pairKey(pair);
    const malformed = queryError(pair.query) ?? regionError(region);
    if (malformed !== null) errors.push(malformed);
    else if (!liesWithin(region, meant))
      errors.push(`${describePair(pair)} liegt nicht in: ${meant.places.join(", ")}.`);
    else if (known.has(key)) errors.push(`${describePair(pair)} wurde schon gesucht.`);
    else pairs.push(pair);
    known.add(key);
  }
  return { pairs, errors };
}
