import { type FederalState, federalStates } from "./federal-states";
import { foldText } from "./folded-text";
import { type Place, places } from "./places";

/** Where a search wants to look. */
export type Area =
  | { kind: "country" }
  | { kind: "state"; state: FederalState }
  | { kind: "town"; state: FederalState; places: readonly Place[] };

const stateNicknames: Record<string, string> = { nrw: "NW", meckpomm: "MV", mv: "MV" };
const countryWords = ["deutschland", "germany", "bundesweit", "bundesrepublik deutschland"];
/** Districts whose bare name means nothing, or another town. */
const ambiguousDistricts = new Set(["mitte", "neustadt", "lehe", "walle", "heide"]);

const areasByName = buildAreas();
const longestName = Math.max(...[...areasByName.keys()].map((name) => name.split(" ").length));

function buildAreas(): Map<string, Area> {
  const areas = new Map<string, Area>();
  const add = (name: string, area: Area) => {
    // First come, first served: "Brandenburg" stays the state, "Frankfurt" the one on the Main.
    if (!areas.has(name)) areas.set(name, area);
  };
  for (const word of countryWords) add(word, { kind: "country" });
  for (const state of federalStates) {
    add(foldText(state.name), { kind: "state", state });
    add(foldText(state.englishName), { kind: "state", state });
  }
  for (const [nickname, code] of Object.entries(stateNicknames)) {
    const state = federalStates.find((candidate) => candidate.code === code);
    if (state) add(nickname, { kind: "state", state });
  }
  for (const place of places) add(foldText(place.locality), townArea(place.locality));
  for (const place of places) {
    for (const name of shortNames(place.locality)) add(name, townArea(place.locality));
    if (place.district === undefined) continue;
    const district: Area = { kind: "town", state: place.state, places: [place] };
    add(foldText(`${place.locality} ${place.district}`), district);
    const bare = foldText(place.district);
    if (!ambiguousDistricts.has(bare)) add(bare, district);
  }
  return areas;
}

function townArea(locality: string): Area {
  const found = places.filter((place) => place.locality === locality);
  const [first] = found;
  if (first === undefined) throw new Error(`No place is called ${locality}.`);
  return { kind: "town", state: first.state, places: found };
}

/** "Freiburg im Breisgau" is searched as "Freiburg", "Halle (Saale)" as "Halle". */
function shortNames(locality: string): string[] {
  const short = locality.replace(
    /( am | an der | im | in der | vor der | auf | bei |\/| \().*$/s,
    "",
  );
  const names = short === locality ? [] : [foldText(short)];
  return locality.startsWith("Lutherstadt ") ? [...names, "wittenberg"] : names;
}

export interface AreaMatch {
  area: Area;
  /** Position of the first and the number of all words that name the area. */
  start: number;
  length: number;
}

const specificity: Record<Area["kind"], number> = { country: 0, state: 1, town: 2 };

/**
 * Finds every place named in the folded words of a search, the most telling one first: longer names
 * before shorter ("Sachsen-Anhalt" before "Sachsen"), then towns before states before the country.
 */
export function findAreas(words: readonly string[]): AreaMatch[] {
  const matches: AreaMatch[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(longestName, words.length - start); length > 0; length -= 1) {
      const area = areasByName.get(words.slice(start, start + length).join(" "));
      if (area === undefined) continue;
      matches.push({ area, start, length });
      start += length - 1;
      break;
    }
  }
  return matches.sort(
    (a, b) => b.length - a.length || specificity[b.area.kind] - specificity[a.area.kind],
  );
}
