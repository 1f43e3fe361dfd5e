import { stateOfRegion } from "~db/state-regions";
import { parseAddressLine } from "../reading/places/address-line";
import { parseCountry } from "../reading/places/country";

/** Their postal codes begin with a zero, which spreadsheets drop. */
const ZERO_STATES = new Set(["Sachsen", "Sachsen-Anhalt", "Thüringen", "Brandenburg"]);
const GERMAN_CODE = /^(?:DE?[- ]?)?(?!00)(\d{2}) ?(\d{3})(?:[.,]0+)?$/i;
const SHORT_CODE = /^(?:([A-Z]{1,3})[- ]?)?(\d{4})(?:[.,]0+)?$/i;
/** Digits and letters: spares most cells the slow address parser. */
const CODE_AND_TOWN = /^(?=.*\d)(?=.*\p{L})/u;
/** „1234 AB“ looks like a code with a town. */
const DUTCH_CODE = /^\d{4} ?[A-Z]{2}$/;
const FOREIGN_CODE = /^(?=.*\d)[A-Z\d][A-Z\d -]{2,10}$/i;
/** „2010“, „98700-000“, „00-950“, „114 35“, „9999 ZZ“, „S9999ZZZ“, „ZZ99 9ZZ“, „D02 XY45“, „K1A 0B1“ */
const CODE =
  "(?:[A-Z]{1,2}-)?(?:\\d{3} \\d\\d|\\d\\d-\\d{3}|\\d{4} ?[A-Z]{2}|\\d{3,7}(?:-\\d{3,4})?)|[A-Z]\\d{4}[A-Z]{0,3}|[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}|[A-Z]\\d[\\dW] ?[A-Z\\d]{4}|[A-Z]\\d[A-Z] \\d[A-Z]\\d";
/** With a town before or after it, or a state: „IL 62704“. */
const CODE_PART = new RegExp(
  `^(?:(?<before>.*\\S) )??(?:[A-Z]{2} )?(?<code>${CODE})(?: (?<town>\\p{L}\\D*))?$`,
  "u",
);
/** „Musterweg 1, 12345 Musterstadt“, „Musterweg 1, Musterstadt, 1234“ */
const WHOLE_ADDRESS = /[\s,](?:\p{Lu}{1,2}[- ])?\d{4,5} \p{L}|,.*,/u;

interface Place {
  street: string | null;
  postalCode: string | null;
  city: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** `address` combines several of the others. */
type PlaceCells = Place & { address: string | null };

interface PlaceContext {
  federalState: string | null;
  /** Country of most rows. Unless it is Germany, addresses are read as foreign ones. */
  listCountry: string | null;
  isGermanList: boolean;
}

type Unusable = { field: "postalCode" | "city"; text: string }[];

/** „Paris - France“, „Wien, Österreich“, „…, Australia, 5000“ */
function splitCountry(text: string): { rest: string; country: string | null } {
  const parts = text.split(/(, ?| [-–] ?)/);
  const isCoded = parts.at(-2)?.startsWith(",") === true && /\d/.test(parts.at(-1) ?? "");
  const at = parts.length - (isCoded ? 3 : 1);
  const name = at > 0 ? (parts[at] ?? "") : "";
  const country = /^U[KS]$|^\p{L}..+$/su.test(name) ? parseCountry(name) : null;
  if (country === null) return { rest: text, country };
  return { rest: [...parts.slice(0, at - 1), ...parts.slice(at + 1)].join(""), country };
}

/** „99 Example St, Adelaide, South Australia, Australia, 5000“: a foreign address in one cell. */
function splitForeign(text: string): Omit<Place, "country"> {
  const parts = text.split(/[,\n]| - /).flatMap((part) => part.trim().replace(/\s+/g, " ") || []);
  const coded = parts.findLastIndex(
    (part, at) => (at > 0 || /\d \p{L}/u.test(part)) && CODE_PART.test(part),
  );
  const { before, code = null, town } = CODE_PART.exec(parts[coded] ?? "")?.groups ?? {};
  // „London SW1A 1AA“
  const isTown = coded > 0 && /\D/.test(parts[0] ?? "") && /^\P{N}{4,}$/u.test(before ?? "");
  const townBefore = (isTown && before) || null;
  const rest = coded < 0 ? parts : [...parts.slice(0, coded), (!townBefore && before) || ""];
  const [first = "", second = ""] = rest;
  // „15, rue de la Gare“, „Via Milano, 9“
  const isNumbered = /^\d+$/.test(first) || /^\d+\S{0,2}$/.test(second);
  const street = isNumbered ? `${first}, ${second}` : first;
  const isStreet = /\p{L}/u.test(street) && (/\d/.test(street) || coded > 0);
  const behind = rest[isNumbered ? 2 : 1] ?? "";
  const isBehind = coded < 0 || coded > 1;
  const alone = coded < 0 && parts.length === 1 ? first : behind;
  const city = town ?? townBefore ?? (isBehind && /^\P{N}+$/u.test(alone) ? alone : null);
  return { street: isStreet ? street : null, postalCode: code, city };
}

/**
 * Reads a row's place from separate or combined cells („80331 München“). Restores the leading zero of four-digit codes
 * where the town, the state, the country or the rest of the list is German.
 */
export function readPlace(
  { address, ...cells }: PlaceCells,
  context: PlaceContext,
): Place & { unusable: Unusable } {
  const isWhole = address === null && WHOLE_ADDRESS.test(cells.street ?? "");
  const line = splitCountry(address ?? (isWhole ? cells.street : null) ?? "");
  const ofTown = splitCountry(cells.city ?? "");
  const country = cells.country ?? ofTown.country ?? line.country;
  const place = { ...cells, city: ofTown.rest || null, country };
  if (line.rest !== "") Object.assign(place, fromLine(line.rest, place, isWhole, context));
  const { unusable, ...town } = splitTown(place, { ...context, country });
  return { street: place.street, country, ...town, unusable };
}

/** Fills empty cells from the combined address. */
function fromLine(text: string, cells: Place, isWhole: boolean, { listCountry }: PlaceContext) {
  const isAbroad = (cells.country ?? listCountry ?? "DE") !== "DE";
  const line = isAbroad ? splitForeign(text) : parseAddressLine(text);
  const isRead = line.city !== null || line.postalCode !== null;
  return {
    street: isWhole ? (isRead && line.street) || cells.street : (cells.street ?? line.street),
    postalCode: cells.postalCode ?? line.postalCode,
    city: cells.city ?? line.city,
  };
}

function splitTown(
  { postalCode, city }: Place,
  context: PlaceContext & Pick<Place, "country">,
): Pick<Place, "postalCode" | "city"> & { unusable: Unusable } {
  const both = [city ?? "", postalCode ?? ""]
    .filter((cell) => CODE_AND_TOWN.test(cell) && !DUTCH_CODE.test(cell))
    .map((cell) => parseAddressLine(cell))
    .find((line) => line.postalCode !== null && line.city !== null);
  const town = both?.city ?? (/\p{L}/u.test(city ?? "") ? city : null);
  const isCodeAlone = city !== null && town === null;
  const written = both?.postalCode ?? postalCode ?? (isCodeAlone ? city : null);
  const country = context.country ?? both?.country ?? null;
  const code = written === null ? null : toCode(written.trim(), town, { ...context, country });
  const unusable: Unusable = [];
  if (isCodeAlone && written !== city) unusable.push({ field: "city", text: city });
  if (written !== null && code === null) unusable.push({ field: "postalCode", text: written });
  return { postalCode: code, city: town, unusable };
}

type TownContext = PlaceContext & Pick<Place, "country">;

function toCode(text: string, town: string | null, context: TownContext): string | null {
  const german = GERMAN_CODE.exec(text);
  if (german !== null) return `${german[1]}${german[2]}`;
  const isAbroad = (context.country ?? context.listCountry ?? "DE") !== "DE";
  const short = SHORT_CODE.exec(text);
  if (short !== null) {
    const country = short[1] === undefined ? context.country : parseCountry(short[1]);
    // „S2000“ lies in Argentina.
    if (/^[A-Z]\d/.test(text) && isAbroad && country !== context.listCountry) return text;
    return isGerman(town, { ...context, country }) ? `0${short[2]}` : (short[2] ?? null);
  }
  const isForeign = FOREIGN_CODE.test(text) && (isAbroad || !/^\d{5,}$/.test(text));
  return context.country !== "DE" && isForeign ? text : null;
}

/** Postal codes of Austria and Switzerland have four digits. */
function isGerman(town: string | null, { country, federalState, isGermanList }: TownContext) {
  if (country !== null) return country === "DE";
  return federalState !== null || isGermanList || ZERO_STATES.has(stateOfRegion(null, town) ?? "");
}
