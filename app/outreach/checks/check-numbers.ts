import type { EmailDraft } from "../draft-input";
import { withoutAddresses } from "./check-addresses";
import type { KnownFacts } from "./known-facts";
import { parseNumberWord } from "./number-words";
import { fold, wordSet, wordsOf } from "./words";

const NUMBER = /\d+(?:[.,:/]\d+)*/g;
const GROUPED = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
/** A longer one is an account, a customer's or a telephone number. */
const MAX_QUANTITY_DIGITS = 5;

/** What a number word counts when it is a claim; „zwei Wege“ is none. */
const COUNTED =
  /^(?:jahr|monat|woche|tag|stunde|minute|prozent|euro|mitarbeit|beschäftigt|kolleg|expert|berater|kund|nutzer|anwender|unternehmen|firm|betrieb|stadtwerk|versorger|gemeinde|kommune|haushalt|einwohner|standort|filial|niederlassung|projekt|referenz|anlag|gebäude|million|milliard|auszeichnung|patent)/i;
/** „zwanzigjährig“, „zwölfprozentig“, „zweiwöchig“ */
const COMPOUND = /(?:jährig|prozentig|stündig|minütig|wöchig|monatig|tägig|köpfig)\p{L}{0,6}$/u;
/** „verdreifacht“, „vierfach“ */
const MULTIPLE = /fach\p{L}{0,6}$/u;
const QUANTITY =
  /(?<!\p{L})(?:dutzend|hunderte|tausende|million|milliarde|hälfte|drittel|viertel(?!stunde)|verdoppel|halbier|doppelt)\p{L}*/giu;

function normalise(number: string): string {
  const plain = GROUPED.test(number) ? number.replaceAll(".", "") : number;
  return plain.replace(/^0+(?=\d)/, "");
}

function numbersOf(text: string): ReadonlySet<string> {
  return new Set((text.match(NUMBER) ?? []).map(normalise));
}

/** The numbers that may be said; those in addresses and telephone numbers are none that count anything. */
function knownNumbers(facts: KnownFacts): ReadonlySet<string> {
  return numbersOf(withoutAddresses(facts.all));
}

function digitsIn(text: string, facts: KnownFacts): string[] {
  const all = knownNumbers(facts);
  const reach = numbersOf(facts.reach);
  return (text.match(NUMBER) ?? []).filter((number) => {
    const isLong = number.replace(/\D/g, "").length > MAX_QUANTITY_DIGITS;
    return !(isLong && !GROUPED.test(number) ? reach : all).has(normalise(number));
  });
}

/** The number in a word by itself („zwanzigjährig“, „vierfach“). */
function numberWithin(word: string): number | null {
  const compound = COMPOUND.exec(word);
  if (compound !== null) return parseNumberWord(word.slice(0, compound.index));
  const multiple = MULTIPLE.exec(word);
  return multiple && parseNumberWord(word.slice(0, multiple.index).replace(/^ver/, ""));
}

/** Written numbers that count something, one more word between allowed: „zwanzig erfolgreiche Jahre“. */
function writtenIn(text: string): { shown: string; word: string; value: number }[] {
  const words = wordsOf(text);
  return words.flatMap((word, index) => {
    const within = numberWithin(word.toLowerCase());
    if (within !== null && within > 1) return [{ shown: word, word, value: within }];
    const value = parseNumberWord(word);
    if (value === null || value < 2) return [];
    const length = [1, 2].find((step) => COUNTED.test(words[index + step] ?? ""));
    if (length === undefined) return [];
    return [{ shown: words.slice(index, index + length + 1).join(" "), word, value }];
  });
}

/** Numbers, in digits or in words, that stand in nothing the email was written from. */
export function checkNumbers({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  const text = withoutAddresses(`${subject}\n${body}`);
  const known = knownNumbers(facts);
  const words = wordSet(facts.all);
  const written = writtenIn(text).filter(
    ({ word, value }) => !known.has(String(value)) && !words.has(fold(word)),
  );
  const factText = fold(facts.all);
  const quantities = (text.match(QUANTITY) ?? []).filter((word) => !factText.includes(fold(word)));
  const shown = [...digitsIn(text, facts), ...written.map((entry) => entry.shown), ...quantities];
  return [...new Set(shown)].map(
    (number) => `Die Zahl „${number}“ steht weder beim Lead noch in den Texten des Teams.`,
  );
}
