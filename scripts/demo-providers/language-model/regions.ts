import type { FederalState } from "../world/federal-states";
import { foldText } from "../world/folded-text";
import { type Area, findAreas } from "../world/place-words";
import { places } from "../world/places";
import { describedNames } from "./described-names";

/** Parts of the country that have no border: their states or towns, by folded name. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  sueddeutschland: ["Bayern", "Baden-Württemberg"],
  norddeutschland: ["Niedersachsen", "Schleswig-Holstein", "Hamburg", "Bremen"],
  ostdeutschland: ["Sachsen", "Thüringen", "Sachsen-Anhalt", "Brandenburg"],
  westdeutschland: ["Nordrhein-Westfalen", "Hessen", "Rheinland-Pfalz"],
  mitteldeutschland: ["Sachsen", "Sachsen-Anhalt", "Thüringen"],
  ruhrgebiet: ["Dortmund", "Essen", "Duisburg", "Bochum"],
  rheinland: ["Köln", "Düsseldorf", "Bonn"],
  franken: ["Nürnberg", "Würzburg", "Bamberg"],
};

const LARGEST_TOWNS = ["Berlin", "Hamburg", "München", "Köln"];
const MORE_TOWNS = ["Frankfurt am Main", "Stuttgart", "Düsseldorf", "Leipzig", "Dortmund"];
const CITY_STATES = new Set(["BE", "HB", "HH"]);
/** Names that a search takes as they are. */
const PLAIN_NAME = /^[\p{L} .-]+$/u;

/** The towns of a state, largest first; of a city state its districts. */
function townsOf(state: FederalState): string[] {
  const names = places
    .filter((place) => place.state === state)
    .map(({ locality, district }) =>
      district === undefined ? locality : `${locality} ${district}`,
    );
  return [...new Set(names)].filter((name) => PLAIN_NAME.test(name));
}

function isPart(place: string): boolean {
  return Object.hasOwn(PARTS, foldText(place));
}

function nameOf(area: Exclude<Area, { kind: "country" }>): string {
  return area.kind === "state" ? area.state.name : (area.places[0]?.locality ?? area.state.name);
}

/** The parts of the country, states and towns that a text names, by their usual names. */
function namedIn(text: string): { name: string; state: FederalState }[] {
  const words = foldText(text).split(" ");
  const parts = words.flatMap((word) => (Object.hasOwn(PARTS, word) ? (PARTS[word] ?? []) : []));
  const areas = [...parts, text].flatMap((part) =>
    findAreas(foldText(part).split(" "))
      .toSorted((a, b) => a.start - b.start)
      .map(({ area }) => area),
  );
  const named = areas.flatMap((area) =>
    area.kind === "country" ? [] : [{ name: nameOf(area), state: area.state }],
  );
  return [...new Map(named.map((entry) => [entry.name, entry])).values()];
}

export interface Regions {
  /** Where to search. */
  regions: string[];
  /** Where else, within what was asked for or around it. */
  further: string[];
  /** Whether `further` lies within what was asked for. */
  isWide: boolean;
}

/**
 * Where to search for what a text asks for. A map shows 60 firms at most, so one large region becomes its towns, and
 * the whole country its largest ones.
 */
export function regionsFor(text: string): Regions {
  const named = namedIn(text);
  // A map is asked for places that this world does not have, too: a wrong place is worse than none found.
  const others = describedNames(text).places.filter((place) => !isPart(place));
  const names = [...named.map(({ name }) => name), ...others];
  if (names.length === 0) return { regions: LARGEST_TOWNS, further: MORE_TOWNS, isWide: true };
  const states = [...new Set(named.map(({ state }) => state))];
  const around = others.map((place) => `Raum ${place}`);
  const towns = states.flatMap(townsOf).filter((town) => !names.includes(town));
  const isWide = others.length === 0 && named.every(({ name, state }) => name === state.name);
  const [only] = states;
  if (isWide && named.length === 1 && only !== undefined && !CITY_STATES.has(only.code)) {
    return { regions: towns.slice(0, 4), further: towns.slice(4), isWide };
  }
  return { regions: names, further: [...around, ...towns], isWide };
}
