import { z } from "zod";
import { foldText } from "../world/folded-text";
import { findAreas } from "../world/place-words";
import type { TradeKey } from "../world/trades";
import { regionsFor } from "./regions";
import { findTrades, TRADE_TERMS } from "./trade-terms";

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

/** The terms to search by, each with its rarer names behind it. */
function termsFor(mode: string, description: string): (readonly string[])[] {
  const named = findTrades(description);
  const keys = named.length > 0 ? named : (MODE_TRADES.get(mode) ?? []);
  if (keys.length > 0) return keys.map((key) => TRADE_TERMS[key]);
  const term = guessTerm(description);
  return [[term, `${term} Betrieb`]];
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
  const rarer = cross(
    terms.flatMap(([, ...others]) => others),
    regions,
  );
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
