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
/** After a preposition or a word such as „Stadtwerke“. */
const NAMED_PLACE =
  /(?<![\p{L}\p{N}])(?:in|aus|bei|nach|um|von|für|Raum|Region|Stadt|Stadtwerken?|Gemeinde|Großraum|Standort) (\p{Lu}[\p{L}-]{2,30})(?: (\p{Lu}[\p{L}-]{2,30}))?/gu;

export function findOtherTown(text: string, known: readonly string[]): string | null {
  const facts = known.map(foldText);
  for (const [, first = "", second] of [
    ...text.matchAll(NAMED_PLACE),
    ...text.matchAll(TOWN_ADJECTIVE),
  ]) {
    const town = [second === undefined ? "" : `${first} ${second}`, first].find((name) =>
      TOWNS.has(foldText(name)),
    );
    if (town !== undefined && !facts.some((fact) => fact.includes(foldText(town)))) return town;
  }
  return null;
}
