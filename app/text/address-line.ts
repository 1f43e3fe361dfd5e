/** An address as it stands in one line, taken apart. */
export interface AddressLine {
  street: string | null;
  postalCode: string | null;
  city: string | null;
  /** What stands behind the town: a federal state, or a part of the town. */
  region: string | null;
  /** ISO 3166-1 alpha-2; null where the line names none. */
  country: string | null;
}

/** Countries by their German and English names, and by what stands before a postal code. */
const COUNTRIES = new Map<string, string>([
  ["bundesrepublik deutschland", "DE"],
  ["brd", "DE"],
  ["de", "DE"],
  ["d", "DE"],
  ["a", "AT"],
  ["fl", "LI"],
]);
for (const language of ["de", "en"]) {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  for (let place = 0; place < 26 * 26; place += 1) {
    const code = String.fromCharCode(65 + place / 26, 65 + (place % 26));
    const name = names.of(code);
    if (name !== undefined) COUNTRIES.set(name.toLowerCase(), code);
  }
}

/** @returns ISO 3166-1 alpha-2; null for a text that names no country */
export function parseCountry(text: string): string | null {
  const name = text.trim().toLowerCase();
  return COUNTRIES.get(name) ?? (/^[a-z]{2}$/.test(name) ? name.toUpperCase() : null);
}

/** „Beispielstraße 12, 10115 Berlin, Deutschland“ without the country that goes without saying. */
export function withoutGermany(address: string): string {
  return address.replace(/,\s*(?:Deutschland|Germany)\s*$/i, "");
}

const TOWN =
  /^(?:(?<land>DE?|AT?|CH|FL|LI) ?- ?|(?:DE?|AT?|CH) )?(?<code>\d{4,5})(?: (?<town>\D.*))?$/u;
const TOWN_BEHIND_STREET = /^(?<street>.*\S) (?<town>(?:DE?[ -] ?)?\d{5} \p{Lu}.*)$/u;
/** An Open Location Code, which Google writes where there is no street. */
const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,3} ?/i;
const NO_STREET = new RegExp(
  [
    "^(?:postfach|p\\.? ?o\\.? ?box|postbox|c/o|z\\. ?hd|unnamed road|unbenannte straße)(?![\\p{L}])",
    "^(?:\\d+\\.? ?|im )?(?:etage|stock|stockwerk|og|obergeschoss|eg|erdgeschoss|ug|dg|dachgeschoss)(?![\\p{L}])",
    "^(?:\\d+(?:st|nd|rd|th) )?floor(?![\\p{L}])|^(?:hinter|vorder)haus(?![\\p{L}])",
    "(?:^|[\\s&])(?:gmbh|mbh|ag|kg|ug|ohg|gbr|e\\. ?k\\.|e\\. ?v\\.|ltd\\.?)$",
  ].join("|"),
  "iu",
);
const HOUSE_NUMBER = /\d ?\p{L}?(?: ?[-–/+] ?\d*\p{L}?)*$/u;
const BUILDING = /\d|^(?:geb|haus|halle|tor|werk|block)/iu;

/** The street of what stands beside the town: without floors, companies and districts. */
export function streetOf(parts: readonly string[]): string | null {
  const kept = parts.filter((part) => part !== "" && !NO_STREET.test(part));
  if (!/\p{L}/u.test(kept.join(""))) return null;
  const numbered = kept.findIndex((part) => HOUSE_NUMBER.test(part));
  if (numbered === -1) return kept[0] ?? null;
  const rest = kept.slice(numbered + 1).filter((part) => BUILDING.test(part));
  return [...kept.slice(0, numbered + 1), ...rest].join(", ");
}

/** A line as its parts, and a street apart from the town that follows it without a sign. */
function partsOf(line: string): string[] {
  return line
    .split(/[,;\n|·•]|\s[-–]\s(?=(?:DE?[-– ])?\d{5}\s)/)
    .map((part) =>
      part
        .trim()
        .replace(/\s+/g, " ")
        .replace(/^(DE?|AT?|CH)\s?–\s?(?=\d)/u, "$1-")
        .replace(/(?<=\p{L}{4})\.$/u, "")
        .replace(PLUS_CODE, ""),
    )
    .filter((part) => part !== "")
    .flatMap((part) => {
      const { street, town } = TOWN_BEHIND_STREET.exec(part)?.groups ?? {};
      return street === undefined || town === undefined ? [part] : [street, town];
    });
}

/**
 * Reads „Hauptstr. 5, D-59555 Lippstadt, Deutschland“ and what people and maps services make of it. A postal code of
 * four digits counts only abroad; one without a town behind it stands before the town's part.
 */
export function parseAddressLine(line: string): AddressLine {
  const parts = partsOf(line);
  const last = parts.at(-1);
  const named =
    last === undefined || last.length < 3 ? null : (COUNTRIES.get(last.toLowerCase()) ?? null);
  if (named !== null) parts.pop();
  const at = parts.findIndex((part) => {
    const { code, land } = TOWN.exec(part)?.groups ?? {};
    if (code === undefined) return false;
    return code.length === 5 || (land ?? named ?? "D").startsWith("D") === false;
  });
  const { land, code, town } = TOWN.exec(parts[at] ?? "")?.groups ?? {};
  const country = named ?? (land === undefined ? null : parseCountry(land));
  if (code === undefined) {
    const alone = parts.length === 1 && HOUSE_NUMBER.test(parts[0] ?? "");
    const city = alone ? null : (parts.pop() ?? null);
    return { street: streetOf(parts), postalCode: null, city, region: null, country };
  }
  const behind = parts.slice(at + 1);
  const city = town ?? behind.shift() ?? null;
  const before = parts.slice(0, at).filter((part) => part !== city);
  const street = streetOf(before) ?? streetOf(behind.filter((part) => HOUSE_NUMBER.test(part)));
  return { street, postalCode: code, city, region: behind[0] ?? null, country };
}
