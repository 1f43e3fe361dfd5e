// The attribute is for Node itself, in which the browser tests run.
import tradeData from "./trades.json" with { type: "json" };

/** A trade of the demo world. Lists are texts with commas between. In names and texts stand … */
interface TradeData {
  /** What it is called in titles, and Google's `primaryTypeDisplayName` where it has a type for it. */
  label: string;
  /** Google's `types` besides `point_of_interest` and `establishment`; the first is the primary one. */
  types?: string;
  /** Tags in OpenStreetMap. */
  osm: string;
  /** Folded words that mean this trade in a search; from five letters on also as word beginning. */
  synonyms: string;
  /** How people search for it: the commonest name first, then wider and rarer ones. */
  terms: string;
  /** Companies in a state of weight 1 (36 where it is left out), and fixed numbers where a paging case needs them. */
  density?: number;
  counts?: string;
  /** Some firms come to the customer and show no address. */
  isMobile?: boolean;
  /** Another trade that a share of the firms is found under as well. */
  second?: string;
  /** … {S} a family name, {T} another, {F} a first name, {P} an invented village, {B} a mark, {L} a landmark … */
  names: string;
  legalForms?: string;
  /** Words of the kinds of company that the team may have named. */
  companyTypes: string;
  /** … and {C} the town. */
  about: string;
  services: string;
  /** At most so many people work there. */
  people?: number;
}

const CRAFT = "GmbH, GmbH, GmbH, e. K., GmbH & Co. KG, , Meisterbetrieb";

const data: Record<string, TradeData> = tradeData;

type ListField =
  | "osm"
  | "synonyms"
  | "terms"
  | "names"
  | "legalForms"
  | "companyTypes"
  | "services";

export interface Trade
  extends Omit<TradeData, ListField | "types" | "density" | "counts" | "second">,
    Record<ListField, string[]> {
  key: string;
  types: string[];
  density: number;
  counts: ReadonlyMap<string, number>;
  second: readonly [key: string, share: number] | undefined;
}

const listOf = (text: string) => text.split(",").map((entry) => entry.trim());

/** A word and a number: „BE 9“. */
function numbered(text: string): [string, number] {
  const [word = "", number] = text.split(" ");
  return [word, Number(number)];
}

/** Everything that the companies of the demo world do for a living. */
export const trades: readonly Trade[] = Object.entries(data).map(([key, trade]) => ({
  ...trade,
  key,
  density: trade.density ?? 36,
  types: trade.types === undefined ? [] : listOf(trade.types),
  counts: new Map(trade.counts === undefined ? [] : listOf(trade.counts).map(numbered)),
  second: trade.second === undefined ? undefined : numbered(trade.second),
  osm: listOf(trade.osm),
  synonyms: listOf(trade.synonyms),
  terms: listOf(trade.terms),
  names: listOf(trade.names),
  legalForms: listOf(trade.legalForms ?? CRAFT),
  companyTypes: listOf(trade.companyTypes),
  services: listOf(trade.services),
}));
