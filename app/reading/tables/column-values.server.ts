import { foldText } from "~db/fold";
import { stateOfRegion } from "~db/state-regions";
import { filledText } from "../../text/filled-text";
import { domainKey } from "../companies/domain-key.server";
import { hasLegalForm } from "../companies/legal-forms";
import { GIVEN_NAMES } from "../people/given-names";
import { parseCountry } from "../places/country";
import { type FileTable, IMPORT_FIELDS, isImportField, type Mapping } from "./fields";
import { type HeaderWord, isKnownHeader, readHeader, wordsIn } from "./header-names";
import words from "./header-words.json";
import { parseDay, parseScore, parseStatus, parseYesNo } from "./value-words";

type Test = (value: string) => boolean;

/** Rows that are looked at. */
export const SAMPLES = 200;
/** Header words that fill a field of another name. */
export const FIELD_OF: Partial<Record<HeaderWord, string>> = words.fieldOf;

const RELATIONS = new Set(wordsIn(words.relations));
const TITLES = new Set(wordsIn(words.titles));
const EMAIL = /[^\s@](?:@| ?\(at\) ?| ?\[at\] ?)[\p{L}\p{N}-]{1,63}[.([]/iu;
const WEB = /^(?:https?:\/\/|www\.)[^\s.]+\.\S+$/i;
const HOST =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?:[/?#]\S*)?$/iu;
const STREET =
  /(?:str(?:\.|aße|asse)?|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|hof|park|kai|berg|steig|pfad|wall|graben|tor|straat|street|road)\.?\s*\d+(?:\s?[-–/+]\s?\d+)?\s?\p{L}?$/iu;
const HOUSE = /\s\d{1,4}(?:\s?[-–/+]\s?\d{1,4})?\s?\p{L}?$/u;
const PHONE = /^(?:\+|00?|\(0?|\()?[\d\s()/.–-]{5,24}$/;
/** German or foreign, also with a country prefix or as a number („1067.0“). */
const POSTAL_CODE =
  /^(?:[A-Z]{1,3}[- ]?)?\d{3,7}(?:-\d{3,4}|\.0)?$|^(?=.*\d)[A-Z\d]{2,5}[ -][A-Z\d]{2,4}$|^\d{4}[A-Z]{2}$/i;
const ZIP_AND_TOWN = /^(?:[A-Z]{1,3}[- ]?)?\d{4,5}[ ,]+\p{L}/iu;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/;

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;
const hasDigits = (value: string) => /\d/.test(value);
const isWorded = (value: string) =>
  count(value, /\p{L}/gu) > count(value, /\d/g) && !DATE.test(value);
const wordsOf = (value: string) => foldText(value).match(/[a-z]+/g) ?? [];
const isCompany: Test = (value) =>
  hasLegalForm(value) ||
  /(?<!\p{L})(?:stiftung|werke?|holding|group|gruppe)(?!\p{L})/iu.test(value);
const isEmail: Test = (value) => EMAIL.test(value);
const isPhone: Test = (value) => {
  const digits = count(value, /\d/g);
  return digits >= 5 && !DATE.test(value) && !isEmail(value) && !WEB.test(value);
};
const isNameLike: Test = (value) =>
  isWorded(value) && !isEmail(value) && !WEB.test(value) && parseYesNo(value) === null;
const isPersonLike: Test = (value) => {
  const plain = wordsOf(value).filter((word) => !TITLES.has(word));
  return (
    isNameLike(value) &&
    !hasDigits(value) &&
    !isCompany(value) &&
    plain.length > 0 &&
    plain.length < 6
  );
};
export const isPerson: Test = (value) =>
  isPersonLike(value) &&
  (/^(?:herrn?|hr\.|frau|fr\.)\s/i.test(value) ||
    wordsOf(value).some((word) => GIVEN_NAMES.has(word)));
/** „Erika Muster“, even with an unknown given name. */
const FULL_NAME = /^\p{Lu}[\p{L}'’-]{0,30}\.?(?: \p{L}[\p{L}.'’-]{0,30}){1,3}$/u;
export const arePeople = (values: readonly string[]) =>
  share(values, isPerson) >= 0.5 ||
  share(values, (value) => isPersonLike(value) && FULL_NAME.test(value)) >= 0.7;
export const areShortTexts = (values: readonly string[]) =>
  [null, "companyName"].includes(shapeOf(values)) &&
  share(values, (value) => value.length < 80 && isNameLike(value)) >= 0.8;
export const MIN_PROSE = 60;
const isRelation: Test = (value) => wordsOf(value).every((word) => RELATIONS.has(word));
export const isCodeAndTown: Test = (value) => ZIP_AND_TOWN.test(value);
const isTitle: Test = (value) => wordsOf(value).every((word) => TITLES.has(word));
const isCompanyDomain: Test = (value) => domainKey(value).kind === "company";
const FITS: Partial<Record<HeaderWord, Test>> = {
  companyName: isNameLike,
  name: isNameLike,
  domain: (value) => HOST.test(value) || isEmail(value),
  website: (value) => HOST.test(value) || WEB.test(value),
  email: isEmail,
  phone: isPhone,
  mobile: isPhone,
  street: isNameLike,
  areaCode: (value) => /^[+(]?[\d ()/-]{2,8}$/.test(value),
  houseNumber: (value) => /^\d{1,4}\s?[-–/+]?\s?\d*\s?[a-z]?$/i.test(value),
  postalCode: (value) => POSTAL_CODE.test(value),
  city: (value) => (isNameLike(value) && !hasDigits(value)) || isCodeAndTown(value),
  address: (value) =>
    /\p{L}/u.test(value) && (/\b\d{4,5}\b/.test(value) || /,\s*\p{L}/u.test(value)),
  federalState: (value) => isNameLike(value) && !hasDigits(value),
  country: (value) => parseCountry(value) !== null,
  contactName: isPersonLike,
  givenName: isPersonLike,
  familyName: isPersonLike,
  manager: isPersonLike,
  contactTitle: (value) => isNameLike(value) && !isTitle(value),
  companyType: (value) => isNameLike(value) && !isRelation(value),
  topics: isNameLike,
  salesScore: (value) => parseScore(value) !== null,
  salesReason: isNameLike,
  offerPackage: isNameLike,
  status: (value) => parseStatus(value) !== null,
  contacted: (value) => parseYesNo(value) !== null,
  favorite: (value) => parseYesNo(value) !== null,
  approved: (value) => parseYesNo(value) !== null,
  tags: (value) => isWorded(value) && !value.startsWith("*"),
  notes: (value) => isWorded(value),
  followUpAt: (value) => parseDay(value) !== null,
  sourceTerm: isNameLike,
};

/** Share of a column's values that must fit; files hold odd cells. */
const MIN_SHARE = 0.6;
const FIELD_SHARE: Partial<Record<HeaderWord, number>> = words.shares;

export function filledValues(cells: readonly (string | undefined)[]): string[] {
  return cells.flatMap((cell) => filledText(cell ?? "") ?? []);
}

export function share(values: readonly string[], test: Test): number {
  return values.length === 0 ? 0 : values.filter((value) => test(value)).length / values.length;
}

export function fits(word: HeaderWord, values: readonly string[]): boolean {
  const test = FITS[word];
  if (values.length === 0 || test === undefined) return true;
  if (share(values, test) < (FIELD_SHARE[word] ?? MIN_SHARE)) return false;
  // One map rating such as „4,6“ marks the whole column as ratings.
  if (word === "salesScore" && values.some((value) => /^[0-5][.,][1-9]/.test(value))) return false;
  // Links to social networks and maps are not websites.
  return word !== "website" || values.length < 3 || share(values, isCompanyDomain) > 0.1;
}

/** A few values repeated in many rows describe the team, not the companies. */
export const isDistinct = (values: readonly string[]) =>
  values.length < 3 || new Set(values).size > values.length * 0.7;

/** Distinct values that are not mostly pages of one portal. */
export function areOwn(values: readonly string[]): boolean {
  const keys = values.map((value) => domainKey(value));
  const domains = keys.flatMap((key) => (key.kind === "company" ? key.domain : []));
  return isDistinct(values) && (domains.length < 3 || new Set(domains).size > domains.length / 2);
}

const SHAPES: readonly [HeaderWord, Test][] = [
  ["email", (value) => /^[^\s@]+@[^\s@.]+\.\S+$/u.test(value)],
  ["website", (value) => WEB.test(value)],
  ["domain", (value) => HOST.test(value)],
  [
    "street",
    (value) =>
      STREET.test(value) || (HOUSE.test(value) && /^\p{L}/u.test(value) && !isCompany(value)),
  ],
  ["city", (value) => stateOfRegion(null, value) !== null || /^\d{5} \p{L}[^\d,]*$/u.test(value)],
  ["companyName", (value) => isCompany(value)],
  ["phone", (value) => PHONE.test(value) && /^(?:\+|0|\()/.test(value) && !/^0\d{4}$/.test(value)],
];
const SHAPE_SHARE: Partial<Record<HeaderWord, number>> = words.shapeShares;
const MIN_SHAPE_SHARE = 0.8;

/** Guesses a field from the values alone. */
export function shapeOf(values: readonly string[]): HeaderWord | null {
  const shape = SHAPES.find(
    ([word, test]) => share(values, test) >= (SHAPE_SHARE[word] ?? MIN_SHAPE_SHARE),
  );
  return shape?.[0] ?? null;
}

/** Recognizes distinct addresses and phone numbers under any header. */
export function addressShapeOf(values: readonly string[]): HeaderWord | null {
  if (areCodesAndTowns(values)) return "city";
  const shape = shapeOf(values);
  if (!isDistinct(values) || shape === null) return null;
  if (shape === "website" || shape === "domain")
    return areOwn(values) && share(values, isCompanyDomain) > 0.5 ? shape : null;
  const isNumbers = shape === "phone" && share(values, isWrittenPhone) >= MIN_SHAPE_SHARE;
  return isNumbers || shape === "street" || shape === "email" ? shape : null;
}

/** „CH-8006 Zürich“; without a country prefix at least three towns, since „1500 kg“ looks alike. */
function areCodesAndTowns(values: readonly string[]): boolean {
  const towns = new Set(values.map((value) => value.replace(/[\d ]/g, "")));
  const isSure =
    towns.size > 2 || share(values, (value) => /^[A-Z]{1,2}-\d/.test(value)) >= MIN_SHAPE_SHARE;
  return isSure && share(values, isCodeAndTown) >= MIN_SHAPE_SHARE;
}

const isWrittenPhone: Test = (value) => /^(?:\+|00)\d|^\(?0\d{2,5}\)?[ /-]/.test(value);

const isWholeAddress: Test = (value) =>
  /\p{L}/u.test(value.slice(0, Math.max(0, value.search(/[ ,-]\d{4,6} \p{L}/u))));

export const areWholeAddresses = (values: readonly string[]) =>
  share(values, isWholeAddress) >= 0.5;

/** Codes with a leading zero, Dutch codes, or any codes beside a column of towns. */
export function arePostalCodes(values: readonly string[], isBesideTowns: boolean): boolean {
  const isCode: Test = (value) => /^(?!00)\d{5}$|^\d{4}(?: ?[A-Z]{2})?$/.test(value);
  const isSure: Test = (value) => /^0\d{4}$|[A-Z]$/.test(value);
  return share(values, isCode) >= MIN_SHAPE_SHARE && (isBesideTowns || values.some(isSure));
}

/** Holds a value that no header would hold. */
export function isDataRow(cells: readonly string[]): boolean {
  const isData: Test = (cell) =>
    isEmail(cell) ||
    WEB.test(cell) ||
    (HOST.test(cell) && isCompanyDomain(cell) && readHeader(cell).names.length === 0) ||
    /^\d{5}$/.test(cell) ||
    (isPhone(cell) && PHONE.test(cell)) ||
    isCompany(cell);
  return cells.filter((cell) => cell !== "" && isData(cell)).length >= 1;
}

/** Why a column with a known header fills no field, in German; null if a person chose so. */
export function untakenReason(
  { header, rows }: Pick<FileTable, "header" | "rows">,
  mapping: Mapping,
  column: number,
): string | null {
  const reading = readHeader(header[column] ?? "");
  const [word] = reading.names;
  const field = word && (FIELD_OF[word] ?? word);
  const values = filledValues(rows.slice(0, SAMPLES).map((row) => row[column]));
  const isOpen = mapping[column] === null && values.length > 0 && isKnownHeader(reading);
  // Pages show no status.
  if (!isOpen || field === undefined || !isImportField(field) || field === "status") return null;
  const taken = mapping.indexOf(field);
  if (taken >= 0) return `Schon aus „${header[taken]}“ übernommen`;
  if (!reading.names.some((name) => fits(name, values))) {
    return `Die Werte passen nicht zu „${IMPORT_FIELDS[field]}“`;
  }
  return field === "contactName" && !isDistinct(values) ? "Die Namen wiederholen sich" : null;
}
