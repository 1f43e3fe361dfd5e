import { foldText } from "../world/folded-text";
import { type TradeKey, trades } from "../world/trades";

/** How people search for a trade: the commonest name first, then wider and rarer ones. */
export const TRADE_TERMS: Readonly<Record<TradeKey, readonly string[]>> = {
  stadtwerke: ["Stadtwerke", "Energieversorger", "Gemeindewerke", "Netzbetreiber"],
  elektriker: ["Elektriker", "Elektroinstallation", "Elektrotechnik"],
  zahnarzt: ["Zahnarzt", "Zahnarztpraxis", "Zahnklinik"],
  steuerberater: ["Steuerberater", "Steuerkanzlei", "Steuerbüro"],
  dachdecker: ["Dachdecker", "Bedachung", "Dachservice"],
  sanitaer: ["Sanitär Heizung", "Installateur", "Haustechnik"],
  tischler: ["Tischlerei", "Schreinerei", "Innenausbau"],
  maschinenbau: ["Maschinenbau", "Anlagenbau", "Metallbau"],
  logistik: ["Spedition", "Logistik", "Transportunternehmen"],
  solar: ["Photovoltaik", "Solaranlagen", "Solartechnik"],
  it: ["IT Dienstleister", "Systemhaus", "Software"],
  baeckerei: ["Bäckerei", "Backwaren", "Backstube"],
  hotel: ["Hotel", "Pension", "Gasthof"],
  autohaus: ["Autohaus", "Autohändler", "KFZ Händler"],
  fernwaerme: ["Fernwärme", "Nahwärme", "Heizkraftwerk"],
  industriepark: ["Industriepark", "Gewerbepark", "Chemiepark"],
};

/** Words that a model understands, though nobody searches a map by them. */
const MORE_SYNONYMS: Partial<Record<TradeKey, readonly string[]>> = {
  fernwaerme: ["waermenetz", "waermeversorg", "nahwaermenetz"],
};

/** From this length on a synonym also counts as the beginning of a longer word. */
const SHORTEST_PREFIX = 5;

/** A trade, with the place where its word stands in the folded text. */
export interface FoundTrade {
  key: TradeKey;
  at: number;
}

/** Every trade that a text names, in the order of the text. A longer word wins over its beginning: „Industriepark“. */
export function findTradesAt(text: string): FoundTrade[] {
  const words = ` ${foldText(text)} `;
  const found = new Map<number, { key: TradeKey; length: number }>();
  for (const { key, synonyms } of trades) {
    for (const synonym of [...synonyms, ...(MORE_SYNONYMS[key] ?? [])]) {
      const needle = synonym.length >= SHORTEST_PREFIX ? ` ${synonym}` : ` ${synonym} `;
      let at = words.indexOf(needle);
      for (; at >= 0; at = words.indexOf(needle, at + 1)) {
        if (synonym.length > (found.get(at)?.length ?? 0)) {
          found.set(at, { key, length: synonym.length });
        }
      }
    }
  }
  const inOrder = [...found].toSorted(([a], [b]) => b - a).map(([at, { key }]) => ({ key, at }));
  // Each once, where it stands first.
  const firsts = new Map(inOrder.map((trade) => [trade.key, trade]));
  return [...firsts.values()].toSorted((a, b) => a.at - b.at);
}

/** The same without the places. */
export function findTrades(text: string): TradeKey[] {
  return findTradesAt(text).map(({ key }) => key);
}
