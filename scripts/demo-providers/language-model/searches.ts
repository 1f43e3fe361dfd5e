import { z } from "zod";
import type { FederalState } from "../world/federal-states";
import { foldWords } from "../world/folded-text";
import { placesOf } from "../world/places";
import { type Area, findAreas, findTrades } from "../world/search-text";
import { trades } from "../world/trades";

const PairSchema = z.object({ query: z.string(), region: z.string() });
const DataSchema = z.object({
  mode: z.string(),
  description: z.string(),
  history: z.array(PairSchema).default([]),
});
type Pair = z.infer<typeof PairSchema>;

const FEWEST = 2;
const MOST = 4;
/** What a mode is about where the description names no trade. */
const MODE_TRADES: Record<string, readonly string[]> = {
  stadtwerke: ["stadtwerke"],
  industrie: ["maschinenbau", "industriepark"],
};
const LARGEST_TOWNS = ["Berlin", "Hamburg", "München", "Köln", "Stuttgart", "Leipzig", "Dortmund"];
/** Written large, though no trade. */
const NO_TRADE =
  /^(?:ich|wir|sie|bitte|alle|viele|welche|kunden|firmen|betriebe|unternehmen|region|umkreis|raum)$/i;

/** The terms to search by, each with its rarer names behind it. */
function termsFor(mode: string, description: string): (readonly string[])[] {
  const named = findTrades(description);
  if (named.length > 0) return named.map(({ terms }) => terms);
  const keys = MODE_TRADES[mode] ?? [];
  if (keys.length > 0)
    return trades.filter(({ key }) => keys.includes(key)).map(({ terms }) => terms);
  // In German the first noun may be a trade: it is written large.
  const nouns = description.match(/\p{Lu}\p{L}{3,40}/gu) ?? [];
  const isTrade = (noun: string) =>
    !NO_TRADE.test(noun) && findAreas([foldWords(noun)]).length === 0;
  const noun = nouns.find(isTrade) ?? "Unternehmen";
  return [[noun, `${noun} Betrieb`]];
}

function townsOf(state: FederalState): string[] {
  // Names that a search takes as they are: without „(Saale)“ or „/Oder“.
  return placesOf(state).flatMap(
    ({ locality, district }) => district ?? locality.split(/ \(|\//)[0] ?? [],
  );
}

function nameOf({ state, places }: Area): string[] {
  const [place, another] = places ?? [];
  if (place === undefined) return state === undefined ? [] : [state.name];
  return [place.district && !another ? `${place.locality} ${place.district}` : place.locality];
}

/**
 * Where to search for what a text asks for, and where else. A map shows 60 firms at most, so one large region becomes
 * its towns, and the whole country its largest ones.
 */
function regionsFor(text: string): { regions: string[]; further: string[] } {
  const areas = findAreas(foldWords(text).split(" ")).map(({ area }) => area);
  const towns = areas.flatMap(({ state }) => (state ? townsOf(state) : []));
  // A map is asked for places that this world does not have, too.
  const unknown = [...text.matchAll(/\b(?:in|im|bei|um) (\p{Lu}[\p{L}-]+)/gu)]
    .map(([, name = ""]) => name)
    .filter((name) => findAreas([foldWords(name)]).length === 0 && !NO_TRADE.test(name));
  const names = [...new Set([...areas.flatMap(nameOf), ...unknown])];
  const isState = names.length === 1 && areas[0]?.state && !areas[0].places;
  if (isState) return { regions: towns.slice(0, MOST), further: towns.slice(MOST) };
  // Of a town's state other towns are elsewhere.
  if (names.length > 0) return { regions: names, further: areas.some(isTown) ? [] : towns };
  return { regions: LARGEST_TOWNS.slice(0, MOST), further: LARGEST_TOWNS };
}

const isTown = ({ places }: Area) => places !== undefined;

function cross(queries: readonly string[], regions: readonly string[]): Pair[] {
  return regions.flatMap((region) => queries.map((query) => ({ query, region })));
}

/** Two to four pairs of trade and region from a description, none of which was searched for before. */
export function suggestSearches(data: unknown, attempt: number): { queries: Pair[] } | undefined {
  const parsed = DataSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { mode, description, history } = parsed.data;
  const terms = termsFor(mode, description);
  const commonest = terms.flatMap(([first]) => first ?? []);
  const rarer = terms.flatMap(([, ...others]) => others);
  const { regions, further } = regionsFor(description);
  const wanted = cross(commonest, regions);
  const all = [...wanted, ...cross(commonest, further), ...cross(rarer, regions)];
  const keyOf = ({ query, region }: Pair) => foldWords(`${query} / ${region}`);
  const known = new Set(history.map(keyOf));
  const once = new Map(all.map((pair) => [keyOf(pair), pair]));
  const fresh = [...once.values()].filter((pair) => !known.has(keyOf(pair)));
  const count = Math.min(MOST, Math.max(FEWEST, wanted.length));
  const start = (attempt * count) % Math.max(1, fresh.length - count);
  return { queries: fresh.slice(start, start + count) };
}
