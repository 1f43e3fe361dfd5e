import { z } from "zod";
import { foldText } from "../world/folded-text";
import { findTrades, TRADE_TERMS } from "./trade-terms";

const DataSchema = z.object({ query: z.string(), region: z.string().nullish() });
const WIDER = ["Unternehmen", "Betriebe", "Firmen"];

/** Another name for the trade of a search that found too little: a wider or a rarer one. */
export function answerSupplement(data: unknown, attempt: number): { query: string } | undefined {
  const parsed = DataSchema.safeParse(data);
  if (!parsed.success) return undefined;
  const { query } = parsed.data;
  const names = findTrades(query).flatMap((key) => TRADE_TERMS[key]);
  const others = names.filter((name) => !foldText(query).includes(foldText(name)));
  const choices = [...others, ...WIDER.map((word) => `${query} ${word}`)];
  return { query: choices[attempt % choices.length] ?? query };
}
