import { foldText } from "~db/fold";
import { findStatePlaces } from "../../places/places.server";

/** „Mülheim an der Ruhr“ is called Mülheim, „Halle (Saale)“ Halle. */
const shortName = (name: string) =>
  name.split(/ \(| am | an | im | in | vor | ob |\//, 1)[0] ?? name;

/** Their places are quarters. */
const CITY_STATES: readonly string[] = ["Berlin", "Bremen", "Hamburg"];

const TOWNS = new Set(
  findStatePlaces().flatMap(({ name, cities }) =>
    CITY_STATES.includes(name)
      ? [foldText(name)]
      : cities.map((it) => foldText(shortName(it.name))),
  ),
);

/** „die Kölner Kanzlei“ */
const TOWNS_OWN = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}-]{2,30})er (?=\p{Lu})/gu;
/** A place behind a preposition, or behind what is called by its town. */
const NAMED_PLACE =
  /(?<![\p{L}\p{N}])(?:in|aus|bei|nach|um|von|für|Raum|Region|Stadt|Stadtwerken?|Gemeinde|Großraum|Standort) (\p{Lu}[\p{L}-]{2,30})(?: (\p{Lu}[\p{L}-]{2,30}))?/gu;

/**
 * A town that a text puts the company in although neither its record nor its website knows it; null where there is none.
 *
 * @param known everything that is known of the company: its record's names and its pages
 */
export function findOtherTown(text: string, known: readonly string[]): string | null {
  const facts = known.map(foldText);
  for (const [, first = "", second] of [
    ...text.matchAll(NAMED_PLACE),
    ...text.matchAll(TOWNS_OWN),
  ]) {
    const town = [second === undefined ? "" : `${first} ${second}`, first].find((name) =>
      TOWNS.has(foldText(name)),
    );
    if (town !== undefined && !facts.some((fact) => fact.includes(foldText(town)))) return town;
  }
  return null;
}
