import { decodeHTML } from "entities";
import { anyOf } from "./title-words";
import words from "./title-words.json";

/** Search engines cut titles at about 70 characters. */
const LONGEST_TITLE = 300;

/** Symbols („★“, „|“, „→“), guillemets, long dashes, and bullets, which Unicode counts among other punctuation. */
const SYMBOL =
  /(?!\+)[\p{So}\p{Sm}»«›‹—―]|(?![\p{ASCII}…§‰′″])\p{Po}|\p{Extended_Pictographic}|::|\/\//u;
/** „Müller - Elektro“, „Müller GmbH- Elektro“, but not „Strom- und Gasnetze“. */
const HYPHEN =
  / [\p{Pd}/+_]+ | [-–](?=\p{L})|(?<=[\p{L}.])[-–] (?!(?:und|oder|u\.|bzw\.|sowie|&|\/))/u;
const PUNCTUATION = /(?<=[!?]) |:(?= |$)| :(?=\S)/u;
const SPLIT = new RegExp(`${SYMBOL.source}|${HYPHEN.source}|${PUNCTUATION.source}`, "u");
/** How the search engine ends what it has cut off, and words that such a part must not end with. */
const CUT_OFF = /(?:…|(?<!\.)\.{2,})\s*$/;
const LOOSE_END = new RegExp(`(?:^| )(?:${anyOf(words.looseEnds)})$`, "i");

function readPart(raw: string) {
  const isCut = CUT_OFF.test(raw);
  let text = raw
    .replace(CUT_OFF, "")
    .replace(/^[\s,;.!*=#+_'"„“”‚‘’-]+(?=\s)/, "")
    .replace(/(?<![\s,;*=#+_-])[\s,;*=#+_-]+$/, "")
    .trim();
  while (isCut && LOOSE_END.test(text)) text = text.replace(LOOSE_END, "");
  if (isCut) text = text.replace(/(?<![\s,;])[\s,;]+$/, "");
  return { text: /^["„“”‚‘'](.+)["“”‘’']$/.exec(text)?.[1]?.trim() ?? text, isCut };
}

/** The parts of a page's title in their order, none of them empty. Some sites encode their entities twice. */
export function titleParts(title: string) {
  return (
    decodeHTML(decodeHTML(title.slice(0, LONGEST_TITLE)))
      .replace(/<\/?[a-z][^<>]{0,100}>/gi, " ")
      .normalize("NFC")
      .replace(/[®©™]|\p{Cf}|\ufe0f/gu, "")
      .replace(/[\s\p{Cc}\p{Cs}\ufffd*]+/gu, " ")
      // »Zur Post« is a quotation, „A » B“ a path.
      .replace(/»([^\s»«](?:[^»«]{0,60}[^\s»«])?)«|«([^\s»«](?:[^»«]{0,60}[^\s»«])?)»/g, "„$1$2“")
      .split(SPLIT)
      .map(readPart)
      .filter(({ text }) => /[\p{L}\d]/u.test(text))
  );
}
