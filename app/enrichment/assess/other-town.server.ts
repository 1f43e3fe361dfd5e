import { foldText } from "~db/fold";
import { findStatePlaces } from "../../reading/places/places.server";

const shortName = (name: string) =>
  name.split(/ \(| am | an | im | in | vor | ob |\//, 1)[0] ?? name;

/** Their places are districts, not towns. */
const CITY_STATES: readonly string[] = ["Berlin", "Bremen", "Hamburg"];

const TOWNS = new Set(
  findStatePlaces().flatMap(({ name, cities }) =>
    CITY_STATES.includes(name)
      ? [foldText(name)]
      : cities.map((it) => foldText(shortName(it.name))),
  ),
);

/** „die Kölner Kanzlei“ */
const TOWN_ADJECTIVE = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}-]{2,30})er (?=\p{Lu})/gu;
/** After a preposition or a word such as „Stadtwerke“; „in Kassel und Fulda“. */
const NAMED_PLACE =
  /(?<![\p{L}\p{N}])(?:in|aus|bei|nach|nahe|um|von|für|bis|zwischen|Raum|Region|Stadt|Stadtwerken?|Gemeinde|Großraum|Standort|Sitz|Filiale|Niederlassung) (\p{Lu}[\p{L}-]{2,30})(?: (\p{Lu}[\p{L}-]{2,30}))?(?:(?:,| und| oder| bis) (\p{Lu}[\p{L}-]{2,30}))?/gu;

/** „Karlsruh“ and „Dresdn“ of „Karlsruher“ and „Dresdner“ */
const townsOf = (stem: string) => [
  stem,
  `${stem}e`,
  stem.replace(/(?<=ing)$/, "en").replace(/(?<=[^aeiou])n$/, "en"),
];

const firstTown = (names: readonly string[]) => names.find((name) => TOWNS.has(foldText(name)));

export function findOtherTown(text: string, known: readonly string[]): string | null {
  const facts = known.map(foldText);
  const isKnown = (name: string) => facts.some((fact) => fact.includes(foldText(name)));
  const named = [...text.matchAll(NAMED_PLACE)].flatMap(([, first = "", second, next = ""]) => {
    const town = firstTown([second === undefined ? "" : `${first} ${second}`, first]);
    return town === undefined ? [] : [town, firstTown([next]) ?? town];
  });
  const adjectives = [...text.matchAll(TOWN_ADJECTIVE)].flatMap(([, stem = ""]) =>
    isKnown(`${stem}er`) ? [] : (firstTown(townsOf(stem)) ?? []),
  );
  return [...named, ...adjectives].find((town) => !isKnown(town)) ?? null;
}
