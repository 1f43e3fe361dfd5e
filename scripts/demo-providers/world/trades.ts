import { z } from "zod";
// Node, which runs the browser tests, needs the import attribute.
import tradeData from "./trades.json" with { type: "json" };

const listOf = (text: string) => text.split(",").map((entry) => entry.trim());

/** A word and a number: „BE 9“. */
function numbered(text: string): [string, number] {
  const [word = "", number] = text.split(" ");
  return [word, Number(number)];
}

const list = z.string().transform(listOf);
const CRAFT = "GmbH, GmbH, GmbH, e. K., GmbH & Co. KG, , Meisterbetrieb";

/** A trade of the demo world; its lists are comma-separated texts. */
const TradeSchema = z.strictObject({
  /** As in titles, and Google's `primaryTypeDisplayName` where it has a type for it. */
  label: z.string(),
  /** Google's, besides `point_of_interest` and `establishment`; the first is the primary one. */
  types: list.default([]),
  /** Tags in OpenStreetMap. */
  osm: list,
  /** Folded words that mean this trade in a search; from five letters on also as word beginning. */
  synonyms: list,
  /** Search terms: the commonest name first, then wider and rarer ones. */
  terms: list,
  /** Companies in a state of weight 1, and fixed numbers for tests of paging. */
  density: z.number().default(36),
  counts: list.default([]).transform((counts) => new Map(counts.map(numbered))),
  /** Some firms come to the customer and show no address. */
  isMobile: z.boolean().default(false),
  /** Another trade under which a share of the firms is found, too. */
  second: z.string().transform(numbered).optional(),
  /** {S} a family name, {T} another, {F} a first name, {P} an invented village, {B} a brand, {L} a landmark. */
  names: list,
  legalForms: list.default(listOf(CRAFT)),
  /** Words that the team's company types may contain. */
  companyTypes: list,
  /** {C} the town. */
  about: z.string(),
  services: list,
  /** Most employees of a firm. */
  people: z.number().default(38),
});

export type Trade = z.infer<typeof TradeSchema> & { key: string };

export const trades: readonly Trade[] = Object.entries(tradeData).map(([key, trade]) => ({
  ...TradeSchema.parse(trade),
  key,
}));
