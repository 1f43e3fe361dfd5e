import { z } from "zod";
import { foldWords } from "../world/folded-text";
import { type Place, placesOf } from "../world/places";
import { findAreas, findTrades } from "../world/search-text";
import { trades } from "../world/trades";

const PairSchema = z.object({ query: z.string(), region: z.string() });
export const DescriptionSchema = z.object({
  mode: z.string(),
  description: z.string(),
  history: z.array(PairSchema).default([]),
});
type Pair = z.infer<typeof PairSchema>;

const MAX_QUERIES = 4;
/** Trades of a mode, for a description that names none. */
const MODE_TRADES: Record<string, readonly string[]> = {
  stadtwerke: ["stadtwerke"],
  industrie: ["maschinenbau", "industriepark"],
};
const LARGEST_TOWNS = ["Berlin", "Hamburg", "München", "Köln", "Stuttgart", "Leipzig", "Dortmund"];
/** Capitalized words that are not trades. */
const NO_TRADE =
  /^(?:ich|wir|sie|bitte|alle|viele|welche|kunden|firmen|betriebe|unternehmen|region|umkreis|raum)$/i;

const areasIn = (text: string) => findAreas(foldWords(text).split(" ")).map(({ area }) => area);

function termsFor(mode: string, description: string): (readonly string[])[] {
  const named = findTrades(description);
  const usual = trades.filter(({ key }) => MODE_TRADES[mode]?.includes(key));
  if (named.length > 0 || usual.length > 0)
    return (named.length > 0 ? named : usual).map(({ terms }) => terms);
  // German nouns are capitalized; the first may be a trade.
  const nouns = description.match(/\p{Lu}\p{L}{3,40}/gu) ?? [];
  const noun = nouns.find((word) => !NO_TRADE.test(word) && areasIn(word).length === 0);
  return [[noun ?? "Unternehmen", `${noun ?? "Unternehmen"} Betrieb`]];
}

/** The name to search for: without „(Saale)“ or „/Oder“. */
const nameOf = ({ district, locality }: Place) => district ?? locality.replace(/(?: \(|\/).*/, "");

/** The regions of a text, then the towns of its states, since a map shows at most 60 firms. */
function regionsFor(text: string): string[] {
  const areas = areasIn(text);
  const states = areas.flatMap(({ state, places }) => (state && !places ? state : []));
  const towns = states.flatMap((state) => placesOf(state).map(nameOf));
  const named = areas.flatMap(({ state, places }) => {
    const [place, another] = places ?? [];
    if (place === undefined) return state?.name ?? [];
    return another ? place.locality : nameOf(place);
  });
  // Also suggests places that this world lacks.
  const unknown = [...text.matchAll(/\b(?:in|im|bei|um) (\p{Lu}[\p{L}-]+)/gu)]
    .map(([, name = ""]) => name)
    .filter((name) => areasIn(name).length === 0 && !NO_TRADE.test(name));
  const names = [...named, ...unknown];
  if (names.length === 0) return LARGEST_TOWNS;
  return names.length === 1 && states.length === 1 ? towns : [...names, ...towns];
}

export function suggestSearches(
  { mode, description, history }: z.infer<typeof DescriptionSchema>,
  attempt: number,
): { queries: Pair[] } {
  const terms = termsFor(mode, description);
  const regions = regionsFor(description);
  const queries = [...terms.map(([first]) => first ?? ""), ...terms.flatMap((all) => all.slice(1))];
  const near = regions.slice(0, MAX_QUERIES);
  const all = [near, regions].flatMap((some) =>
    queries.flatMap((query) => some.map((region) => ({ query, region }))),
  );
  const keyOf = ({ query, region }: Pair) => foldWords(`${query} / ${region}`);
  const known = new Set(history.map(keyOf));
  const fresh = [...new Map(all.map((pair) => [keyOf(pair), pair])).values()].filter(
    (pair) => !known.has(keyOf(pair)),
  );
  const start = (attempt * MAX_QUERIES) % Math.max(1, fresh.length - MAX_QUERIES);
  return { queries: fresh.slice(start, start + MAX_QUERIES) };
}
