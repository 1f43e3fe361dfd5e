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
/** Places that share their name with a word; they count behind „in“ alone. */
const WORDS = setOf(
  "Essen Halle Hof Singen Bergen Weiden Steinen Wald Burg Werder Rain Plan Baden Harz",
);
const LINKS = setOf(
  "in im am an bei um aus nahe rund raum großraum region kreis landkreis stadt der dem den",
);
/** These also introduce a town that is too small for the list. */
const BEFORE_TOWN = /^(?:in|bei|um|aus|nahe|raum|großraum|region|kreis|landkreis|stadt)$/i;
/** These introduce places without a search. */
const WITHOUT = /(?<!\p{L})(?:außer|ausgenommen|ohne|nicht|keine?)(?!\p{L})/iu;
const AROUND = /umgebung|umkreis|umland|raum|region|nähe|kreis|\b(?:nahe|um|bei|km)\b/i;
const AREA = /^(?:(?:groß)?raum|(?:land)?kreis) /i;
const AND = /^(?:und|oder|sowie)$/i;
/** Landscapes made of whole states. */
const OF_STATES = /deutschland|bundesländer/i;

/** Also a postal code before the place. */
const isLink = (word: string) => LINKS.has(word.toLowerCase()) || /^\d{5}$/.test(word);

interface NamedPlaces {
  /** In the order of the description; empty where it names none, or all of Germany. */
  places: string[];
  /** The description includes their surroundings. */
  isAround: boolean;
}

/** The places that a description names. */
export function placesIn(description: string): NamedPlaces {
  const [meant = ""] = description.split(WITHOUT, 1);
  const texts = meant.split(/[^\p{L}().-]+/u).map((word) => word.replace(/\.$/, ""));
  const isCased = /\p{Lu}/u.test(meant);
  const places: string[] = [];
  let isList: boolean = false;
  for (let at = 0; at < texts.length; ) {
    const [before = "", word = ""] = [texts[at - 1], texts[at]];
    const isLinked: boolean = isList || isLink(before);
    const nameOf = (text: string): string | undefined => {
      const known = PLACES.get(foldText(text));
      if (known !== undefined && (known === text || !isCased))
        return isLinked || !WORDS.has(known) ? known : undefined;
      const isBehind = (isList || BEFORE_TOWN.test(before)) && /^\p{Lu}/u.test(text);
      return isBehind && townsNamed(text, null).length > 0 ? text : undefined;
    };
    const counts = [4, 3, 2, 1].map((count) => texts.slice(at, at + count));
    const found = counts.find((some) => nameOf(some.join(" ")) !== undefined);
    const name = nameOf(found?.join(" ") ?? "");
    if (name !== undefined && !(isList && !AND.test(before) && holds(name, places.at(-1) ?? "")))
      places.push(name);
    isList = found !== undefined || (isList && AND.test(word));
    at += found?.length ?? 1;
  }
  return { places: texts.some(isTooWide) ? [] : places, isAround: AROUND.test(meant) };
}

/** The states that a region may lie in; for a town's name those of all its namesakes. */
function statesAt(region: string): string[] {
  const [city = "", behind = ""] = region.split(/[,()]/).map((part) => part.trim());
  const named = [region, behind].map(statesNamed).find((states) => states.length > 0);
  return named ?? townsNamed(city.replace(AREA, ""), null).map(({ state }) => state);
}

/** „Köln, Nordrhein-Westfalen“ means Köln alone. */
function holds(state: string, town: string): boolean {
  return statesNamed(state).some((one) => statesAt(town).includes(one));
}

/** A region is one of the places or lies within one. An unknown name may be a part of a town. */
export function liesWithin(region: string, { places, isAround }: NamedPlaces): boolean {
  return places.length === 0 || places.some((place) => isWithin(region, place, isAround));
}

function isWithin(region: string, place: string, isAround: boolean): boolean {
  const isState = parseFederalState(region) !== null;
  const states = statesNamed(place);
  if (states.length > 0) {
    const isWider = isState && parseFederalState(place) === null && !OF_STATES.test(place);
    const at = statesAt(region);
    return !isWider && (at.length === 0 || states.some((state) => at.includes(state)));
  }
  if (statesNamed(region).length > 0) return false;
  const wordsOf = (name: string): string[] => foldText(name).match(/\p{L}+/gu) ?? [];
  const [inner, outer] = [wordsOf(region), wordsOf(place)];
  const isPart =
    outer.every((word) => inner.includes(word)) || inner.every((word) => outer.includes(word));
  const city = region.split(/[,(]/)[0]?.trim().replace(AREA, "") ?? "";
  if (isPart || townsNamed(city, null).length === 0) return true;
  const address = { city, country: null, postalCode: null };
  return isAround && liesIn(parseRegion(`Kreis ${place}`) ?? [], address) !== "outside";
}
