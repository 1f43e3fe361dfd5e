import { federalStates } from "./federal-states";
import { foldText } from "./folded-text";
import { type Area, findAreas } from "./place-words";
import { placesNamed } from "./places";
import { type TradeKey, trades } from "./trades";

/** What a search text asks for, e.g. "Stadtwerke in Bayern" or "Zahnarzt München". */
export interface UnderstoodSearch {
  /** Absent when no word names a trade of the demo world. */
  trade?: TradeKey;
  /** Absent when the text names no place, or one that the demo world does not know. */
  area?: Area;
  /** True for "… in Hintermusterhausen": a place was asked for, but nobody knows it. */
  unknownPlace: boolean;
}

/** From this length on a synonym also matches as the beginning of a longer word. */
const SHORTEST_PREFIX = 5;
const placePrepositions = new Set(["in", "bei", "nahe", "um"]);
const fillerWords = new Set(
  "der die das den dem und von im am aus region raum umgebung naehe land bundesland stadt".split(
    " ",
  ),
);

/** „Netzbetreiber in Neustadt, Bremen“: the state says which of the places of that name is meant. */
function readPlaceInState(text: string): UnderstoodSearch | undefined {
  const [what = "", name = "", ...rest] = text.split(",");
  const [trade = "", ...places] = what.split(/ in /i);
  if (rest.length > 0 || places.length === 0) return undefined;
  const place = places.join(" in ").trim();
  const state = federalStates.find(
    (candidate) => foldText(candidate.name) === foldText(name.trim()),
  );
  if (state === undefined) return undefined;
  const area: Area = { kind: "town", state, places: placesNamed(state, place) };
  return { trade: findTrade(foldText(trade).split(" ")), area, unknownPlace: false };
}

/** Reads trade and place out of a search text; upper case, umlauts and plural forms do not matter. */
export function understandSearch(text: string): UnderstoodSearch {
  const inState = readPlaceInState(text.trim());
  if (inState !== undefined) return inState;
  const words = foldText(text).split(" ");
  const areas = findAreas(words);
  const inArea = new Set(
    areas.flatMap(({ start, length }) =>
      words.slice(start, start + length).map((_, i) => start + i),
    ),
  );
  const tradeWords = words.filter((_, index) => !inArea.has(index));
  const unknownPlace =
    areas.length === 0 && wordsBehindPreposition(words).some((word) => !fillerWords.has(word));
  return { trade: findTrade(tradeWords), area: areas[0]?.area, unknownPlace };
}

function wordsBehindPreposition(words: readonly string[]): readonly string[] {
  const position = words.findIndex((word, index) => index > 0 && placePrepositions.has(word));
  return position < 0 ? [] : words.slice(position + 1);
}

/** The trade with the longest matching synonym: "Industriepark" is not "Industrie". */
function findTrade(words: readonly string[]): TradeKey | undefined {
  const text = ` ${words.join(" ")} `;
  let best: { key: TradeKey; length: number } | undefined;
  for (const { key, synonyms } of trades) {
    for (const synonym of synonyms) {
      const needle = synonym.length >= SHORTEST_PREFIX ? ` ${synonym}` : ` ${synonym} `;
      if (text.includes(needle) && synonym.length > (best?.length ?? 0)) {
        best = { key, length: synonym.length };
      }
    }
  }
  return best?.key;
}
