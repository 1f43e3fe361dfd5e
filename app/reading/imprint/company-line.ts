import { foldText } from "~db/fold";
import { displayDomain } from "../companies/domain-key.server";
import { upToLegalForm } from "../companies/legal-forms";
import { plainName } from "./address-block";
import type { Place } from "./find-places";
import {
  type Company,
  fitsHost,
  isNoName,
  isOther,
  LINES_TO_TOWN,
  lettersOf,
  MAX_NAME_LENGTH,
  withoutLeadIn,
} from "./name-line";
import { begins, type OwnedLine } from "./sections";

const GENERIC =
  /\p{L}gesellschaft\n\p{Lu}|\n\p{L}*(?:gesellschaft|anwälte|berater|prüfer|partnerschaft|unternehmung|ungs|ions|schafts|handels|betriebs|vertriebs)\s\S{1,12}$/iu;
const PARTNER = /vertret|haftend|komplement/iu;
const SEPARATORS = / ?[|·•●▪*] ?| [–—-] |; /;

function coverOf(name: string, host: string): number {
  const label = lettersOf(foldText(displayDomain(host).split(".")[0] ?? ""));
  const parts = foldText(name).match(/[\p{L}\d]{3,}/gu) ?? [];
  return parts.filter((part) => label.includes(part)).join("").length;
}

function formalNames(lines: readonly OwnedLine[]): Company[] {
  return lines.flatMap(({ text, owner, isApart }, at): Company[] => {
    if (owner === "foreign" || owner === "partner" || owner === "contact") return [];
    for (const part of text.split(SEPARATORS)) {
      const plain = withoutLeadIn(part);
      if (begins("otherName", plain)) continue;
      const found = upToLegalForm(plain);
      const { text: before = "", level } = lines[at - 1] ?? {};
      const isSplit = GENERIC.test(`${before}\n${found}`) && !isApart && level === lines[at]?.level;
      // „Muster Elektrotechnik“ and „GmbH & Co. KG“ in two lines.
      const isBare =
        ((found === "" && /\p{L}/u.test(plain)) || (isSplit && !isOther(before))) &&
        !isNoName(before);
      const isContinued = isBare && /^[\p{Lu}\d]/u.test(before);
      const name = isContinued ? `${before} ${plain}` : (found ?? "");
      const isName =
        /^[\p{L}\d„"]/u.test(name) && name.length <= MAX_NAME_LENGTH && !/[:@]/.test(name);
      if (isName && /\p{L}{2}/u.test(name)) return [{ name, at: isBare ? at - 1 : at }];
    }
    return [];
  });
}

export function findCompanies(
  lines: readonly OwnedLine[],
  places: readonly Place[],
  host: string,
): { company: Company | null; others: number[] } {
  const all = formalNames(lines);
  const firstOf = new Map(all.map((one) => [lettersOf(one.name), one] as const).reverse());
  const names = new Set(all.map(({ name }) => name));
  // „… die Angaben zur Muster GmbH“ beside „Muster GmbH“.
  const isSentence = ({ name }: Company) =>
    / \p{Ll}+ /u.test(name) &&
    [...name.matchAll(/ (?=\p{Lu})/gu)].some(({ index }) => names.has(name.slice(index + 1)));
  const isNew = (company: Company) =>
    firstOf.get(lettersOf(company.name)) === company && !isSentence(company);
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
  // A name right above the first address outweighs later ones.
  const isEarlier = plain !== null && formal !== undefined && plain.at + 3 < formal.at;
  if (formal === undefined || (isEarlier && !fits(formal))) return { company: plain, others: [] };
  // The general partner of a „GmbH & Co. KG“ is not a second company.
  const leads = (other: Company) =>
    / Co\b/i.test(formal.name) &&
    lines.slice(formal.at + 1, other.at + 1).some(({ text }) => PARTNER.test(text));
  const isApart = (other: Company) =>
    !leads(other) &&
    (other.at < formal.at || places.some(({ at }) => at >= formal.at && at < other.at));
  const others = candidates.filter((one) => one !== formal && hasTown(one) && isApart(one));
  // Banners write the name in capitals.
  const isSame = ({ name }: Company) => lettersOf(name) === lettersOf(formal.name);
  const { name } = all.find((one) => isSame(one) && /\p{Ll}{3}/u.test(one.name)) ?? formal;
  return { company: { name, at: formal.at }, others: others.map(({ at }) => at) };
}
