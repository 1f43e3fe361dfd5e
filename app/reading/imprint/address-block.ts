import { foldText } from "~db/fold";
import { isTrade, NAMING, OCCUPATION } from "../companies/title-words";
import type { Place } from "./find-places";
import {
  ADDRESS_LABEL,
  type Company,
  fitsHost,
  isOther,
  LINES_TO_TOWN,
  MAX_NAME_LENGTH,
  withoutLeadIn,
} from "./name-line";
import { JOB, personsOf } from "./people";
import { begins, type OwnedLine } from "./sections";

const OWNER = /(?:^|,? |\()(?:Inh\.|Inhaber(?:in)?):? .*/u;
/** „Praktischer Arzt (CH)“ */
const COUNTRY = / \((?:D|DE|A|AT|CH)\)$/;
/** „☰“, „>“ */
const SIGNS = /^[^\p{L}\p{N}„"(]+|(?<=[\p{L}\p{N}\p{P}+])[^\p{L}\p{N}\p{P}+]+$/gu;
interface Part extends Company {
  isPerson: boolean;
}

function partsOf(line: string, at: number): Part[] {
  const names = line
    .split(/ ?[|·•●▪,] ?| [–—-] |; /)
    .map((part) =>
      withoutLeadIn(part).replace(OWNER, "").replace(SIGNS, "").replace(COUNTRY, "").trim(),
    )
    .filter((part) => part.length > 2 && part.length < MAX_NAME_LENGTH && !isOther(part));
  return names.map((name) => ({ name, at, isPerson: personsOf(name).length > 0 }));
}

const isActivity = (name: string) => {
  const [first = ""] = name.split(" ");
  return JOB.test(first) || OCCUPATION.test(foldText(first));
};
const isOneTrade = (name: string) =>
  /^\p{Lu}[\p{L}-]+$/u.test(name) &&
  (isTrade(foldText(name)) || /(?:praxis|kanzlei|verlag|studio|atelier|büro)$/iu.test(name));

/** More than a trade („Kanzlei“) or an activity („Heilpraktikerin für Hypnose“). */
const isWhole = ({ name }: Part) => !isOneTrade(name) && !isActivity(name);

/** From the top of the block to the street. */
export function namesAbove(lines: readonly OwnedLine[], place: Place, host: string): Part[] {
  const parts: Part[] = [];
  const from = Math.max(0, place.streetAt - LINES_TO_TOWN);
  for (let at = place.streetAt; at >= from; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.owner === "foreign") break;
    const isStreet = at === place.streetAt;
    const text = isStreet ? line.text.slice(0, place.streetFrom) : line.text;
    const names = line.isLink ? [] : partsOf(text, at);
    const isHeading = line.level < 7;
    const isEnd = isHeading || begins("head", text);
    const isOutside =
      line.isBelowHead !== lines[place.at]?.isBelowHead ||
      (line.isShared && !lines[place.at]?.isShared);
    const isFirm = names.some(({ name }) => fitsHost(name, host) || NAMING.test(name));
    // „Praxis am Markt“ above „Erika Muster“ as equal headings.
    const isAlike = parts.every(
      ({ isPerson, at: below }) => isPerson && lines[below]?.level === line.level,
    );
    const isBeyond = isOutside || (parts.some(isWhole) && isEnd && !isFirm && !isAlike);
    if (parts.length > 0 && isBeyond) break;
    parts.unshift(...names);
    if (isStreet && names.length > 0) break;
    if (names.length === 0 && isHeading && !isStreet && !ADDRESS_LABEL.test(text)) break;
    const hasFirm = parts.some((part) => isWhole(part) && !part.isPerson);
    if (names.length > 0 && isEnd && line.isApart && hasFirm) break;
  }
  return parts;
}

function nameLikeHost(lines: readonly OwnedLine[], host: string): Company | null {
  const own = lines.flatMap(({ text, isBelowHead, isShared, isLink, owner }, at) =>
    isBelowHead && !isShared && !isLink && owner !== "foreign" ? partsOf(text, at) : [],
  );
  return own.find(({ name }) => name.split(" ").length < 6 && fitsHost(name, host)) ?? null;
}

/** Looks above the street for a name without a legal form; below a person it needs further evidence. */
export function plainName(
  lines: readonly OwnedLine[],
  places: readonly Place[],
  host: string,
): Company | null {
  const isOwn = ({ at }: Place) => lines[at]?.isBelowHead && lines[at]?.owner === "own";
  const full = places.filter(({ street }) => street !== null);
  const place = full.find(isOwn) ?? full[0] ?? places[0];
  if (place === undefined) return null;
  const parts = namesAbove(lines, place, host);
  const fits = ({ name }: Company) => fitsHost(name, host);
  const person = parts.findIndex(({ isPerson }) => isPerson);
  const owner = parts[person];
  const surname = owner?.name.split(" ").at(-1) ?? "";
  const isFirm = (part: Part, index: number) => {
    const isAbove = (person < 0 || index < person) && !isActivity(part.name);
    const isSupported = fits(part) || NAMING.test(part.name) || part.name.includes(surname);
    return !part.isPerson && (isAbove || (owner !== undefined && isSupported) || fits(part));
  };
  const firms = parts.filter(isFirm);
  const firm = firms.find(fits) ?? firms[0];
  if (owner === undefined || firm === undefined)
    return firm ?? parts.find(fits) ?? parts[0] ?? nameLikeHost(lines, host);
  const isBare = isOneTrade(firm.name) && !fits(firm);
  return isBare ? { name: `${firm.name} ${owner.name}`, at: firm.at } : firm;
}
