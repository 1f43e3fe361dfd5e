import { z } from "zod";
import { foldText } from "../world/folded-text";
import { findAreas } from "../world/place-words";
import type { TradeKey } from "../world/trades";
import { describedNames } from "./described-names";
import { regionsFor } from "./regions";
import { findTrades, findTradesAt, TRADE_TERMS } from "./trade-terms";

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
const MODE_TRADES: ReadonlyMap<string, readonly TradeKey[]> = new Map([
  ["stadtwerke", ["stadtwerke"]],
  ["industrie", ["maschinenbau", "industriepark"]],
]);
/** Written large at the beginning of a sentence, or said of any company. */
const NO_TRADES = new Set(
  "ich wir sie bitte alle viele welche kunden firmen betriebe unternehmen suche region umkreis raum".split(
    " ",
  ),
);

function namesPlace(word: string): boolean {
  return findAreas([foldText(word)]).length > 0;
}

/** The first noun that may be a trade: in German it is written large. */
function guessTerm(description: string): string {
  const nouns = description.match(/\p{Lu}\p{L}{3,40}/gu) ?? [];
  const isTrade = (noun: string) => !NO_TRADES.has(foldText(noun)) && !namesPlace(noun);
  return nouns.find(isTrade) ?? "Unternehmen";
}

/** The terms to search by in the order of the text, each with its rarer names behind it. */
function termsFor(mode: string, description: string): (readonly string[])[] {
  const known = findTradesAt(description).map(({ key, at }) => ({ at, terms: TRADE_TERMS[key] }));
  const others = describedNames(description)
    .trades.filter(({ name }) => findTrades(name).length === 0)
    .map(({ name, at }) => ({ at, terms: namedTerms(name) }));
  const named = [...known, ...others].toSorted((a, b) => a.at - b.at).map(({ terms }) => terms);
  if (named.length > 0) return named;
  const keys = MODE_TRADES.get(mode) ?? [];
  if (keys.length > 0) return keys.map((key) => TRADE_TERMS[key]);
  return [namedTerms(guessTerm(description))];
}

function namedTerms(term: string): string[] {
  return [term, `${term} Betrieb`];
}

/** Every term's rarer names, rank by rank, so that no place has to wait for another's. */
function rarerPairs(terms: readonly (readonly string[])[], regions: readonly string[]): Pair[] {
  const ranks = Math.max(...terms.map((names) => names.length));
  return Array.from({ length: ranks - 1 }, (_, rank) =>
    cross(
      terms.flatMap((names) => names[rank + 1] ?? []),
      regions,
    ),
  ).flat();
}

function keyOf({ query, region }: Pair): string {
  return `${foldText(query)} / ${foldText(region)}`;
}

function cross(queries: readonly string[], regions: readonly string[]): Pair[] {
  return regions.flatMap((region) => queries.map((query) => ({ query, region })));
}

/** Two to four pairs of trade and region from a description, none of which was searched for before. */
export function answerAiSearch(data: unknown, attempt: number): { queries: Pair[] } | undefined {
  const parsed = DataSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { mode, description, history } = parsed.data;
  const terms = termsFor(mode, description);
  const commonest = terms.flatMap(([first]) => (first === undefined ? [] : [first]));
  const { regions, further, isWide } = regionsFor(description);
  const wanted = cross(commonest, regions);
  const rarer = rarerPairs(terms, regions);
  const around = cross(commonest, further);
  // The commonest name in another town finds more than a rarer name in the same one, if that town was asked for.
  const rest = isWide ? [...around, ...rarer] : [...rarer, ...around];
  const known = new Set(history.map(keyOf));
  const fresh = [...wanted, ...rest].filter((pair) => {
    const key = keyOf(pair);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  const count = Math.min(MOST, Math.max(FEWEST, wanted.length));
  const queries = fresh.slice(attempt * count).slice(0, count);
  return { queries: queries.length < FEWEST ? fresh.slice(0, count) : queries };
}
