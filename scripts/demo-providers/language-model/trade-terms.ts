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

/** From this length on a synonym also counts as the beginning of a longer word. */
const SHORTEST_PREFIX = 5;

/** Every trade that a text names, in the order of the text. A longer word wins over its beginning: „Industriepark“. */
export function findTrades(text: string): TradeKey[] {
  const words = ` ${foldText(text)} `;
  const found = new Map<number, { key: TradeKey; length: number }>();
  for (const { key, synonyms } of trades) {
    for (const synonym of synonyms) {
      const needle = synonym.length >= SHORTEST_PREFIX ? ` ${synonym}` : ` ${synonym} `;
      let at = words.indexOf(needle);
      for (; at >= 0; at = words.indexOf(needle, at + 1)) {
        if (synonym.length > (found.get(at)?.length ?? 0)) {
          found.set(at, { key, length: synonym.length });
        }
      }
    }
  }
  const inOrder = [...found].toSorted(([a], [b]) => a - b).map(([, { key }]) => key);
  return [...new Set(inOrder)];
}
