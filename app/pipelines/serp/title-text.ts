/** What of a title is looked at; search engines cut them at about 70. */
const LONGEST_TITLE = 300;

const ENTITIES: Record<string, string> = {
  amp: "&",
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  nbsp: " ",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  ndash: "–",
  mdash: "—",
  bull: "•",
  middot: "·",
  hellip: "…",
  raquo: "»",
  laquo: "«",
  shy: "",
  reg: "",
  copy: "",
  trade: "",
};

function decodeEntity(whole: string, name: string): string {
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (number === null) return ENTITIES[name] ?? whole;
  const [, hex, decimal] = number;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : " ";
}

function decodeEntities(text: string): string {
  return text.replace(/&(#?[0-9a-z]{2,8});/gi, decodeEntity);
}

/** A title as one line of plain text: entities read (also twice encoded ones), markup and odd blanks gone. */
function plainTitle(title: string): string {
  return (
    decodeEntities(decodeEntities(title.slice(0, LONGEST_TITLE)))
      // The limit may fall into a character of two units.
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/<\/?[a-z][^<>]{0,100}>/gi, " ")
      .normalize("NFC")
      .replace(/[®©™]|\p{Cf}|\ufe0f/gu, "")
      .replace(/[\s\p{Cc}*]+/gu, " ")
      // »Zur Post« is a quotation, „A » B“ a path.
      .replace(/»([^\s»«](?:[^»«]{0,60}[^\s»«])?)«/g, "„$1“")
      .replace(/«([^\s»«](?:[^»«]{0,60}[^\s»«])?)»/g, "„$1“")
      .trim()
  );
}

/** Always between two parts. */
const SEPARATORS = /[|¦»«›‹·•●▪—→~]|\p{So}|::|\/\/|<+|>+|\p{Extended_Pictographic}/u;
/** Between two parts where a blank stands on both sides. */
const LOOSE_SEPARATORS = / [-–‐‑‒/+_]+ /;
/** Glued to one side: „Müller GmbH- Elektro“, but not „Strom- und Gasnetze“. */
const GLUED_SEPARATORS = / [-–](?=\p{L})|(?<=[\p{L}.])[-–] (?!(?:und|oder|u\.|bzw\.|sowie|&|\/))/u;
const END_OF_SENTENCE = /(?<=[!?]) /;
const COLON = /:(?= |$)| :(?=\S)/;

const SPLIT = new RegExp(
  [SEPARATORS, LOOSE_SEPARATORS, GLUED_SEPARATORS, END_OF_SENTENCE, COLON]
    .map(({ source }) => source)
    .join("|"),
  "u",
);

/** A part of a title between two separators. */
export interface TitlePart {
  text: string;
  /** The search engine has cut it off. */
  isCut: boolean;
}

/** Words that a cut-off part must not end with. */
const LOOSE_END =
  /(?:^| )(?:und|oder|sowie|für|mit|in|im|am|an|auf|von|vom|zu|zur|zum|bei|der|die|das|den|dem|des|ein|eine|\+|-|Dr\.|Prof\.)$/i;

/** How the search engine ends what it has cut off. */
const CUT_OFF = /(?:…|(?<!\.)\.{2,})\s*$/;

function readPart(raw: string): TitlePart {
  const isCut = CUT_OFF.test(raw);
  let text = raw
    .replace(CUT_OFF, "")
    .replace(/^[\s,;.!*=#+_'"„“”‚‘’-]+(?=\s)/, "")
    .replace(/(?<![\s,;*=#+_-])[\s,;*=#+_-]+$/, "")
    .trim();
  // A cut-off part may end in several such words.
  for (let round = 0; isCut && round < 3; round += 1) {
    text = text.replace(LOOSE_END, "").replace(/(?<![\s,;])[\s,;]+$/, "");
  }
  return { text: unquote(text), isCut };
}

/** „„Zur Post““ as a whole is quoted for no reason; a quotation in a name stays. */
function unquote(text: string): string {
  return /^["„“”‚‘'](.+)["“”‘’']$/.exec(text)?.[1]?.trim() ?? text;
}

/** The parts of a page's title in their order, none of them empty. */
export function titleParts(title: string): TitlePart[] {
  return plainTitle(title)
    .split(SPLIT)
    .map(readPart)
    .filter(({ text }) => /[\p{L}\d]/u.test(text));
}
