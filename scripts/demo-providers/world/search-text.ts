import { type FederalState, federalStates } from "./federal-states";
import { foldWords } from "./folded-text";
import { type Place, places, placesOf } from "./places";
import { type Trade, trades } from "./trades";

/** The whole country, a state, or some places of one. */
export interface Area {
  state?: FederalState;
  places?: readonly Place[];
}

interface FoundArea {
  area: Area;
  /** Index of the first word that names the area, and the number of its words. */
  start: number;
  length: number;
}

/** District names that mean something else to most people. */
const AMBIGUOUS = new Set(["mitte", "neustadt", "strom", "haefen"]);
const NICKNAMES: Record<string, string> = { nrw: "NW", meckpomm: "MV", mv: "MV" };

const areasByName = new Map<string, Area[]>();
for (const word of ["deutschland", "germany", "bundesweit"]) areasByName.set(word, [{}]);
for (const state of federalStates) {
  const nicknames = Object.keys(NICKNAMES).filter((name) => NICKNAMES[name] === state.code);
  for (const name of [state.name, ...nicknames]) addArea(name, { state });
}
for (const state of federalStates) {
  const inState = placesOf(state);
  for (const name of new Set(inState.map(({ locality }) => locality))) {
    const short = name.replace(/^Lutherstadt |( am | an der | im | in der |\/| \().*$/gs, "");
    const area = { state, places: inState.filter(({ locality }) => locality === name) };
    // „in Brandenburg“ means the state.
    const isState = federalStates.some((one) => one.name === short);
    for (const spelling of new Set(isState ? [name] : [name, short])) addArea(spelling, area);
  }
}
for (const place of places) {
  if (place.district !== undefined)
    addArea(place.district, { state: place.state, places: [place] });
}

function addArea(name: string, area: Area): void {
  const folded = foldWords(name);
  areasByName.set(folded, [...(areasByName.get(folded) ?? []), area]);
}

const LONGEST_NAME = Math.max(...[...areasByName.keys()].map((name) => name.split(" ").length));

/**
 * Finds every place named in folded words, the most specific first: places before states before the
 * country. A state in the text distinguishes places of the same name: "Neustadt, Bremen".
 */
export function findAreas(words: readonly string[]): FoundArea[] {
  const found: { areas: Area[]; start: number; length: number }[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length -= 1) {
      const areas = areasByName.get(words.slice(start, start + length).join(" "));
      if (areas === undefined) continue;
      found.push({ areas, start, length });
      start += length - 1;
      break;
    }
  }
  const states = new Set(found.map(({ areas: [first] }) => (first?.places ? null : first?.state)));
  const isAmbiguous = (start: number) => AMBIGUOUS.has(words[start] ?? "");
  return found
    .flatMap(({ areas, start, length }): FoundArea[] => {
      const named = areas.find((area) => area.places && states.has(area.state ?? null));
      const area = named ?? (isAmbiguous(start) ? undefined : areas[0]);
      return area === undefined ? [] : [{ area, start, length }];
    })
    .sort((a, b) => detailOf(b.area) - detailOf(a.area) || b.length - a.length);
}

function detailOf({ state, places: inState }: Area): number {
  return (state ? 1 : 0) + (inState ? 1 : 0);
}

/** From this length on a synonym also matches the beginning of a longer word. */
const SHORTEST_PREFIX = 5;

/** Every trade that a text names, in its order. A longer word wins over its beginning: "Industriepark". */
export function findTrades(text: string): Trade[] {
  const words = ` ${foldWords(text)} `;
  const found = new Map<number, { trade: Trade; length: number }>();
  for (const trade of trades) {
    for (const synonym of trade.synonyms) {
      const at = words.indexOf(synonym.length < SHORTEST_PREFIX ? ` ${synonym} ` : ` ${synonym}`);
      if (at >= 0 && synonym.length > (found.get(at)?.length ?? 0)) {
        found.set(at, { trade, length: synonym.length });
      }
    }
  }
  const inOrder = [...found].toSorted(([a], [b]) => a - b).map(([, { trade }]) => trade);
  return [...new Set(inOrder)];
}

/**
 * Reads a search text such as "Stadtwerke in Bayern". `trade` and `area` are undefined where no word names one;
 * `unknownPlace` is true for "… in Hintermusterhausen".
 */
export function parseSearchText(text: string) {
  const words = foldWords(text).split(" ");
  const areas = findAreas(words);
  const inArea = new Set(
    areas.flatMap(({ start, length }) => Array.from({ length }, (_, index) => start + index)),
  );
  const [trade] = findTrades(words.filter((_, index) => !inArea.has(index)).join(" "));
  const hasPlace = /\S (?:in|bei|nahe|um) (?!de[rmn] |meiner )\S/.test(words.join(" "));
  return { trade, area: areas[0]?.area, unknownPlace: hasPlace && areas.length === 0 };
}
