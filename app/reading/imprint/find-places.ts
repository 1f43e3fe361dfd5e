import { streetOf } from "../places/address-line";
import type { OwnedLine } from "./sections";

export interface Place {
  street: string | null;
  /** Five digits; four in Austria and Switzerland. */
  postalCode: string;
  city: string;
  /** Line index of the town. */
  at: number;
  /** Line index and column of the street. */
  streetAt: number;
  streetFrom: number;
}

const { raw } = String;
const WORD = raw`(?:(?:St|Hess|Gr|Kl|Ndr|Nd|Ob|Unt|Kgl|Pr)\.|\p{Lu}[\p{L}'’-]+)`;
const JOINT = raw`(?:(?:am|an|a\.|auf|bei|b\.|im|in|i\.|ob|vor|v\.|unter|u\.|d\.|der|dem|den|zu|und|a\.d\.|i\.d\.|v\.d\.|o\.d\.)\s?)`;
/** „D-20095 Hamburg“, „12345 Neustadt an der Weinstraße“, „15230 Frankfurt (Oder)“, „A-1010 Wien“ */
const TOWN = new RegExp(
  raw`(?<![\d.,/+-])(?:(?<!\p{L})(DE?|Deutschland|Germany|AT?|CH|FL)\s?[-–—]?\s?)?(\d{4,5})(?:\s{1,2}|(?<=^\S{5,9}),\s)(${WORD}(?:/${WORD})?(?:\s(?:${JOINT}{0,3})${WORD}(?:/${WORD})?){0,3}(?:\s?\(\p{Lu}[\p{L}. ]{2,25}\))?(?:\s-\s\p{Lu}\p{Ll}+$)?)`,
  "gu",
);
const NO_TOWN =
  /\s(?:Deutschland|Germany|Tel|Telefon|Fon|Phone|Fax|Telefax|E-Mail|Email|Mail|Mobil|Amtsgericht|Handelsregister|Inh|Inhaber\p{L}*|USt\S*|Ust\S*|Geschäftsf\p{L}*|Vertreten|Registergericht|Web|Internet|Ortsteil|OT|Ortsteile?|Bundesland|Kontakt|Sitz|Postfach|Steuer\S*|Umsatz\S*)(?!\p{L})/u;
/** Districts follow these cities after a hyphen. */
const CITIES =
  /^(Berlin|Hamburg|München|Köln|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dortmund|Essen|Bremen|Dresden|Hannover|Nürnberg|Duisburg|Bochum|Wuppertal|Bonn|Münster|Mannheim|Karlsruhe|Augsburg)-\p{Lu}\p{Ll}+$/u;
const STREET_LABEL =
  /^(?:[\p{L}./ -]{2,40}:\s+|(?:Straße|Strasse|(?:Post|Haus)?[Aa]nschrift|Adresse)\s(?=\p{Lu}))/u;
/** „mit Sitz in der Schwarzwaldstraße 40“ */
const STREET_IN_SENTENCE =
  /^.{0,300}\s(?:in|unter|[Ss]itz|[Aa]dresse|[Aa]nschrift)\s(?:der\s|dem\s)?(?=\p{Lu}[^,]{2,40}\d)/u;
const STREET_WORD =
  /(?:str(?:\.|aße|asse)|weg|platz|allee|gasse|ring|damm|ufer|hof|markt|chaussee|steig|stieg|kamp|park|graben|berg|feld|winkel|zeile|promenade|anger|kai|deich|wall|tor|brücke|wiese|heide|höhe|siedlung|gewerbegebiet|industriegebiet|schloss|gut|mühle|grund|rain|leite|pfad|steg)$/iu;
const STREET_START =
  /^(?:am|an|im|in|zum|zur|auf|unter|hinter|vor|alte[rs]?|neue[rs]?|obere[rs]?|untere[rs]?|haus|gut|hof|schloss|industriepark|gewerbepark|geb)(?=\s)/iu;
const HOUSE_NUMBER = /\p{L}.{0,60}\s?\d{1,4}\s?[a-z]?(?:\s?[-–/+]\s?\d{0,4}\s?[a-z]?){0,3}\.?$/iu;
const SQUARE = /^[A-Z]\s?\d{1,2},\s?\d{1,3}(?:\s?[-–]\s?\d{1,3})?$/;
const NO_STREET =
  /postfach|p\.\s?o\.|^pf\s|@|\bhr[ab]\b|tel\.|telefon|\bfax|^fon\b|\bust\b|\bust-|\bsteuer(?:-?n|\b)|\bregister|www\.|http|§|geschäftsf|inhaber|großkunden|c\/o|:|\bseit\b|\bvon\s\d{4}|gmbh|e\.\s?v\.|\bstand\b|\bphone|\d{5}/iu;
const SEPARATORS = / ?[,|·•●▪;*] ?| [–—-] (?!\d)/;

/** „20095 Hamburg, Gasse 1“ */
const AFTER_TOWN = /^,?\s(\p{Lu}[^,.;|]{3,40}\s\d{1,4}(?:\/\d{1,4}){0,2}\s?[a-z]?)(?=[,.;|]|$)/u;
const BELOW_TOWN = /^\p{Lu}\D{3,40}\s\d{1,4}\s?[a-z]?$/u;
const BARE_STREET = /^(?:str(?:\.|aße|asse)|weg|platz|allee|gasse|ring|damm|ufer)$/iu;

function isStreet(part: string): boolean {
  if (NO_STREET.test(part) || part.length > 70) return false;
  return HOUSE_NUMBER.test(part) || STREET_WORD.test(part) || STREET_START.test(part);
}

function streetIn(text: string): { street: string; from: number } | null {
  const plain = text
    .replace(/\s\d\.\s?(?:OG|Stock|Etage)$/i, "")
    .replace(/ ?(?:,|(?<= )in|–|-|\(|\||·|•) ?$/u, "")
    .trimEnd();
  if (SQUARE.test(plain)) return { street: plain, from: 0 };
  const parts = plain
    .split(SEPARATORS)
    .map((part) => part.replace(STREET_LABEL, "").replace(STREET_IN_SENTENCE, "").trim());
  const kept: string[] = [];
  for (const part of parts.toReversed()) {
    const isFloor =
      /etage|stock|\bog\b|geschoss|^(?:haus|gebäude|geb\.|halle|tor|aufgang)\s/iu.test(part);
    if (part !== "" && !isFloor && !isStreet(part)) break;
    kept.unshift(part);
  }
  const street = streetOf(kept.filter((part) => part !== ""));
  if (street === null || !kept.some(isStreet)) return null;
  const found = kept.find((part) => part !== "") ?? "";
  return { street: street.replace(/(?<!str)\.$/i, ""), from: Math.max(0, text.indexOf(found)) };
}

/** „Erika Muster Alter Weg 5“. */
function streetAtEnd(text: string): string | null {
  const [, head = "", number = ""] =
    /^(.*\p{L}\.?)\s?(\d{1,4}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4})*)$/iu.exec(text) ?? [];
  const words = head.split(" ");
  const last = words.length - 1;
  const start = words.findIndex(
    (word, at) => at > 0 && at >= last - 3 && at < last && STREET_START.test(`${word} `),
  );
  const from = start > 0 ? start : BARE_STREET.test(words[last] ?? "") ? last - 1 : last;
  const street = words.slice(words.length < 4 ? 0 : from).join(" ");
  return NO_STREET.test(street) || !/^\p{Lu}\p{L}{2}/u.test(street) ? null : `${street} ${number}`;
}

function placeOf(
  lines: readonly OwnedLine[],
  at: number,
  found: RegExpExecArray,
  isAbroad: boolean,
): Place | null {
  const [, country = "", postalCode = "", written = ""] = found;
  const named = written
    .split(NO_TOWN, 1)
    .join("")
    .replace(/[.-]$|\s\(\p{Lu}{2}\)$/u, "")
    .trim();
  const city = CITIES.exec(named)?.[1] ?? named;
  const before = (lines[at]?.text ?? "").slice(0, found.index).replace(STREET_LABEL, "");
  const place = { street: null, postalCode, city, at, streetAt: at, streetFrom: found.index };
  const offset = found.index - before.length;
  const isShort = postalCode.length === 4;
  if (isShort && !isAbroad && !/^(?:AT?|CH|FL)$/.test(country)) return null;
  if (/\d\s?[a-z]?\s+$/i.test(before)) {
    const street = streetAtEnd(before.trimEnd());
    return street === null
      ? null
      : { ...place, street, streetFrom: offset + before.lastIndexOf(street) };
  }
  const isCodeLabel = /^(?:plz|ort|postleitzahl|sitz|city)[\p{L}\s/,]{0,20}:?\s*$/iu.test(before);
  if (before.trim() !== "" && !isCodeLabel) {
    const own = streetIn(before.trimEnd());
    if (own !== null) return { ...place, street: own.street, streetFrom: offset + own.from };
    if (/postfach/i.test(before)) return place;
  }
  const after = streetIn(
    AFTER_TOWN.exec(found.input.slice(found.index + found[0].length))?.[1] ?? "",
  );
  if (after !== null) return { ...place, street: after.street };
  for (let above = at - 1; above >= Math.max(0, at - 4); above -= 1) {
    const line = lines[above];
    if (line === undefined || line.owner === "foreign") break;
    if (/^postfach|^pf\s\d/iu.test(line.text)) return place;
    const own = streetIn(line.text);
    if (own !== null)
      return { ...place, street: own.street, streetAt: above, streetFrom: own.from };
    if (line.level < 7 || /\d{4,5}\s\p{Lu}/u.test(line.text)) break;
  }
  const street = streetIn(BELOW_TOWN.exec(lines[at + 1]?.text ?? "")?.[0] ?? "")?.street ?? null;
  // Four digits may also be a year.
  return isShort && country === "" && street === null ? null : { ...place, street };
}

const AUSTRIA =
  /(?<!\p{L})(?:Österreich|Austria|ATU\d+)(?!\p{L})|\+\s?43|(?<!\p{L})AT?\s?[-–]\s?\d{4}(?!\d)/u;
const SWITZERLAND =
  /(?<!\p{L})(?:Schweiz|Switzerland|Suisse|UID|CHE-\d+)(?!\p{L})|\+\s?41|(?<!\p{L})(?:CH|FL)\s?[-–]\s?\d{4}(?!\d)/u;

/** Germany, unless the page names Austria or Switzerland. */
export function countryOf(lines: readonly OwnedLine[], host: string): "DE" | "AT" | "CH" {
  const isNamed = (country: RegExp) =>
    lines.some(
      ({ owner, text }) => owner !== "foreign" && owner !== "partner" && country.test(text),
    );
  if (host.endsWith(".at") || isNamed(AUSTRIA)) return "AT";
  return /\.(?:ch|li)$/.test(host) || isNamed(SWITZERLAND) ? "CH" : "DE";
}

export function findPlaces(lines: readonly OwnedLine[], isAbroad: boolean): Place[] {
  return lines.flatMap((line, at) => {
    if (line.owner === "foreign" || line.owner === "partner") return [];
    // Code and town may be in separate cells, with a label such as „Ort:“ between.
    const isLabelled = /^(?:ort|stadt|wohnort|city|town):?$/i.test(lines[at + 1]?.text ?? "");
    const next = lines[at + (isLabelled ? 2 : 1)]?.text ?? "";
    const isCode = /^(?:(?:DE?|AT?|CH)[- ])?\d{4,5}$/.test(line.text);
    const isSplit = isCode && /^\p{Lu}[\p{L} ./()-]{1,40}$/u.test(next);
    const text = isSplit ? `${line.text} ${next}` : line.text;
    return [...text.matchAll(TOWN)].flatMap((found) => placeOf(lines, at, found, isAbroad) ?? []);
  });
}
