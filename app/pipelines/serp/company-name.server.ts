import { foldText, foldToBaseLetters } from "~db/fold";
import { displayDomain, domainKey } from "../../leads/domain-key.server";
import { isNaming, isOnlyLegalForm, upToLegalForm, withoutCutForm } from "./legal-form";
import { type TitlePart, titleParts } from "./title-text";
import { isGeneric, isOccupation, isPageName, isPlace, isSlogan, isTrade } from "./title-words";

const LONGEST_NAME = 120;
/** Share of the domain's letters that a part must contain to be known as the name behind it. */
const KNOWN_FROM = 0.4;

/** „Willkommen bei der Müller GmbH“, „Impressum der …“, „Karriere bei …“: what stands before the name. */
const LEAD_IN =
  /^(?:(?:herzlich )?willkommen(?: (?:auf|in) (?:der|unserer) (?:website|webseite|homepage|internetseite))?|startseite|homepage|impressum|kontakt|datenschutz(?:erklärung)?|anfahrt|karriere|jobs?|stellenangebote|ausbildung|team|über(?: uns)?|die (?:website|webseite|homepage)|(?:offizielle )?(?:website|webseite|homepage)|profil|wir sind)(?:\s?[,:]?\s(?:bei|beim|zu|zum|zur|von|vom|der|die|des|das|den|dem|in|im|auf|uns)){1,3}\s(?=\S)/iu;
/** The same without a little word between, where no name begins so. */
const BARE_LEAD_IN =
  /^(?:startseite|homepage|impressum|über|herzlich willkommen|willkommen)(?:\s?[,:])?\s(?=\p{Lu}|\d)/iu;
const POSSESSIVE = /^(?:Ihre?|Ihren|Unsere?)\s+(?=\S)/u;
const ARTICLE = /^(?:Die|Der|Das|Den|Dem|die|der|das|den|dem)\s+(?=\p{Lu})/u;
/** „…, Inh. Anna Kiebitz“: the owner is no part of the name. */
const OWNER = /(?<![\s,(])[\s,(]+(?:Inh\.|Inhaber(?:in)?|Geschäftsführer(?:in)?)[\s:].*$/su;
/** „… in Köln-Nippes“, but not „… in der Au“. */
const IN_PLACE = / (?:in|bei|aus|nahe) (?=\p{Lu})/u;
const AFTER_COMMA = /(?<!\s)\s*[,;(]\s*([^\s,;()][^,;()]*)\)?$/u;
/** An address in the place of a name. */
const ADDRESS =
  /^(?:https?:|www\.)|^[\p{L}\d.-]+\.(?:de|com|net|org|eu|info|at|ch|example|berlin|hamburg|bayern|koeln|nrw|io|biz)$/iu;

/** The domain's own word without its suffix, letters and digits alone, in both ways of writing umlauts. */
interface Site {
  written: string;
  base: string;
}

function siteOf(link: string): Site {
  const key = domainKey(link);
  const label = key.kind === "none" ? "" : (displayDomain(key.domain).split(".")[0] ?? "");
  return { written: lettersOf(foldText(label)), base: lettersOf(foldToBaseLetters(label)) };
}

function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\d]+/gu, "");
}

const wordsOf = (folded: string) => folded.split(/[^\p{L}\d]+/u).filter((word) => word !== "");

/** „Hausverwaltung Meier Schulz“ at hms.de. */
function hasInitials(words: readonly string[], label: string): boolean {
  return label.length >= 3 && words.map((word) => word.slice(0, 1)).join("") === label;
}

/** Share of the label's letters that the words cover, longer words first; all of it by their initials. */
function coverage(words: readonly string[], label: string): number {
  if (label === "") return 0;
  if (hasInitials(words, label)) return 1;
  let rest = label;
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (word.length >= 2) rest = rest.replace(word, " ");
  }
  return 1 - rest.replaceAll(" ", "").length / label.length;
}

/** How much of the domain a text explains, from 0 to 1. */
function likeness(text: string, site: Site): number {
  return Math.max(
    coverage(wordsOf(foldText(text)), site.written),
    coverage(wordsOf(foldToBaseLetters(text)), site.base),
  );
}

/** Whether nearly all of a text stands in the domain, and nearly all of the domain in it. */
function isTheDomain(text: string, site: Site): boolean {
  const own = lettersOf(foldText(text)).length;
  return likeness(text, site) >= 0.8 && own <= site.written.length * 1.25;
}

interface Candidate {
  name: string;
  hasForm: boolean;
  isNaming: boolean;
  likeness: number;
  isGeneric: boolean;
  /** A trade with a word behind it that may be a place: „Steuerberater Bautzen“. */
  isTradeAt: boolean;
}

/** Whether the site carries the place in its name: „Leben in Balance“ at leben-in-balance.de. */
function belongsToDomain(text: string, site: Site): boolean {
  const letters = lettersOf(foldText(text));
  return letters !== "" && site.written.includes(letters);
}

/** Whether a text begins with a trade, and the domain knows nothing of the words behind it. */
function isTradeAt(text: string, site: Site): boolean {
  const words = wordsOf(foldText(text));
  if (hasInitials(words, site.written)) return false;
  const [first = "", ...rest] = words;
  const isShort = isOccupation(first) ? rest.length > 0 : rest.length === 1 || rest.length === 2;
  const isKnown = (word: string) => word.length > 3 && belongsToDomain(word, site);
  return isShort && isTrade(first) && !rest.some(isKnown);
}

/** Where a place begins that stands at the end of a name, behind its last comma; -1 where there is none. */
function placeStart(name: string): number {
  const from = Math.max(name.lastIndexOf(","), name.lastIndexOf(";")) + 1;
  const at = name.slice(from).search(IN_PLACE);
  return at === -1 ? -1 : from + at;
}

/** A name without the place behind it. */
function withoutPlace(name: string, site: Site): string {
  const start = placeStart(name);
  const hasPlace = start !== -1 && !belongsToDomain(name.slice(start), site);
  const bare = hasPlace ? name.slice(0, start) : name;
  const comma = AFTER_COMMA.exec(bare);
  const behind = foldText(comma?.[1] ?? "");
  const isAside = isPlace(behind) || isGeneric(behind);
  return comma !== null && isAside ? bare.slice(0, comma.index) : bare;
}

function withoutLeadIn(text: string): string {
  const bare = text.replace(LEAD_IN, "");
  return bare === text ? text.replace(BARE_LEAD_IN, "") : bare;
}

function withoutArticle(text: string, site: Site): string {
  const bare = text.replace(ARTICLE, "");
  const article = lettersOf(foldText(text.slice(0, text.length - bare.length)));
  return bare !== text && site.written.startsWith(article) ? text : bare;
}

/** The name that a part of a title holds; null where it holds none. */
function readCandidate({ text, isCut }: TitlePart, site: Site): Candidate | null {
  if (isPageName(foldText(text)) || ADDRESS.test(text) || isOnlyLegalForm(text)) return null;
  const cutForm = isCut ? withoutCutForm(text) : null;
  const bare = withoutLeadIn(cutForm ?? text).replace(OWNER, "");
  const withForm = cutForm === null ? upToLegalForm(bare) : bare;
  const isOwn = withForm !== null;
  let name = withForm ?? withoutPlace(bare, site);
  const unpossessed = name.replace(POSSESSIVE, "");
  if (unpossessed !== name && (isOwn || isTheDomain(unpossessed, site))) name = unpossessed;
  if (isOwn || bare !== text) name = withoutArticle(name, site);
  name = name.replace(/^[\s,;:.&+*-]+(?=\S)|(?<![\s,;:&+*-])[\s,;:&+*-]+$/gu, "").trim();
  const folded = foldText(name);
  const isEmpty = !/\p{L}{2}|\d/u.test(name) || name.length > LONGEST_NAME;
  if (isEmpty || isPageName(folded) || isPlace(folded)) return null;
  if (!isOwn && (ADDRESS.test(name) || isSlogan(folded, name)) && !isTheDomain(name, site)) {
    return null;
  }
  const isTradeOnly = !isOwn && isTradeAt(name, site);
  if (isTradeOnly && isOccupation(folded.split(" ")[0] ?? "")) return null;
  // Half a name would be a wrong one.
  if (isCut && !isOwn && !/\s/.test(name) && !isTheDomain(name, site)) return null;
  return {
    name,
    hasForm: isOwn,
    isNaming: isNaming(name),
    likeness: likeness(name, site),
    isGeneric: !isOwn && isGeneric(folded),
    isTradeAt: isTradeOnly,
  };
}

/** Best first: a legal form, then a telling name, then the word of the domain, then the shortest. */
function compare(a: Candidate, b: Candidate): number {
  const known = ({ likeness: share }: Candidate) => (share >= KNOWN_FROM ? share : 0);
  return (
    Number(b.hasForm) - Number(a.hasForm) ||
    Number(b.isNaming) - Number(a.isNaming) ||
    Number(a.isTradeAt) - Number(b.isTradeAt) ||
    known(b) - known(a) ||
    a.name.length - b.name.length
  );
}

/** Whether a company's name and a domain can belong together: the name or its initials stand in the domain. */
export function resemblesDomain(name: string, domain: string): boolean {
  return likeness(name, siteOf(`https://${domain}/`)) >= KNOWN_FROM;
}

/**
 * The company's name as the title of one of its pages tells it: „Startseite – Müller GmbH | Elektro“ at mueller.de is
 * „Müller GmbH“. Names of pages, trades, places and slogans are left out.
 *
 * @param title as a search engine shows it, perhaps cut off
 * @param link address of the page, whose domain tells the name from other words
 * @returns null where the title names no company
 */
export function companyNameOf(title: string, link: string): string | null {
  const site = siteOf(link);
  const candidates = titleParts(title).flatMap((part) => readCandidate(part, site) ?? []);
  const [best] = candidates.filter((candidate) => !candidate.isGeneric).sort(compare);
  if (best !== undefined) return best.name;
  // „Stadtwerke“ alone is a name where the domain says nothing else.
  const generic = candidates.find(({ name }) => isTheDomain(name, site));
  return generic?.name ?? null;
}
