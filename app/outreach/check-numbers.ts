import words from "./draft-words.json";
import { findContactDetails, type KnownTexts, sentencesOf } from "./known-texts";

const DIGITS = /(?<!\p{L})\d+(?:[.,:/]\d+)*/gu;
const GROUPED = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
/** Smaller number words count the email's own points. */
const FROM_FIVE = Object.keys(words.numbers)
  .toSorted((one, other) => other.length - one.length)
  .join("|");
const LARGE = new RegExp(FROM_FIVE, "i");
const PART = new RegExp(
  `${FROM_FIVE}|ein|zwei|drei|vier|und|(?:jährig|prozentig|fach)\\p{L}{0,2}$`,
  "giu",
);
const isWritten = (word: string) => LARGE.test(word) && word.replace(PART, "") === "";
const SMALL = { ein: 1, eins: 1, eine: 1, zwei: 2, drei: 3, vier: 4 };
const VALUES = new Map<string, number>(Object.entries({ ...SMALL, ...words.numbers }));

/** Names, list numbers, and counts of the email's own points. */
const NO_CLAIM = new RegExp(
  [
    String.raw`(?<![\p{L}\d])(?:\p{Lu}\p{Ll}+ \d\.0|360(?:[- ]?Grad|°)|(?:Microsoft|Office) 365|§§? ?\d+\p{L}?|1:1|2-Faktor)`,
    String.raw`^ {0,4}\d[.)](?=\s)|\(\d\)`,
    String.raw`\dXL|keine (?:fünf|zehn) Minuten|(?:[Aa]ußer|[Ii]n) [Aa]cht (?=lassen|nehmen|gelassen|genommen)|[Tt]ausend Dank|[Hh]undertprozentig`,
    String.raw`(?<![\d.,])[1-5](?: \p{Ll}+)? (?:${words.ownCounts.replaceAll(" ", "|")})(?!\p{L})`,
  ].join("|"),
  "gmu",
);
const AND = String.raw`\s?(?:\/|-|–|bis|und|oder)\s?`;
/** Hours and calendar weeks. */
const MOMENT = new RegExp(
  [
    String.raw`(?<!\d)\d{1,2}(?:[.:]\d\d)?(?:${AND}\d{1,2}(?:[.:]\d\d)?)?\s?Uhr|(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)`,
    String.raw`(?:KW|Kalenderwochen?)\s?\d{1,2}(?:${AND}\d{1,2}(?!\d))?|(?:\d{1,2}\.${AND})?\d{1,2}\.\s?(?:KW|Kalenderwoche)`,
  ].join("|"),
  "giu",
);
/** The sender may propose how long a meeting takes. */
const PROPOSAL =
  /\?$|(?<!\p{L})(?:ich|mir|mich|uns|könnten|zeit|reich(?:en|t)|(?:mon|diens|donners|frei)tag)(?!\p{L})|termin|gespräch|treffen|telefon|besichtig|rundgang|vorführ|(?:das|es) dauert|dauert (?:das|es)|genüg/iu;
const SPAN = String.raw`(?<![\p{L}\d])[\p{L}\d]{1,30}(?:-?${AND}[\p{L}\d]{1,30})?[\s-]?`;
const DURATION = new RegExp(
  String.raw`${SPAN}(?:min(?:uten?|ütig\p{L}*)?|stunden?|tagen?|wochen?)(?!\p{L})|(?:zwischen|ab|gegen|um|von|bis|und) (?:halb )?(?:\d{1,2}|\p{Ll}{3,6})(?![\d.,:/]*\d|\s?[%€])`,
  "giu",
);

/** „einhundertfünfundvierzig“; NaN for other words */
function valueOfWord(word: string): number {
  const joint = ["tausend", "hundert", "und"].find((one) => word.includes(one));
  if (joint === undefined) return VALUES.get(word) ?? Number.NaN;
  const at = word.indexOf(joint);
  const [front, back] = [word.slice(0, at), word.slice(at + joint.length)];
  const rest = back === "" ? 0 : valueOfWord(back.replace(/^und/, ""));
  if (joint === "und") return valueOfWord(front) + rest;
  return (front === "" ? 1 : valueOfWord(front)) * (VALUES.get(joint) ?? 1) + rest;
}

/** „4.500“ and „4500“, „12,00“, „zwölf“ and „12“ are the same. */
function numberKey(number: string): string {
  const plain = GROUPED.test(number) ? number.replaceAll(".", "") : number;
  const value = valueOfWord(number.toLowerCase());
  if (!Number.isNaN(value)) return String(value);
  return plain.replace(/^0+(?=\d)|,00?$/g, "").toLowerCase();
}

function numbersIn(text: string): string[] {
  const letters = text.match(/\p{L}{3,}/gu) ?? [];
  return [...(text.match(DIGITS) ?? []), ...letters.filter(isWritten)];
}

const ABBREVIATION = /(?<!\p{L})(ca|bzw|Nr|Dr)\./gu;

/** @returns a sentence for each number that no known text contains */
export function checkNumbers(text: string, known: KnownTexts): string[] {
  const numbers = new Set(numbersIn(findContactDetails(known.all).rest).map(numberKey));
  const plain = findContactDetails(text)
    .rest.replace(ABBREVIATION, "$1")
    .replace(MOMENT, " ")
    .replace(NO_CLAIM, " ");
  const foreign = sentencesOf(plain).flatMap((segment) => {
    const isProposal = PROPOSAL.test(segment.trim()) && !/spar/i.test(segment);
    const rest = isProposal ? segment.replace(DURATION, " ") : segment;
    return numbersIn(rest).filter((number) => !numbers.has(numberKey(number)));
  });
  return [...new Set(foreign)].map(
    (number) => `Die Zahl „${number}“ steht weder beim Lead noch in den Texten des Teams.`,
  );
}
