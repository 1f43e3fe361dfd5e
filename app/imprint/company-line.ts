import { foldText } from "~db/fold";
import { displayDomain } from "../leads/domain-key.server";
import { fitsCompany } from "../pipelines/company-search/fits-company.server";
import {
  isTrade,
  NAMING,
  OCCUPATION,
  upToLegalForm,
} from "../pipelines/company-search/title-words";
import type { Place } from "./find-places";
import legalForms from "./legal-forms.json";
import { JOB, personsOf } from "./people";
import words from "./section-words.json";
import { begins, type OwnedLine } from "./sections";

export interface Company {
  name: string;
  /** Index of the line it stands in. */
  at: number;
}

const LONGEST_NAME = 110;
/** Lines of a block may stand between a name and its town. */
const LINES_TO_TOWN = 6;

/** „Diese Seiten verantwortet die Firma …“, „Diensteanbieter ist die …“: a verb, and a joint to the name. */
const SENTENCE =
  /^[^:]{0,160}?\s(?!mit\s|seit\s|samt\s)\p{Ll}{1,20}(?:t|d|en|is)(?:\s(?:von|durch|by|die|der|das|dem|den|the|Firma|Gesellschaft|Unternehmen),?)+\s(?=[\p{Lu}\d„"])/u;
const LEAD_IN = [SENTENCE, ...words.leadIns.map((lead) => new RegExp(`^${lead}`, "iu"))];
const CALLED =
  /\s(?:unter\s(?:dem\sNamen|der\s(?:Bezeichnung|Firma|Marke))|namens)\s[„"»“]([^„"“”«»]{3,80})["“”«]|\sInhaber(?:in)?\s(?:der|des)\s(?!Firma)([^,.;:(]{3,60})(?=[,.])/u;
/** Of two lines, one says only what kind of company it is. */
const GENERIC =
  /\p{L}gesellschaft\n\p{Lu}|\n\p{L}*(?:gesellschaft|anwälte|berater|prüfer|partnerschaft|unternehmung|ungs|ions|schafts|handels|betriebs|vertriebs)\s\S{1,12}$/iu;
const PARTNER = /vertret|haftend|komplement/iu;
const NO_NAME = /@|[:!?]$|^[.,]|\s(?:ist|sind|wird|werden)\s/;
const INHABER = /(?:^|,? |\()(?:Inh\.|Inhaber(?:in)?):? .*/u;
/** „☰“, „>“ */
const SIGNS = /^[^\p{L}\p{N}„"(]+|[^\p{L}\p{N}\p{P}+]+$/gu;
const SEPARATORS = / ?[|·•●▪*] ?| [–—-] |; /;

const isNoName = (text: string) =>
  NO_NAME.test(text) || begins("noName", text) || begins("contact", text);

/** What stands above a street besides the name. */
const isOther = (text: string) =>
  isNoName(text) ||
  begins("otherName", text) ||
  begins("head", text) ||
  JOB.test(text) ||
  /^\p{Ll}|\d{4}|\s\d{1,3}(?:\s?[-–/]\s?\d{1,3})?\s?[a-z]?$/u.test(text);

function withoutLeadIn(text: string): string {
  let rest = CALLED.exec(text)?.slice(1).find(Boolean) ?? text;
  for (const words of LEAD_IN) rest = rest.replace(words, "");
  const [name = ""] = rest.split(" mit Sitz ");
  return name.replace(/^[„"“»'‚]{1,3}|["“”«']{1,3}$/gu, "").trim();
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]+/gu, "");

/** Whether the name is that of the site, by its domain. */
export function fitsHost(name: string, host: string): boolean {
  const domain = displayDomain(host);
  const shown = /\.(?:test|invalid)$/.test(domain) ? domain.replace(/\.\w+$/, ".de") : domain;
  const bare = lettersOf(shown.split(".")[0] ?? "");
  return (bare.length > 3 && lettersOf(name).startsWith(bare)) || fitsCompany(name, shown);
}

/** How many letters of the domain the words of a name make. */
function coverOf(name: string, host: string): number {
  const label = lettersOf(foldText(displayDomain(host).split(".")[0] ?? ""));
  const parts = foldText(name).match(/[\p{L}\d]{3,}/gu) ?? [];
  return parts.filter((part) => label.includes(part)).join("").length;
}

/** The names with a legal form, in the order of the page. */
function formalNames(lines: readonly OwnedLine[]): Company[] {
  // „ALPHA | BETA mbH“ is one name where the page has both words so beside each other elsewhere, too.
  const pairsOf = (text: string) => text.toLowerCase().match(/[^\s|]{2,30} \| [^\s|]{2,30}/g) ?? [];
  const pairs = lines.flatMap(({ text }) => pairsOf(text));
  const isRepeated = (text: string) =>
    pairsOf(text).some((pair) => pairs.indexOf(pair) !== pairs.lastIndexOf(pair));
  return lines.flatMap(({ text, owner, isApart }, at): Company[] => {
    if (owner === "foreign" || owner === "partner" || owner === "contact") return [];
    for (const part of isRepeated(text) ? [text] : text.split(SEPARATORS)) {
      const plain = withoutLeadIn(part);
      if (begins("otherName", plain)) continue;
      const found = upToLegalForm(plain);
      const { text: before = "", level } = lines[at - 1] ?? {};
      const isSplit = GENERIC.test(`${before}\n${found}`) && !isApart && level === lines[at]?.level;
      // „Muster Elektrotechnik“ and „GmbH & Co. KG“ in two lines.
      const isBare =
        ((found === "" && /\p{L}/u.test(plain)) || (isSplit && !isOther(before))) &&
        !isNoName(before);
      const continued = isBare && /^[\p{Lu}\d]/u.test(before) ? `${before} ${plain}` : found;
      const name = (continued ?? "").replace(/\s{2,}/g, " ");
      const isName =
        /^[\p{L}\d„"]/u.test(name) && name.length <= LONGEST_NAME && !/[:@]/.test(name);
      if (isName && /\p{L}{2}/u.test(name)) return [{ name, at: isBare ? at - 1 : at }];
    }
    return [];
  });
}

interface Part extends Company {
  isPerson: boolean;
}

/** What one line above the street says, as names. */
function partsOf(line: string, at: number): Part[] {
  const names = line
    .split(/ ?[|·•●▪,] ?| [–—-] |; /)
    .map((part) => withoutLeadIn(part).replace(INHABER, "").replace(SIGNS, "").trim())
    .filter((part) => part.length > 2 && part.length < LONGEST_NAME && !isOther(part));
  return names.map((name) => ({ name, at, isPerson: personsOf(name).length > 0 }));
}

const isActivity = (name: string) => {
  const [first = ""] = name.split(" ");
  return JOB.test(first) || OCCUPATION.test(foldText(first));
};
const isOneTrade = (name: string) =>
  /^\p{Lu}[\p{L}-]+$/u.test(name) &&
  (isTrade(foldText(name)) || /(?:praxis|kanzlei|verlag|studio|atelier|büro)$/iu.test(name));

/**
 * A name without a legal form stands above the street, where nothing else does. Below a person, a line is the firm only
 * where something says so, and a trade alone is joined with the person.
 */
function plainName(
  lines: readonly OwnedLine[],
  places: readonly Place[],
  host: string,
): Company | null {
  const isOwn = ({ at }: Place) => lines[at]?.isBelowHead && lines[at]?.owner === "own";
  const full = places.filter(({ street }) => street !== null);
  const place = full.find(isOwn) ?? full[0] ?? places[0];
  if (place === undefined) return null;
  const fits = ({ name }: Company) => fitsHost(name, host);
  // Else the first line of the Impressum that is like the domain.
  const elsewhere = () =>
    lines
      .flatMap(({ text, isBelowHead, isShared, isLink, owner }, at) =>
        isBelowHead && !isShared && !isLink && owner !== "foreign" ? partsOf(text, at) : [],
      )
      .find((part) => fits(part) && part.name.split(" ").length < 6) ?? null;
  const isWhole = ({ name }: Part) => !isOneTrade(name) && !isActivity(name);
  const parts: Part[] = [];
  for (let at = place.streetAt; at >= Math.max(0, place.streetAt - LINES_TO_TOWN); at -= 1) {
    const line = lines[at];
    if (line === undefined || line.owner === "foreign") break;
    const text = at === place.streetAt ? line.text.slice(0, place.streetFrom) : line.text;
    const names = line.isLink ? [] : partsOf(text, at);
    const isEnd = begins("head", text) || line.level < 7;
    const isOutside =
      line.isBelowHead !== lines[place.at]?.isBelowHead ||
      (line.isShared && !lines[place.at]?.isShared);
    const isNamed = parts.some(isWhole);
    const isFirm = names.some((part) => fits(part) || NAMING.test(part.name));
    // „Praxis am Markt“ above „Erika Muster“, both headings alike.
    const isAlike = parts.every(
      ({ isPerson, at: below }) => isPerson && lines[below]?.level === line.level,
    );
    if (parts.length > 0 && (isOutside || (isNamed && isEnd && !isFirm && !isAlike))) break;
    parts.unshift(...names);
    // A name in the line of the street has nothing above it.
    if (at === place.streetAt && names.length > 0) break;
    if (
      isEnd &&
      (names.length > 0
        ? line.isApart && parts.some((part) => isWhole(part) && !part.isPerson)
        : line.level < 7)
    )
      break;
  }
  const person = parts.findIndex(({ isPerson }) => isPerson);
  const surname = parts[person]?.name.split(" ").at(-1) ?? "";
  const isOwned = (part: Part, index: number) =>
    !part.isPerson &&
    ((person < 0 && !isActivity(part.name)) ||
      fits(part) ||
      NAMING.test(part.name) ||
      part.name.includes(surname) ||
      (index < person && !isActivity(part.name)));
  const firms = parts.filter(isOwned);
  const firm = firms.find(fits) ?? firms[0];
  const owner = parts[person];
  if (owner === undefined || firm === undefined)
    return firm ?? parts.find(fits) ?? parts[0] ?? elsewhere();
  return isOneTrade(firm.name) && !fits(firm)
    ? { name: `${firm.name} ${owner.name}`, at: firm.at }
    : firm;
}

/** The company whose Impressum it is, and the lines of those with an address of their own beside it. */
export function findCompanies(
  lines: readonly OwnedLine[],
  places: readonly Place[],
  host: string,
): { company: Company | null; others: number[] } {
  const all = formalNames(lines);
  const letters = all.map(({ name }) => lettersOf(name));
  const firstAt = new Map(letters.map((name, at) => [name, at] as const).reverse());
  const tails = new Set(all.map(({ name }) => name));
  // „… die Angaben zur Muster GmbH“ beside „Muster GmbH“.
  const isSentence = ({ name }: Company) =>
    / \p{Ll}+ /u.test(name) &&
    [...name.matchAll(/ (?=\p{Lu})/gu)].some(({ index }) => tails.has(name.slice(index + 1)));
  const isNew = (company: Company, index: number) =>
    firstAt.get(letters[index] ?? "") === index && !isSentence(company);
  const isSide = (at: number) => lines[at]?.isShared === true;
  const hasTown = (company: Company) => {
    const next = places.find(({ at }) => at >= company.at)?.at ?? Number.POSITIVE_INFINITY;
    return next - company.at <= LINES_TO_TOWN && isSide(next) === isSide(company.at);
  };
  const fits = ({ name }: Company) => fitsHost(name, host);
  const named = all.filter(isNew).filter((company) => {
    const { level = 8, text = "", isBelowHead } = lines[company.at] ?? {};
    const isLine = level < 8 || (isBelowHead && lettersOf(text) === lettersOf(company.name));
    return places.length === 0 || isLine || hasTown(company) || fits(company);
  });
  const below = named.filter(({ at }) => lines[at]?.isBelowHead && lines[at]?.owner === "own");
  const candidates = below.length > 0 ? below : named;
  const [first] = candidates;
  const [fitting] = candidates
    .filter((company) => (company === first || hasTown(company)) && fits(company))
    .toSorted((a, b) => coverOf(b.name, host) - coverOf(a.name, host));
  const formal = fitting ?? first;
  const plain = plainName(lines, places, host);
  // A name right above the first address outweighs a company that is named farther down.
  const isEarlier = plain !== null && formal !== undefined && plain.at + 3 < formal.at;
  if (formal === undefined || (isEarlier && !fits(formal))) return { company: plain, others: [] };
  // The general partner of a „GmbH & Co. KG“ is no company beside it.
  const leads = (other: Company) =>
    / Co\b/i.test(formal.name) &&
    lines.slice(formal.at + 1, other.at + 1).some(({ text }) => PARTNER.test(text));
  const isApart = (other: Company) =>
    !leads(other) &&
    (other.at < formal.at || places.some(({ at }) => at >= formal.at && at < other.at));
  const others = candidates.filter((one) => one !== formal && hasTown(one) && isApart(one));
  // Banners stand in capitals.
  const isSame = ({ name }: Company) => lettersOf(name) === lettersOf(formal.name);
  const { name } = all.find((one) => isSame(one) && /\p{Ll}{3}/u.test(one.name)) ?? formal;
  return { company: { name, at: formal.at }, others: others.map(({ at }) => at) };
}

const FORMS = legalForms.map(
  ({ form, pattern, flags }) => [form, new RegExp(pattern, flags)] as const,
);

/** The legal form in a name, or in a line that names it, in short; longer forms come before those they hold. */
export function legalFormOf(name: string): string | null {
  return FORMS.find(([, words]) => words.test(name))?.[0] ?? null;
}
