import {
  isSupportedCountry,
  type PhoneNumber as Parsed,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

interface PhoneNumber {
  /** E.164 („+493023125101“, „+49 561 7070-0“ with an extension), or the original text if the country is unknown. */
  stored: string;
  /** Null if the text is not a number. */
  e164: string | null;
  /** DIN 5008 with non-breaking spaces, e.g. „030 23125101“, „0561 7070-0“; foreign numbers with their country code. */
  display: string;
}

const OTHER_NUMBERS = [
  /[^\s@]{0,64}@\S{0,200}/gu,
  /(?:https?:|www\.)\S{0,500}/giu,
  /(?<![\d./-])\d{2,3} ?\/ ?\d{3,4} ?\/ ?\d{4,5}(?![\d./-])/gu,
  /\b[A-Z]{2} ?\d\d(?: ?[\dA-Z]{4}){3,7}(?: ?[\dA-Z]{1,3})?\b/gu,
  /(?<![\d./-])\d{1,2}\. ?\d{1,2}\. ?(?:19|20)?\d\d(?![\d./-])/gu,
  /(?<![\d./-])\d{1,2}\/\d{1,2}\/(?:19|20)\d\d(?![\d./-])/gu,
  /\b(?:DE|ATU|CHE)[ -]?\d{3}[ .]?\d{3}[ .]?\d{2,3}\b/gu,
  /\b(?:(?:HR[AB]|GnR|UID|USt|VAT|IBAN|BLZ|PLZ|GLN|EAN|IK|Konto|Kto)\b|(?:Kunden|Kd|Steuer|St|Konto|Kto|Mitglieds|Bestell|Artikel|Rechnungs|Auftrags|Vertrags|Betriebs|Lieferanten|Register)[. -]{0,2}(?:nr|nummer|id)\b)[\p{L}.:# -]{0,30}[\d./ -]{1,40}/giu,
  / \d[.)] (?=[(+0])/g,
];

const RUN = /(?:(?<!\p{L})[([]?\+ ?[([]?[1-9]|(?<![\p{L}\d])[([]?0)[\d ()[\]./-]*\d/gu;
const ZERO = /(?<=\d[^\d]{1,5})0(?=0?[1-9])/g;

const BOTH_LABELS = /(?:tel|fon|phone)\p{L}{0,12}\.? ?(?:\/|\+|&|und|u\.) ?(?:tele)?fax/iu;
const LABEL = /(?<fax>(?:tele)?fax|\bF\b)|tel|fon|mobil|handy|zentrale|\b[TM]\b/giu;
const FAX_BEHIND = /^ ?(?:[([] ?(?:tele)?fax ?[)\]]|(?:tele)?fax ?(?=$|[,;|/\n]))/iu;

/** Mobile, free, premium and personal numbers have no extension; by country code. */
const UNDIVIDED: Record<string, RegExp> = {
  49: /^(?:1|32|[789]00)/,
  43: /^(?:6(?:50|6[0134-9]|7[0678]|8|99)|[789]\d0)/,
};

/** „7070-0, Durchwahl 12“, but not behind a mobile or a free number. */
const NAMED_EXTENSION =
  /(?<=\d)(?<!(?:(?:\+|00)49[ (]{0,2}0?\)? ?|(?<!\d)0)(?:1|[789]00)[\d ()/-]{6,16})(?:-0{1,2})?,? ?[(-]? ?(?:durchwahl|dw|nebenstelle|app(?:arat|\.))[.:]? ?-?([1-9]\d{0,4})\)?(?! ?[\d/-]|[.,]\d)/giu;

/** Emergency and public service numbers, the same in every town. */
const SERVICE_NUMBER = /^11\d{1,4}$/;

const MAX_CHARACTERS = 1_000;

const onlyDigits = (text: string) => text.replace(/\D/g, "");

function readNumber(text: string): Parsed | null {
  const number = parsePhoneNumberFromString(text, "DE");
  const isNumber =
    number?.isPossible() === true &&
    number.nationalNumber.length >= 6 &&
    !SERVICE_NUMBER.test(number.nationalNumber) &&
    // Mobile numbers have at least nine digits; „01/5123456“ is Vienna without its country code.
    !(number.countryCallingCode === "49" && /^1[567]\d{1,6}$/.test(number.nationalNumber)) &&
    !/^(\d)\1+$|^00/.test(number.nationalNumber);
  return isNumber ? number : null;
}

function divide(written: string, extension: string): string {
  let at = written.length;
  for (const _ of extension) at = written.slice(0, at).search(/\d\D*$/);
  return `${written.slice(0, at).trimEnd()}-${extension}`;
}

function subscriberOf(text: string, number: Parsed): string {
  const area = onlyDigits(number.formatInternational().split(" ")[1] ?? "");
  let digits = area.length + (text.startsWith("+") ? number.countryCallingCode.length : 1);
  for (let at = 0; at < text.length; at += 1) {
    if (digits === 0) return text.slice(at);
    if (/\d/.test(text.charAt(at))) digits -= 1;
  }
  return "";
}

function hasExtensions({ countryCallingCode, nationalNumber }: Parsed): boolean {
  return UNDIVIDED[countryCallingCode]?.test(nationalNumber) === false;
}

/** „-0“, „/0“, „-4711“; a hyphen between groups of digits is no extension. */
function extensionOf(text: string, number: Parsed): string | null {
  if (!/[-/]/.test(text) || !hasExtensions(number)) return null;
  const parts = /^(.*\d)[-/ ]{0,2}[-/] ?(\d[\d ]{0,6})$/.exec(subscriberOf(text, number));
  const base = parts?.[1] ?? "";
  const extension = onlyDigits(parts?.[2] ?? "");
  const isGroup = onlyDigits(base).length < 2 || /\d ?[-/]/.test(base);
  const isNone = extension === "" || extension.length > 5 || (isGroup && extension !== "0");
  return isNone ? null : extension;
}

function phoneNumber(number: Parsed, extension: string | null): PhoneNumber {
  const isGerman = number.countryCallingCode === "49";
  // libphonenumber omits the leading zero in unused ranges.
  const national = isGerman ? number.formatNational().replace(/^(?=[1-9])/, "0") : null;
  const written = (national ?? number.formatInternational())
    .replace(/[/()-]/g, "")
    .replace(/ +/g, " ");
  const display = extension === null ? written : divide(written, extension);
  return {
    stored: extension === null ? number.number : divide(number.formatInternational(), extension),
    e164: number.number,
    display: display.replaceAll(" ", "\u00a0"),
  };
}

/** „12345/46“ and „-10/-19“ name a second line beside the first. */
function withoutSecondLine(text: string): string {
  const [, first = "", second = ""] = /^(.*\d) ?\/ ?-? ?(\d{1,4})$/.exec(text) ?? [];
  const number = first === "" ? null : readNumber(first);
  if (number === null || onlyDigits(subscriberOf(first, number)).length < 3) return text;
  if (extensionOf(first, number) !== null) return first;
  const step = Number(second) - Number(onlyDigits(first).slice(-second.length));
  return step > 0 && step < 10 ? first : text;
}

function readOne(text: string): PhoneNumber | null {
  const plain = text
    .replace(/^[([]*(?:00(?=[ ([]*[1-9])|\+)/, "+")
    .replace(/^(\+\d+)([^\d]*)\(0\)/, "$1$2")
    .replace(/^\+49([^\d]*)0/, "+49$1");
  const line = withoutSecondLine(plain);
  const number = readNumber(line);
  return number === null ? null : phoneNumber(number, extensionOf(line, number));
}

/** „06421 123456 / 123457“, „06421 9999-0 / 8888-0“: the second number lacks the area code. */
function localNumbers(text: string): string[] {
  const [, first = "", second = ""] = /^(.*\d) ?\/ ?([1-9][\d -]{2,20}\d)$/.exec(text) ?? [];
  // Parsing is slow for text that is not a number.
  const number = first === "" ? null : readNumber(first);
  const subscriber = number === null ? "" : onlyDigits(subscriberOf(first, number));
  const isLike = /-\d{1,5}$/.test(second)
    ? /-\d{1,5}$/.test(first)
    : subscriber.length === onlyDigits(second).length;
  if (number === null || subscriber === "" || !isLike) return [text];
  return [first, `${number.number.slice(0, -subscriber.length)} ${second}`];
}

const withoutEnd = (text: string) => text.replace(/\D{1,9}$/, "");

/** A long number after an extension is a postal code. */
function withoutRest(text: string): string {
  const [, whole = ""] =
    /^([^-]*-[-/ \d()]*\d) \d{4,}$/.exec(text) ?? /^(.*\d) ?[([]/.exec(text) ?? [];
  if (whole === "") return text;
  const number = readOne(whole);
  const hasBrackets = /[([]/.test(text.slice(whole.length));
  return number === null || (number.stored === number.e164 && !hasBrackets) ? text : whole;
}

/** Splits before a zero if both sides are complete numbers. */
function splitRun(run: string): string[] {
  const zeros = [...run.matchAll(ZERO)].map(({ index }) => index);
  const parts: string[] = [];
  let begin = 0;
  for (const [n, zero] of zeros.entries()) {
    const before = withoutEnd(run.slice(begin, zero));
    const ends = [...zeros.slice(n + 1, n + 7), run.length];
    const isNext = ends
      .map((end) => withoutEnd(run.slice(zero, end)))
      .some((next) => onlyDigits(next).length > 6 && readOne(next) !== null);
    if (!isNext || readOne(before) === null) continue;
    parts.push(before);
    begin = zero;
  }
  return [...parts, run.slice(begin)].map(withoutRest);
}

/** Restores the leading zero or plus, which spreadsheets drop. */
function completed(text: string): string {
  const bare = text.replace(/^(\d+)\.0$/, "$1").trim();
  if (!/^\d[\d ()/-]{6,18}\d$/.test(bare)) return text;
  const digits = onlyDigits(bare);
  if (/^49[1-9]\d{7}/.test(digits)) return `+${bare}`;
  const isDate = /^(?:19|20)\d\d[01]\d[0-3]\d$/.test(digits);
  return /^(?:1[567]\d{8}|[2-9]\d{7})/.test(digits) && !isDate ? `0${bare}` : text;
}

/** Separates numbers, not the groups within a foreign one: „0664 / 73 13 70 10“. */
const BETWEEN = /[;|\n]|(?<=\d(?:[ -]?\d){5}) \/ |, /;

function withCode(text: string, country: string | null): string {
  const parts = text
    .slice(0, MAX_CHARACTERS)
    .split(BETWEEN)
    .map((part) => part.trim());
  return parts
    .flatMap((part) => {
      const digits = part.replace(/^\D*?(?=[+(\d])/, "");
      if (/^\(?(?:\+|00[1-9])/.test(digits)) return part;
      if (country === null || !isSupportedCountry(country) || /fax/i.test(part)) return [];
      const number = parsePhoneNumberFromString(digits, country);
      if (number?.isPossible() !== true) return [];
      const own = number.nationalNumber.startsWith("0") ? digits : digits.replace(/^(\(?)0/, "$1");
      const isWhole = onlyDigits(own) === number.nationalNumber;
      return isWhole ? `+${number.countryCallingCode} ${own}` : number.number;
    })
    .join("; ");
}

/**
 * Finds each number once, in order. Leaves out fax and emergency numbers, and words around numbers.
 *
 * @param country ISO 3166-1 alpha-2, for numbers without a country code; null skips these
 */
export function findPhoneNumbers(text: string, country: string | null = "DE"): PhoneNumber[] {
  const plain = (country === "DE" ? text : withCode(text, country))
    .slice(0, MAX_CHARACTERS)
    .trim()
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}|−/gu, "-")
    .replace(/[^\S\n]+/g, " ")
    .replace(NAMED_EXTENSION, "-$1")
    .replace(/(tel|fon|phone|fax|mobil|handy)(?=[+(0])/giu, "$1 ")
    .replace(/(?<=\d\d)_(?=\d)|(?<=\d{3})[*:](?=\d)/g, " ")
    .replace(/(?<=(?<!\d)0\d{2,4}),(?= ?[1-9]\d(?:[ -]?\d){2})/g, " ")
    .replace(/[/,;] ?- ?\d{1,5} ?[([](?:tele)?fax[)\]]/giu, "")
    .replace(/(?<=\d) (?:oder|und|u\.|bzw\.) (?=[1-9]\d{3})/gu, " / ");
  const rest = OTHER_NUMBERS.reduce((kept, other) => kept.replace(other, "|"), completed(plain));
  const found = new Map<string, PhoneNumber>();
  let isFax = false;
  let end = 0;
  for (const { 0: run, index } of rest.matchAll(RUN)) {
    const gap = rest.slice(end, index);
    const label = [...gap.matchAll(LABEL)].at(-1);
    if (BOTH_LABELS.test(gap)) isFax = false;
    else if (label !== undefined) isFax = label.groups?.fax !== undefined;
    else if (/\p{L}/u.test(gap)) isFax = false;
    end = index + run.length;
    const behind = FAX_BEHIND.exec(rest.slice(end))?.[0] ?? "";
    end += behind.length;
    if (isFax || behind !== "") continue;
    for (const part of splitRun(run).flatMap(localNumbers)) {
      const number = readOne(part);
      if (number?.e164 && !found.has(number.e164)) found.set(number.e164, number);
    }
  }
  return [...found.values()];
}

export function storedPhones(text: string | null, country: string | null): string[] {
  const found = findPhoneNumbers(text ?? "", country).map(({ stored }) => stored);
  const isWritten = found.length === 0 && country !== "DE" && /(?:\d\D*){5}/.test(text ?? "");
  return isWritten && text !== null ? [text] : found;
}

/** Returns other texts unchanged. */
export function e164Of(stored: string): string {
  if (/^\+49[1-9]\d{5,12}$/.test(stored)) return stored;
  return parsePhoneNumber(stored).e164 ?? stored;
}

/** Null unless the text has the non-breaking spaces of `PhoneNumber.display`. */
export function dialTarget(display: string): string | null {
  if (!/^\+?\d+\u00a0/.test(display)) return null;
  return display.replace(/^0/, "+49").replace(/[\u00a0-]/g, "");
}

/** Text without a country code stays as it is and has no `e164`. */
export function parsePhoneNumber(text: string): PhoneNumber {
  const stored = /^\+[\d -]+$/.test(text) ? readOne(text) : null;
  if (stored !== null) return stored;
  const plain = text.replace(/\s+/g, " ").trim();
  return { stored: plain, e164: null, display: plain };
}

/** ISO 3166-1 alpha-2 of the first number; null if it has no country code. */
export function dialledCountry(text: string): string | null {
  if (!/^\s*\(?(?:\+|00)/.test(text)) return null;
  const [first] = findPhoneNumbers(text);
  return (first?.e164 && parsePhoneNumberFromString(first.e164)?.country) || null;
}
