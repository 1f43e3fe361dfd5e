import { foldText } from "~db/fold";
import { GIVEN_NAMES } from "../people/given-names";
import { findStatePlaces } from "../places/places.server";
import { anyOf } from "./legal-forms";
import words from "./title-words.json";

const { raw } = String;
const spaced = (text: string) => text.replace(/[^\p{L}\d]+/gu, " ").trim();
const folded = (list: readonly string[]) => list.map(foldText);

/** Berlin and Hamburg have districts such as „Mitte“ instead of towns. */
const CITIES = findStatePlaces()
  .filter(({ name }) => name !== "Berlin" && name !== "Hamburg")
  .flatMap(({ cities }) => cities.map(({ name }) => name));
export const PLACE_NAMES = [...words.regions, ...words.towns, ...CITIES];
const TOWNS = new Set(folded([...words.towns, ...CITIES]).map(spaced));
const PLACES = new Set(folded(PLACE_NAMES).map(spaced));
const MUNICIPAL = new RegExp(`^(?:${anyOf(folded(words.municipal))}) (.+)$`, "u");
const PAGES = new Set(folded(words.pages));
const TRADES = new Map(folded(words.trades).map((word) => [word, new Set<number>()]));
const FILLERS = new Set(folded(words.fillers));
/** Endings that surnames hardly have: „Verwaltungen“, „Nachhaltigkeit“. */
const ORDINARY = new RegExp(raw`^\p{L}{3,}(?:${anyOf(folded(words.ordinaryEndings))})$`, "u");
const SLOGAN = new RegExp(raw`(?:^|[\s(])(?:${anyOf(folded(words.slogans))})(?=$|[\s,.!?)])`, "u");
/** „Dr. Kron“: a full stop that ends no sentence. */
const SHORTENED = new RegExp(raw`(?<!\p{L})(?:${anyOf(words.shortened)}|\p{Lu})\. `, "gu");

export const OCCUPATION = new RegExp(`^(?:${anyOf(folded(words.occupations))})$`, "u");
/** „Müller & Söhne“, „Bürgerstiftung Lindrach“: names without a legal form. */
export const NAMING = new RegExp(
  raw`(?:[&+]|und|u\.)\s+(?:${anyOf(words.relatives)})(?![\p{L}\d])|(?:^|\s)(?:Gebr\.|Gebrüder)\s|(?:${anyOf(words.nameEndings)})(?!\p{L}| (?:der|des|von|für) )`,
  "iu",
);
const TOPIC = new RegExp(
  raw`(?:${anyOf(folded(words.topics))})(?!\p{L})|(?<!\d)20[2-4]\d(?!\d)`,
  "u",
);
/** Expects folded text: „Stadtwerke Strom und Gas Prenzlau“, „Unternehmensgruppe Müller“. */
export const isMunicipal = (text: string) =>
  MUNICIPAL.test(text) || /^(?:unternehmens|firmen)gruppe /.test(text);
/** „Dr. Sommer“, „Hans Meier“, „Roth & Kern“, or a trade with another word: „Kiebitz Solar“. */
export function looksLikeName(text: string): boolean {
  const [first = "", ...rest] = foldText(text).match(/[\p{L}\d]+/gu) ?? [];
  if (
    /&|\bDr\.|^(?:Praxis|Kanzlei|Büro|Institut|Zentrum) für /.test(text) ||
    GIVEN_NAMES.has(first)
  )
    return true;
  const known = [first, ...rest].filter((word) => isTrade(word) || isPlace(word));
  const plain = text.split(" ").filter((word) => /^\p{Lu}[\p{L}-]+$/u.test(word));
  const isPlain = plain.length >= 2 && plain.length <= 3 && plain.join(" ") === text;
  return isPlain && known.length > 0 && known.length <= rest.length && !isGeneric(foldText(text));
}
/** „Willkommen bei der Müller GmbH“, „Karriere bei …“ */
export const LEAD_IN = new RegExp(
  raw`^(?:(?:${anyOf(words.pages)})(?: (?:&|und) (?:${anyOf(words.pages)}))?(?:[,:]?\s(?:${anyOf(words.joints)})){1,4}|(?:${anyOf(words.greetings)})[,:]?)\s(?=\S)`,
  "iu",
);

export function isPageName(text: string): boolean {
  const names = text.replace(/(?<![!?.,])[!?.,]+$/, "").split(/ und | & |, |\//);
  return names.every((name) => PAGES.has(name) || /^seite \d+$/.test(name));
}

/** Expects folded text: „10115 Berlin“, „Köln-Nippes“, „München und Umgebung“. */
export function isPlace(text: string): boolean {
  const bare = spaced(text)
    .replace(/^(?:(?:(?:d )?\d{5}|in|bei|aus|raum|region|grossraum|stadt|landkreis|kreis) )+/, "")
    .replace(/ (?:und )?(?:umgebung|umland|region|umkreis|deutschland)$/, "");
  const isDistrict = /^[^\s-]+-[^\s-]+$/.test(text);
  return PLACES.has(bare) || (isDistrict && PLACES.has(bare.replace(/ .*/, "")));
}

/** Null if the word has other parts. */
export function tradesOf(word: string, trades: ReadonlyMap<string, ReadonlySet<number>>) {
  // Groups by length of the prefix read; the loop also visits the entries it adds.
  const reached = new Map<number, Set<number>>([[0, new Set()]]);
  for (const [start, before] of reached) {
    for (const { end, groups } of tradesAt(word, start, trades)) {
      reached.set(end, new Set([...(reached.get(end) ?? []), ...before, ...groups]));
    }
  }
  return reached.get(word.length) ?? null;
}

export function* tradesAt(
  word: string,
  start: number,
  trades: ReadonlyMap<string, ReadonlySet<number>>,
) {
  for (let end = start + 2; end <= word.length; end++) {
    const groups = trades.get(word.slice(start, end));
    const joints = groups === undefined ? [] : ["", "s", "n", "e", "en"];
    for (const joint of joints.filter((letters) => word.startsWith(letters, end))) {
      yield { end: end + joint.length, groups: groups ?? new Set<number>() };
    }
  }
}

/** Expects folded text: „Heizung“, „IT-Service“. */
export const isTrade = (word: string) =>
  tradesOf(word.replaceAll("-", ""), TRADES) !== null || OCCUPATION.test(word);

/** Expects folded text: „Elektriker Berlin“, but not „Stadtwerke Lippstadt“. */
export function isGeneric(text: string): boolean {
  if (TOWNS.has(spaced(MUNICIPAL.exec(text)?.[1] ?? ""))) return false;
  const isKnown = (word: string) =>
    FILLERS.has(word) ||
    ORDINARY.test(word) ||
    /^\d{1,5}\.?$/.test(word) ||
    isTrade(word) ||
    isPlace(word);
  return (text.match(/[^\s,;/()]+/g) ?? []).every(isKnown);
}

/** Expects folded text: „Heizungskosten 2026“. */
export const isTopic = (text: string) => TOPIC.test(text);

export function isSlogan(text: string): boolean {
  const plain = foldText(text);
  return (
    /[!?]$|^[„"“]?\p{Ll}|,.*,/u.test(text) ||
    /[.] \p{Lu}\p{Ll}/u.test(text.replace(SHORTENED, "")) ||
    plain.split(" ").length > 7 ||
    /\([mwdxfi](?:[/|*][mwdxfi]){1,3}\)/.test(plain) ||
    SLOGAN.test(plain)
  );
}
