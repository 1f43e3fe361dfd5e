import { foldText } from "~db/fold";
import germanCities from "../places/german-cities.json";
import { parseCountry } from "../tables/country";

/** States and their towns whose postal codes begin with a nought, which table programs take away. */
const NOUGHT_STATES = new Set(["Sachsen", "Sachsen-Anhalt", "Thüringen", "Brandenburg"]);
const NOUGHT_TOWNS = new Set(
  germanCities.states
    .filter(({ name }) => NOUGHT_STATES.has(name))
    .flatMap(({ cities }) => cities.map(({ name }) => foldText(name))),
);
const CODE_AND_TOWN = /^(?:([A-Z]{1,3})[- ]?)?(\d{4,5})(?:\.0)?[ ,]+(\p{L}.*)$/iu;
const GERMAN_CODE = /^(?:DE?[- ]?)?(?!00)(\d{2}) ?(\d{3})(?:[.,]0+)?$/i;
const SHORT_CODE = /^(?:([A-Z]{1,3})[- ]?)?(\d{4})(?:[.,]0+)?$/i;
const FOREIGN_CODE = /^(?=.*\d)[A-Z\d][A-Z\d -]{2,10}$/i;

interface Place {
  postalCode: string | null;
  city: string | null;
}

interface Surroundings {
  federalState: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  isGermanList: boolean;
}

/**
 * Postal code and town of a row, in columns of their own or in one („80331 München“). Four digits get their nought
 * back where the town, the state, the country or the rest of the list is German.
 */
export function splitPlace(
  { postalCode, city }: Place,
  around: Surroundings,
): Place & { unusable: { field: keyof Place; text: string }[] } {
  const both = CODE_AND_TOWN.exec(city ?? "") ?? CODE_AND_TOWN.exec(postalCode ?? "");
  const turned = turnedPlace(city ?? "");
  const town = both?.[3] ?? turned?.town ?? (/\p{L}/u.test(city ?? "") ? city : null);
  const isCodeAlone = city !== null && town === null;
  const written = both?.[2] ?? turned?.code ?? postalCode ?? (isCodeAlone ? city : null);
  const code = written === null ? null : toCode(written.trim(), town, around);
  const unusable: { field: keyof Place; text: string }[] = [];
  if (isCodeAlone && written !== city) unusable.push({ field: "city", text: city });
  if (written !== null && code === null) unusable.push({ field: "postalCode", text: written });
  return { postalCode: code, city: town, unusable };
}

/** „München 80331“. */
function turnedPlace(text: string) {
  const town = text.slice(0, -5).trimEnd();
  const isPlace = /^\p{L}[^\d]*$/u.test(town) && /[\s,]\d{5}$/.test(text);
  return isPlace ? { town: town.replace(/,$/, ""), code: text.slice(-5) } : null;
}

function toCode(text: string, town: string | null, around: Surroundings): string | null {
  const german = GERMAN_CODE.exec(text);
  if (german !== null) return `${german[1]}${german[2]}`;
  const short = SHORT_CODE.exec(text);
  if (short !== null) {
    const country = short[1] === undefined ? around.country : parseCountry(short[1]);
    return isGerman(town, { ...around, country }) ? `0${short[2]}` : (short[2] ?? null);
  }
  const isAbroad = around.country === null || around.country !== "DE";
  return isAbroad && FOREIGN_CODE.test(text) && !/^\d{5,}$/.test(text) ? text : null;
}

/** Postal codes of Austria and Switzerland have four digits. */
function isGerman(town: string | null, { country, federalState, isGermanList }: Surroundings) {
  if (country !== null) return country === "DE";
  return federalState !== null || isGermanList || NOUGHT_TOWNS.has(foldText(town ?? ""));
}
