import { foldText } from "~db/fold";
import { parseCountry } from "./country";
import { parseFederalState } from "./parse-federal-state";

interface AddressLine {
  street: string | null;
  postalCode: string | null;
  city: string | null;
  /** A federal state or a district. */
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export function withoutGermany(address: string): string {
  return address.replace(/,\s*(?:Deutschland|Germany)\s*$/i, "");
}

/** „Lange Straße 5 a“ and „Lange Str. 5a“ have the same key, „Gasse 1-3“ and „Gasse 13“ do not. */
export const streetKey = (street: string) =>
  foldText(street)
    .replace(/strasse/g, "str")
    .replace(/(?<=\d)[^a-z\d]+(?=\d)/g, "-")
    .replace(/[^a-z\d-]|(?<!\d)-/g, "");

export function addressLine({
  street,
  postalCode,
  city,
}: Pick<AddressLine, "street" | "postalCode" | "city">): string | null {
  const town = [postalCode, city].filter(Boolean).join(" ");
  return [street, town].filter(Boolean).join(", ") || null;
}

const TOWN = /^(?:(?<prefix>DE?|AT?|CH|FL|LI)[ -]{0,3})?(?<code>\d{4,5})(?: (?<town>\D.*))?$/u;
const TOWN_ABROAD =
  /^(?:\p{Lu}{1,2}-)?(?<code>\d\d-\d{3}|\d{3} \d\d|\d{4} \p{Lu}{2}|\d{4,6}) (?<town>\D.*)$/u;
const TOWN_BEFORE_CODE = /^(?<town>\p{L}\D*) (?<code>\d{5})$/u;
/** Read as cities, not as states. */
const CITY_STATE = /^(?:Berlin|Hamburg|Bremen)$/i;
/** Without „BE“, which also means Berlin. */
const TRAILING_CODE = /^(?:DE|AT|CH|LI|LU|NL|FR|IT|PL|DK|CZ)$/;
const TOWN_AFTER_STREET = /(?<=\S) (?:DE?[ -] ?)?\d{5} \p{Lu}/u;
/** Google gives places without a street an Open Location Code. */
const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,3} ?/i;
const NO_STREET = new RegExp(
  [
    "^pf\\.? ?\\d|^(?:großkundenadresse|postfach|p\\.? ?o\\.? ?box|postbox|c/o|z\\. ?hd|unnamed road|unbenannte straße)(?![\\p{L}])",
    "^(?:\\d+\\.? ?|im )?(?:etage|stock|stockwerk|og|obergeschoss|eg|erdgeschoss|ug|dg|dachgeschoss)(?![\\p{L}])",
    "^(?:\\d+(?:st|nd|rd|th) )?floor(?![\\p{L}])|^(?:hinter|vorder)haus(?![\\p{L}])",
    "(?:^|[\\s&])(?:gmbh|mbh|ag|kg|ug|ohg|gbr|e\\. ?k\\.|e\\. ?v\\.|ltd\\.?)$",
  ].join("|"),
  "iu",
);
const TRAILING_FLOOR =
  / ?[(/] ?[\d. ]{0,4}(?:etage|stock|og|eg|ug|dg|\p{L}{0,6}geschoss)(?: \p{L}{1,10})?\)?$/iu;
const HOUSE_NUMBER = /\d ?\p{L}?(?: ?[-–/+] ?\d{0,4}\p{L}?){0,3}$/u;
const BUILDING_NAME = /^(?:geb|haus|halle|tor|werk|block)/iu;
const BUILDING = new RegExp(`\\d|${BUILDING_NAME.source}`, "iu");

export function streetOf(parts: readonly string[]): string | null {
  const kept = parts
    .map((part) => part.replace(TRAILING_FLOOR, ""))
    .filter((part) => part !== "" && !NO_STREET.test(part));
  if (!/\p{L}/u.test(kept.join(""))) return null;
  const numbered = kept.findIndex((part) => HOUSE_NUMBER.test(part));
  if (numbered === -1) return kept[0] ?? null;
  if (!/\p{L}/u.test(kept[numbered] ?? ""))
    return `${kept[numbered + 1] ?? kept[numbered - 1]} ${kept[numbered]}`;
  const rest = kept.slice(numbered + 1).filter((part) => BUILDING.test(part));
  // Keep a site's name before a building; drop a building's name before a street.
  const isSite = BUILDING_NAME.test(kept[numbered] ?? "");
  const before = kept.slice(0, numbered).filter((part) => isSite || BUILDING.test(part));
  return [...before, kept[numbered], ...rest].join(", ");
}

function partsOf(line: string): string[] {
  return line
    .split(/[,;\n|·•]|\s[-–]\s(?=(?:DE?[-– ])?\d{5}\s)/)
    .map((part) =>
      part
        .trim()
        .replace(/\s+/g, " ")
        .replace(/^(DE?|AT?|CH)\s?–\s?(?=\d)/u, "$1-")
        .replace(/(?<=\p{L}{4})(?<!str)\.$/u, "")
        .replace(/(?<=\p{L}) (?:Deutschland|Germany)$/u, "")
        .replace(PLUS_CODE, ""),
    )
    .filter(
      (part, index, all) =>
        part !== "" && (parseCountry(part) !== "DE" || index === all.length - 1),
    )
    .flatMap((part) => {
      const at = part.search(TOWN_AFTER_STREET);
      return at === -1 ? [part] : [part.slice(0, at), part.slice(at + 1)];
    });
}

export function parseAddressLine(line: string): AddressLine {
  const parts = partsOf(line);
  const last = parts.at(-1) ?? "";
  const written = last.length > 2 ? parseCountry(last) : TRAILING_CODE.exec(last)?.[0];
  const named = written ?? null;
  if (named !== null) parts.pop();
  const isAbroad = named !== null && named !== "DE";
  const towns = parts.map((part) => {
    const found = (isAbroad ? TOWN_ABROAD.exec(part) : null) ?? TOWN.exec(part);
    const { code = "", prefix = named ?? "", town } = found?.groups ?? {};
    const isNone = code.length === 4 && (/^DE?$/.test(prefix) || town === undefined);
    return isNone ? undefined : found?.groups;
  });
  const reversed = parts.map((part) => TOWN_BEFORE_CODE.exec(part)?.groups);
  const found = towns.find(Boolean) ?? reversed.find(Boolean);
  const at = Math.max(towns.indexOf(found), reversed.indexOf(found));
  const country = named ?? (found?.prefix === undefined ? null : parseCountry(found.prefix));
  if (found === undefined) {
    const end = parts.at(-1) ?? "";
    const isState = end.length > 2 && !CITY_STATE.test(end) && parseFederalState(end) !== null;
    const isRegion = isState && !HOUSE_NUMBER.test(parts.at(-2) ?? "");
    const region = isRegion ? (parts.pop() ?? null) : null;
    const isStreet = /\d/.test(parts.at(-1) ?? "") || NO_STREET.test(parts.at(-1) ?? "");
    const city = isStreet ? null : (parts.pop() ?? null);
    return { street: streetOf(parts), postalCode: null, city, region, country };
  }
  const before = parts.slice(0, at);
  const after = parts.slice(at + 1);
  const isTownAfter = after[0] !== undefined && !HOUSE_NUMBER.test(after[0]);
  const city = found.town ?? (isTownAfter ? after.shift() : before.pop()) ?? null;
  const street =
    streetOf(before.filter((part) => part !== city)) ??
    streetOf(after.filter((part) => HOUSE_NUMBER.test(part)));
  return { street, postalCode: found.code ?? null, city, region: after[0] ?? null, country };
}
