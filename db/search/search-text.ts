import spellings from "./spellings.json";

/** Letters that Unicode does not decompose, and how people type them. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

/** Precedes each number, so „15“ does not match within „10115“. */
export const NUMBER = "#";
/** Follows initials that had dots, such as „e.V.“; they only match as a whole word. */
export const INITIALS = "*";

/** Matches „a. M.“ with and without its blank. */
function abbreviation(short: string): RegExp {
  const parts = short.toLowerCase().replaceAll(".", "\\.").split(" ");
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join("\\s?")}(?![\\p{L}\\p{N}])`, "gu");
}

type Rule = readonly [RegExp, string | ((found: string) => string)];

const OUTSIDE = "(?<![\\p{L}\\p{N}])";

/** Spellings that mean the same, replaced in this order in lower case. Patterns that begin with a sign are fastest. */
const SAME: readonly Rule[] = [
  [/[‐‑‒–—−]/g, "-"],
  [/&amp;/g, "&"],
  // The country before a postal code: „D-80331“.
  [/(?<![\p{L}\p{N}])(?:de|d|at|a|ch)-(?=\d{4})/gu, ""],
  ...Object.entries(spellings["Kürzel, wie sie hinter Ortsnamen stehen"]).map(
    ([short, long]): Rule => [abbreviation(short), long.toLowerCase()],
  ),
  // „e. V.“, „A.T.U.“: initials become one word.
  [
    new RegExp(
      `${OUTSIDE}(?!u\\.)\\p{L}(?:\\.(?:\\s(?!u\\.))?\\p{L})+(?![\\p{L}\\p{N}@])\\.?`,
      "gu",
    ),
    (found) => `${found.replace(/[.\s]/g, "")}${INITIALS} `,
  ],
  [new RegExp(`${OUTSIDE}u\\.(?=\\s*\\p{L})`, "gu"), " und "],
  [/&|\+(?<=[\p{L}\p{N}.)]\s?\+)(?=\s?[\p{L}(])|\+(?<=\d\+)(?=\d)/gu, " und "],
  [new RegExp(`${OUTSIDE}(?:und\\s{1,9})?co\\.?\\s?kg(?!\\p{L})`, "gu"), "und co kg"],
  [new RegExp(`${OUTSIDE}gebr(?:\\.|(?![\\p{L}\\p{N}]))`, "gu"), "gebrüder "],
  [new RegExp(`${OUTSIDE}s(?:k?t)[.\\s-]+(?=\\p{L})`, "gu"), "sankt "],
  [new RegExp(`${OUTSIDE}(?:haus)?(?:nr|nummer)\\.?\\s?(?=\\d)`, "gu"), ""],
  // „12 a“ is a house number.
  [/(?<=\d)\s(?=[a-h](?![\p{L}\p{N}.]))/gu, ""],
];

const SIGNS: readonly Rule[] = [
  [/\p{Extended_Pictographic}/gu, (sign) => ` ${sign} `],
  [/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}.@*-]/gu, " "],
  // A dot stays within a domain, a hyphen within a word.
  [/\.(?!\p{L})|(?<![\p{L}\p{N}])\./gu, " "],
  [/-(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])-/gu, " "],
  [/\d+/g, (digits) => NUMBER + digits],
  [/\s+/g, " "],
];

function apply(rules: readonly Rule[], text: string): string {
  return rules.reduce((before, [pattern, by]) => {
    // Two calls, since the union type fits no overload.
    return typeof by === "string" ? before.replace(pattern, by) : before.replace(pattern, by);
  }, text);
}

/** Lower case and NFKC, without invisible characters and apostrophes. */
export function plainText(text: string): string {
  return text
    .replace(/[®™©℠]/g, "")
    .replaceAll(INITIALS, " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}'’‘‚‛`´ʼ′]/gu, "");
}

/**
 * Normalizes a text for comparison: lower case, `NUMBER` before numbers, one spelling for common variants. Hyphens
 * within words and umlauts stay; they are folded later.
 */
export function searchWords(text: string): string {
  return apply(SIGNS, apply(SAME, plainText(text))).trim();
}

/** Expands „Str.“ and joins it to the word before: „Kieler Str.“ becomes „Kieler-straße“. */
export function withStreets(words: string): string {
  return words
    .replace(/str(?![\p{L}.@])/gu, "straße")
    .replace(/ (?=stra(?:ß|ss)e(?!\p{L}))(?<=\p{L}{3} )/gu, "-");
}

/** Words as in a document. */
export function spaced(words: string): string {
  return words.replaceAll("-", " ").replaceAll(INITIALS, "");
}

const stripMarks = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
const withLetters = (text: string) => text.replace(/[ßøłđıæœþ]/g, (one) => LETTERS[one] ?? one);

/** Umlauts written out: „müller“ → „mueller“. */
export function writtenOut(words: string): string {
  return stripMarks(withLetters(words).replace(/[äöü]/g, (one) => UMLAUTS[one] ?? one));
}

/** Reduces umlauts, also written out ones: „müller“, „mueller“ → „muller“, but not „neue“. */
export function toBaseLetters(words: string): string {
  return stripMarks(withLetters(words)).replace(/([ao])e|(?<![aeoq])(u)e/g, "$1$2");
}
