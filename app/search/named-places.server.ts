import { foldText } from "~db/fold";
import { townsNamed } from "~db/german-places";
import { FEDERAL_STATE_NAMES } from "../reading/places/federal-states";
import {
  LANDSCAPE_NAMES,
  liesIn,
  parseRegion,
  statesNamed,
} from "../reading/places/lies-in.server";
import { parseFederalState } from "../reading/places/parse-federal-state";
import { findStatePlaces } from "../reading/places/places.server";
import { isTooWide } from "./search-words.server";

const CITIES = findStatePlaces().flatMap(({ name, cities }) =>
  name === "Hamburg" ? [] : cities.map((city) => city.name),
);
const NAMES = [...FEDERAL_STATE_NAMES, "NRW", ...LANDSCAPE_NAMES, ...CITIES];
const PLACES = new Map(NAMES.map((name) => [foldText(name), name]));
const setOf = (words: string) => new Set(words.split(" "));
/** Places that share their name with a word. They count only after a link word such as „in“. */
const AMBIGUOUS_NAMES = setOf(
  "Essen Halle Hof Singen Bergen Weiden Steinen Wald Burg Werder Rain Plan Baden Harz",
);
const LINK_WORDS = setOf(
  "in im am an bei um aus nahe rund raum großraum region kreis landkreis stadt der dem den",
);
/** Words before a town that is too small for PLACES. */
const BEFORE_TOWN = /^(?:in|bei|um|aus|nahe|raum|großraum|region|kreis|landkreis|stadt)$/i;
/** Excludes the places that follow. */
const EXCLUSION = /(?<!\p{L})(?:außer|ausgenommen|ohne|nicht|keine?)(?!\p{L})/iu;
const AROUND = /umgebung|umkreis|umland|raum|region|nähe|kreis|\b(?:nahe|um|bei|km)\b/i;
const AREA = /^(?:(?:groß)?raum|(?:land)?kreis) /i;
const AND = /^(?:und|oder|sowie)$/i;
/** Areas made up of whole states. */
const STATE_GROUPS = /deutschland|bundesländer/i;

/** A postal code introduces a place, too. */
const isLink = (word: string) => LINK_WORDS.has(word.toLowerCase()) || /^\d{5}$/.test(word);

interface NamedPlaces {
  /** In the order of the description; empty if it names none, or all of Germany. */
  places: string[];
  /** Whether their surroundings are included. */
  isAround: boolean;
}

export function findNamedPlaces(description: string): NamedPlaces {
  const [included = ""] = description.split(EXCLUSION, 1);
  const texts = included.split(/[^\p{L}().-]+/u).map((word) => word.replace(/\.$/, ""));
  const isCased = /\p{Lu}/u.test(included);
  const places: string[] = [];
  let isList: boolean = false;
  for (let at = 0; at < texts.length; ) {
    const [before = "", word = ""] = [texts[at - 1], texts[at]];
    const isLinked: boolean = isList || isLink(before);
    const nameOf = (text: string): string | undefined => {
      const known = PLACES.get(foldText(text));
      if (known !== undefined && (known === text || !isCased))
        return isLinked || !AMBIGUOUS_NAMES.has(known) ? known : undefined;
      const mayBeTown = (isList || BEFORE_TOWN.test(before)) && /^\p{Lu}/u.test(text);
      return mayBeTown && townsNamed(text, null).length > 0 ? text : undefined;
    };
    const counts = [4, 3, 2, 1].map((count) => texts.slice(at, at + count));
    const found = counts.find((some) => nameOf(some.join(" ")) !== undefined);
    const name = nameOf(found?.join(" ") ?? "");
    if (name !== undefined && !(isList && !AND.test(before) && holds(name, places.at(-1) ?? "")))
      places.push(name);
    isList = found !== undefined || (isList && AND.test(word));
    at += found?.length ?? 1;
  }
  return { places: texts.some(isTooWide) ? [] : places, isAround: AROUND.test(included) };
}

/** The states that a region may lie in; for a town, those of all towns of that name. */
function statesAt(region: string): string[] {
  const [city = "", behind = ""] = region.split(/[,()]/).map((part) => part.trim());
  const named = [region, behind].map(statesNamed).find((states) => states.length > 0);
  return named ?? townsNamed(city.replace(AREA, ""), null).map(({ state }) => state);
}

/** „Köln, Nordrhein-Westfalen“ means Köln alone. */
function holds(state: string, town: string): boolean {
  return statesNamed(state).some((one) => statesAt(town).includes(one));
}

/** Whether a region is or lies within one of the places. An unknown name passes: it may be part of a town. */
export function liesWithin(region: string, { places, isAround }: NamedPlaces): boolean {
  return places.length === 0 || places.some((place) => isWithin(region, place, isAround));
}

function isWithin(region: string, place: string, isAround: boolean): boolean {
  const isState = parseFederalState(region) !== null;
  const states = statesNamed(place);
  if (states.length > 0) {
    const isWider = isState && parseFederalState(place) === null && !STATE_GROUPS.test(place);
    const at = statesAt(region);
    return !isWider && (at.length === 0 || states.some((state) => at.includes(state)));
  }
  if (statesNamed(region).length > 0) return false;
  const wordsOf = (name: string): string[] => foldText(name).match(/\p{L}+/gu) ?? [];
  const [inner, outer] = [wordsOf(region), wordsOf(place)];
  const isPart =
    outer.every((word) => inner.includes(word)) || inner.every((word) => outer.includes(word));
  const city = region.split(/[,(]/)[0]?.trim().replace(AREA, "") ?? "";
  const [at, around] = [city, place].map((name) => townsNamed(name, null));
  // „Ehrenfeld“ names Köln.
  if (isPart || at?.length === 0 || at?.some((town) => around?.includes(town))) return true;
  const address = { city, country: null, postalCode: null };
  return isAround && liesIn(parseRegion(`Kreis ${place}`) ?? [], address) !== "outside";
}
