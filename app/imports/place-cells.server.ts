import { stateOfRegion } from "~db/state-regions";
import { parseAddressLine } from "../text/address-line";
import { parseCountry } from "../text/country";

/** States whose postal codes begin with a nought, which table programs take away. */
const NOUGHT_STATES = new Set(["Sachsen", "Sachsen-Anhalt", "Thüringen", "Brandenburg"]);
const GERMAN_CODE = /^(?:DE?[- ]?)?(?!00)(\d{2}) ?(\d{3})(?:[.,]0+)?$/i;
const SHORT_CODE = /^(?:([A-Z]{1,3})[- ]?)?(\d{4})(?:[.,]0+)?$/i;
/** Digits and letters; few cells have both, and reading an address takes a while. */
const CODE_AND_TOWN = /^(?=.*\d)(?=.*\p{L})/u;
/** Looks like a code with its town. */
const DUTCH_CODE = /^\d{4} ?[A-Z]{2}$/;
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
  const both = [city ?? "", postalCode ?? ""]
    .filter((cell) => CODE_AND_TOWN.test(cell) && !DUTCH_CODE.test(cell))
    .map((cell) => parseAddressLine(cell))
    .find((line) => line.postalCode !== null && line.city !== null);
  const town = both?.city ?? (/\p{L}/u.test(city ?? "") ? city : null);
  const isCodeAlone = city !== null && town === null;
  const written = both?.postalCode ?? postalCode ?? (isCodeAlone ? city : null);
  const country = around.country ?? both?.country ?? null;
  const code = written === null ? null : toCode(written.trim(), town, { ...around, country });
  const unusable: { field: keyof Place; text: string }[] = [];
  if (isCodeAlone && written !== city) unusable.push({ field: "city", text: city });
  if (written !== null && code === null) unusable.push({ field: "postalCode", text: written });
  return { postalCode: code, city: town, unusable };
}

function toCode(text: string, town: string | null, around: Surroundings): string | null {
  const german = GERMAN_CODE.exec(text);
  if (german !== null) return `${german[1]}${german[2]}`;
  const short = SHORT_CODE.exec(text);
  if (short !== null) {
    const country = short[1] === undefined ? around.country : parseCountry(short[1]);
    return isGerman(town, { ...around, country }) ? `0${short[2]}` : (short[2] ?? null);
  }
  const isForeign = FOREIGN_CODE.test(text) && !/^\d{5,}$/.test(text);
  return around.country !== "DE" && isForeign ? text : null;
}

/** Postal codes of Austria and Switzerland have four digits. */
function isGerman(town: string | null, { country, federalState, isGermanList }: Surroundings) {
  if (country !== null) return country === "DE";
  return (
    federalState !== null || isGermanList || NOUGHT_STATES.has(stateOfRegion(null, town) ?? "")
  );
}
