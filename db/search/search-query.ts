import { parse } from "tldts";
import { dialledDigits, FIELD_END, PHONE } from "./search-document";
import {
  INITIALS,
  NUMBER,
  plainText,
  searchWords,
  spaced,
  withStreets,
  writtenOut,
} from "./search-text";
import spellings from "./spellings.json";

/** A word of a search text, as its possible spellings in a document. One of them must occur literally. */
export type SearchWord = readonly string[];

const QUOTED = /["„“”«»]([^"„“”«»]*)["„“”«»]/g;
const PHONE_LABELS = new Set(spellings["Wörter vor einer Telefonnummer, die nicht zu ihr gehören"]);
/** Shorter numbers are not telephone numbers. */
const PHONE_DIGITS = 6;
/** Words up to this length next to „&“ mean nothing alone. */
const SHORT = 2;

/** Reserved for examples (RFC 2606); used by the demo's companies. */
const EXAMPLE_TLD = "example";

/** Text as in a field of a document, with umlauts written out. */
function asField(text: string): string {
  return spaced(writtenOut(withStreets(searchWords(text))));
}

function asWholeWord(text: string): string[] {
  return [
    ` ${text} `,
    ` ${text}${FIELD_END}`,
    `${FIELD_END}${text} `,
    FIELD_END + text + FIELD_END,
  ];
}

/** „https://www.swm.de/impressum“, „info@swm.de“, „kunden.swm.de“: the address itself or the company's domain. */
function addressWord(token: string): SearchWord | null {
  const address = token.replace(/^[<([]*(?:mailto:)?/, "").replace(/(?<![>)\],;.])[>)\],;.]+$/, "");
  const [local = "", site = "", ...more] = address.split("@");
  const isEmail = local !== "" && site.includes(".") && !address.includes("/") && more.length === 0;
  const isPage =
    /^(?:[a-z]+:\/\/|www\d?\.)\S|^[^/@]+\.\p{L}{2,}(?::\d+)?[/?#]|^(?:[^./@]+\.){2}/u.test(address);
  if (!isEmail && !isPage) return null;
  const { domain, publicSuffix, isIcann, isPrivate } = parse(address, {
    allowPrivateDomains: true,
  });
  const isKnown = isIcann || isPrivate || publicSuffix === EXAMPLE_TLD;
  if (domain === null || !isKnown) return null;
  const own = FIELD_END + asField(domain) + FIELD_END;
  if (isEmail) return [asField(address), own];
  const [bare = ""] = address.replace(/^[a-z]+:\/\/|^www\d?\./, "").split(/[/:?#]/);
  const host = asField(bare.replace(/^www\d?\./, ""));
  return [
    own,
    `@${asField(domain)}${FIELD_END}`,
    FIELD_END + host + FIELD_END,
    `@${host}${FIELD_END}`,
  ];
}

/** „030/231 25-101“ as its digits; null for other numbers. */
function phoneWord(run: readonly string[]): SearchWord | null {
  const text = run.join(" ");
  const digits = dialledDigits(text);
  if (digits.length < PHONE_DIGITS) return null;
  const written = asField(text);
  if (/^[0+]/.test(digits)) return [PHONE + digits, written];
  // Without an area code, the parts of one number are short; a longer part is a postal code.
  const isOneNumber = run.length === 1 || run.every((part) => part.replace(/\D/g, "").length < 5);
  return isOneNumber ? [digits, written] : null;
}

/** Spellings of a word in documents: „e-mobil“ also as „e mobil“ and „emobil“. */
function spellingsOf(word: string): SearchWord {
  const digits = word.startsWith(NUMBER) ? word.slice(1) : "";
  // The last digits of a telephone number, or a number with „49“ instead of „+49“.
  if (/^\d{4,5}$/.test(digits)) return [word, digits + PHONE];
  if (/^49\d{8,}$/.test(digits)) return [word, PHONE + dialledDigits(`+${digits}`)];
  if (/^\d{6,}$/.test(digits)) return [word, digits];
  if (word.includes("-")) {
    const joined = word.replaceAll("-", "");
    return [spaced(word), /\p{L}/u.test(word) ? joined : joined.replaceAll(NUMBER, "") + PHONE];
  }
  if (word.endsWith(INITIALS)) return asWholeWord(spaced(word));
  if (!word.includes(".")) return [word];
  const isInitials = word.split(".").some((part) => part.length === 1);
  return [
    word,
    ...asWholeWord(word.replaceAll(".", " ")),
    ...(isInitials ? [word.replaceAll(".", "")] : []),
  ];
}

/** Keeps „R & V“ together, since its letters alone occur everywhere. */
function joinShort(words: readonly string[]): SearchWord[] {
  const joined: string[][] = [];
  for (let at = 0; at < words.length; at += 1) {
    const group = [words[at] ?? ""];
    while (words[at + 1] === "und" && at + 2 < words.length) {
      const [before = "", behind = ""] = [words[at], words[at + 2]];
      if (before.length > SHORT && behind.length > SHORT) break;
      group.push("und", behind);
      at += 2;
    }
    joined.push(group);
  }
  return joined.map((group) => {
    const [first = "", last = ""] = [group[0], group.at(-1)];
    // Most documents contain „und“, so one spelling is used. No name begins or ends with it.
    if (group.length === 1) return first === "und" ? [" und "] : spellingsOf(first);
    const text = spaced(group.join(" "));
    return asWholeWord(text).map((one) => {
      const begun = first.length > SHORT ? one.trimStart() : one;
      return last.length > SHORT ? begun.trimEnd() : begun;
    });
  });
}

function plainWords(text: string): SearchWord[] {
  const words = writtenOut(searchWords(text));
  return words === "" ? [] : joinShort(words.split(" "));
}

/** A part of a telephone number, or a separator. */
const isPhonePart = (token: string) => /^[+(\d/–-][\d()/.–-]*$/.test(token);

function wordsOf(text: string): SearchWord[] {
  // Splits „Tel.:030/123“ in two.
  const tokens = text
    .replace(/(?<!\p{L})(\p{L}+)[.:]{1,2}(?=[+(\d])/gu, (label, word) =>
      PHONE_LABELS.has(word) ? `${label} ` : label,
    )
    .split(/\s+/);
  const found: SearchWord[] = [];
  let plain: string[] = [];
  const take = (word: SearchWord) => {
    found.push(...plainWords(plain.join(" ")), word);
    plain = [];
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    const address = addressWord(token);
    let end = at;
    while (end < tokens.length && isPhonePart((tokens[end] ?? "").replace(/[,;.]$/, ""))) {
      end += 1;
      if (/[,;]$/.test(tokens[end - 1] ?? "")) break;
    }
    const phone = end > at && /^\(?[+0]|\d/.test(token) ? phoneWord(tokens.slice(at, end)) : null;
    if (address !== null) take(address);
    else if (phone !== null) {
      if (PHONE_LABELS.has((plain.at(-1) ?? "").replace(/\P{L}/gu, ""))) plain.pop();
      take(phone);
      at = end - 1;
    } else plain.push(token);
  }
  return [...found, ...plainWords(plain.join(" "))];
}

export function isQuoted(q: string): boolean {
  return plainText(q).search(QUOTED) >= 0;
}

/**
 * A document must contain all words. Quoted text is one word. A text without letters and digits has no words, and finds
 * nothing.
 */
export function parseSearch(q: string): SearchWord[] {
  const text = plainText(q);
  const quoted = Array.from(text.matchAll(QUOTED), ([, phrase = ""]) => {
    const words = wordsOf(phrase);
    const isOne = words.length === 1 || phrase.trim() === "";
    return isOne ? words : [[asField(phrase)]];
  });
  const words = [...wordsOf(text.replace(QUOTED, " ")), ...quoted.flat()];
  return words.filter((word) => word.every((one) => one !== ""));
}

export function matchesDocument(words: readonly SearchWord[], document: string): boolean {
  return words.length > 0 && words.every((word) => word.some((one) => document.includes(one)));
}
