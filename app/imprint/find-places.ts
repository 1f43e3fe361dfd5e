import { streetOf } from "../text/address-line";
import type { OwnedLine } from "./sections";

/** A street address on a page. */
export interface Place {
  street: string | null;
  postalCode: string;
  city: string;
  /** Index of the line of its town. */
  at: number;
  /** Index of the line of its street, and where in it the street begins. */
  streetAt: number;
  streetFrom: number;
}

const { raw } = String;
const WORD = raw`(?:(?:St|Hess|Gr|Kl|Ndr|Nd|Ob|Unt|Kgl|Pr)\.|\p{Lu}[\p{L}'’-]+)`;
const JOINT = raw`(?:(?:am|an|a\.|auf|bei|b\.|im|in|i\.|ob|vor|v\.|unter|u\.|d\.|der|dem|den|zu|und|a\.d\.|i\.d\.|v\.d\.|o\.d\.)\s?)`;
/** „D-20095 Hamburg“, „12345 Neustadt an der Weinstraße“, „15230 Frankfurt (Oder)“ */
const TOWN = new RegExp(
  raw`(?<![\d.,/+-]|\d\s)(?:(?:DE?|Deutschland|Germany)\s?[-–—]?\s?)?(\d{5})\s{1,2}(${WORD}(?:/${WORD})?(?:\s(?:${JOINT}{0,3})${WORD}(?:/${WORD})?){0,3}(?:\s?\(\p{Lu}[\p{L}. ]{1,25}\))?)`,
  "gu",
);
/** Words that begin something else behind a town. */
const NO_TOWN =
  /\s(?:Deutschland|Germany|Tel|Telefon|Fon|Phone|Fax|Telefax|E-Mail|Email|Mail|Mobil|Amtsgericht|Handelsregister|Inh|Inhaber\p{L}*|USt\S*|Ust\S*|Geschäftsf\p{L}*|Vertreten|Registergericht|Web|Internet|Ortsteil|OT|Ortsteile?|Bundesland|Kontakt|Sitz|Postfach|Steuer\S*|Umsatz\S*)(?!\p{L})/u;
/** Their districts are written behind a hyphen; no town is called so. */
const CITIES =
  /^(Berlin|Hamburg|München|Köln|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dortmund|Essen|Bremen|Dresden|Hannover|Nürnberg|Duisburg|Bochum|Wuppertal|Bonn|Münster|Mannheim|Karlsruhe|Augsburg)-\p{Lu}\p{Ll}+$/u;
const STREET_LABEL = /^[\p{L}./ -]{2,40}:\s+/u;
/** „mit Sitz in der Schwarzwaldstraße 40“ */
const STREET_IN_SENTENCE =
  /^.{0,300}\s(?:in|unter|[Ss]itz|[Aa]dresse|[Aa]nschrift)\s(?:der\s|dem\s)?(?=\p{Lu}[^,]{2,40}\d)/u;
const STREET_WORD =
  /(?:str(?:\.|aße|asse)|weg|platz|allee|gasse|ring|damm|ufer|hof|markt|chaussee|steig|stieg|kamp|park|graben|berg|feld|winkel|zeile|promenade|anger|kai|deich|wall|tor|brücke|wiese|heide|höhe|siedlung|gewerbegebiet|industriegebiet|schloss|gut|mühle)$/iu;
const STREET_START =
  /^(?:am|an|im|in|zum|zur|auf|unter|hinter|vor|alte[rs]?|neue[rs]?|obere[rs]?|untere[rs]?|haus|gut|hof|schloss|industriepark|gewerbepark|geb)(?=\s)/iu;
const HOUSE_NUMBER = /\p{L}.{0,60}\s?\d{1,4}\s?[a-z]?(?:\s?[-–/+]\s?\d{0,4}\s?[a-z]?){0,3}\.?$/iu;
const SQUARE = /^[A-Z]\s?\d{1,2},\s?\d{1,3}(?:\s?[-–]\s?\d{1,3})?$/;
const NO_STREET =
  /postfach|p\.\s?o\.|^pf\s|@|\bhr[ab]\b|tel\.|telefon|\bfax|^fon\b|\bust\b|\bust-|\bsteuer(?:-?n|\b)|\bregister|www\.|http|§|geschäftsf|inhaber|großkunden|c\/o|:|\bseit\b|\bvon\s\d{4}|gmbh|e\.\s?v\.|\bstand\b|\bphone/iu;
const SEPARATORS = / ?[,|·•●▪;*] ?| [–—-] (?!\d)/;

/** „20095 Hamburg, Gasse 1“ */
const BEHIND_TOWN = /^,?\s(\p{Lu}[^,.;|]{3,40}\s\d{1,4}\s?[a-z]?)(?=[,.;|]|$)/u;

function isStreet(part: string): boolean {
  if (NO_STREET.test(part) || part.length > 70) return false;
  return HOUSE_NUMBER.test(part) || STREET_WORD.test(part) || STREET_START.test(part);
}

/** The parts of a street at the end of a text, and where they begin. */
function streetIn(text: string): { street: string; from: number } | null {
  const plain = text.replace(/ ?(?:,|(?<= )in|–|-|\(|\||·|•) ?$/u, "").trimEnd();
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

/** The address that ends with a town in line `at`. */
function placeOf(lines: readonly OwnedLine[], at: number, found: RegExpExecArray): Place {
  const [, postalCode = "", written = ""] = found;
  const named = written.split(NO_TOWN, 1).join("").replace(/[.-]$/, "").trim();
  const city = CITIES.exec(named)?.[1] ?? named;
  const before = (lines[at]?.text ?? "").slice(0, found.index).replace(STREET_LABEL, "");
  const place = { street: null, postalCode, city, at, streetAt: at, streetFrom: found.index };
  const isPlzLabel = /^(?:plz|ort|postleitzahl|sitz|city)[\p{L}\s/,]{0,20}:?\s*$/iu.test(before);
  const offset = found.index - before.length;
  if (before.trim() !== "" && !isPlzLabel) {
    const own = streetIn(before.trimEnd());
    if (own !== null) return { ...place, street: own.street, streetFrom: offset + own.from };
    if (/postfach/i.test(before)) return place;
  }
  for (let above = at - 1; above >= Math.max(0, at - 4); above -= 1) {
    const line = lines[above];
    if (line === undefined || line.owner === "foreign") break;
    if (/^postfach|^pf\s\d/iu.test(line.text)) return place;
    const own = streetIn(line.text);
    if (own !== null)
      return { ...place, street: own.street, streetAt: above, streetFrom: own.from };
    if (line.level < 7 || /\d{5}\s\p{Lu}/u.test(line.text)) break;
  }
  const behind = BEHIND_TOWN.exec(found.input.slice(found.index + found[0].length))?.[1] ?? "";
  return { ...place, street: streetIn(behind)?.street ?? null };
}

/** The addresses in lines that are not somebody else's, in their order. */
export function findPlaces(lines: readonly OwnedLine[]): Place[] {
  return lines.flatMap((line, at) => {
    if (line.owner === "foreign" || line.owner === "partner") return [];
    // „PLZ / Ort:“ before, or the code and the town in cells of their own.
    const isLabelled = /^(?:ort|stadt|wohnort|city|town):?$/i.test(lines[at + 1]?.text ?? "");
    const next = lines[at + (isLabelled ? 2 : 1)]?.text ?? "";
    const isSplit =
      /^(?:DE?[- ])?\d{5}$/.test(line.text) && /^\p{Lu}[\p{L} ./()-]{1,40}$/u.test(next);
    const text = isSplit ? `${line.text} ${next}` : line.text;
    return [...text.matchAll(TOWN)].map((found) => placeOf(lines, at, found));
  });
}
