import { decodeHTML } from "entities";
import { foldText, foldToBaseLetters } from "~db/fold";
import { displayDomain, domainKey } from "./domain-key.server";
import { fitsCompany } from "./fits-company.server";
import { anyOf, upToLegalForm } from "./legal-forms";
import * as words from "./title-words";
import titleWords from "./title-words.json";

/** Share of the domain's letters that a name must cover. */
const MIN_COVERAGE = 0.4;

const wordsOf = (folded: string) => folded.match(/[\p{L}\d]+/gu) ?? [];
const lettersOf = (text: string) => wordsOf(foldText(text)).join("");

function domainOf(url: string): string {
  const key = domainKey(url);
  return key.kind === "none" ? "" : displayDomain(key.domain);
}

const labelOf = (domain: string) => domain.split(".")[0] ?? "";

function coverage(found: readonly string[], label: string): number {
  let rest = label;
  for (const word of found.toSorted((a, b) => b.length - a.length)) {
    if (word.length >= 2) rest = rest.replace(word, " ");
  }
  return label === "" ? 0 : 1 - rest.replaceAll(" ", "").length / label.length;
}

function likeness(text: string, label: string): number {
  const shareBy = (fold: typeof foldText) =>
    coverage(wordsOf(fold(text)), wordsOf(fold(label)).join(""));
  return Math.max(shareBy(foldText), shareBy(foldToBaseLetters));
}

function matchesDomain(text: string, label: string): boolean {
  const isShort = lettersOf(text).length <= lettersOf(label).length * 1.25;
  return isShort && likeness(text, label) >= 0.8;
}

/** „in Balance“ at leben-in-balance.de */
function isInDomain(text: string, label: string): boolean {
  return lettersOf(text) !== "" && lettersOf(label).includes(lettersOf(text));
}

/** Search engines cut titles at about 70 characters. */
const MAX_TITLE_LENGTH = 300;

/** Symbols („★“, „→“), guillemets, long dashes, circled numbers, bullets and syllables that look like arrows („ᐅ“). */
const SYMBOL =
  /(?![+°])[\p{So}\p{Sm}»«›‹—―ǀǁ①-⓿❨-➓\u3008-\u3011[\]{}_\\\u1400-\u167f]|(?![\p{ASCII}…§‰′″])\p{Po}|\p{Extended_Pictographic}|::|\/\//u;
/** „Müller - Elektro“, „Müller GmbH- Elektro“, but neither „Strom- und Gasnetze“ nor „Horn - Steuergesellschaft mbH“. */
const HYPHEN =
  / [\p{Pd}/_]+ (?!\p{L}*gesellschaft (?:g?m|G|AG|Part)|AöR)| [-–](?=\p{L})|(?<=[\p{L}.])[-–] (?!(?:und|oder|u\.|bzw\.|sowie|&|\/))/u;
const PUNCTUATION = /(?<=[!?]) |:(?= |$)| :(?=\S)/u;
const SPLIT = new RegExp(`${SYMBOL.source}|${HYPHEN.source}|${PUNCTUATION.source}`, "u");
const CUT_OFF = /(?:…|(?<!\.)\.{2,})\s*$/;
/** „Elektrotec…“, but not „Elektro …“. */
const CUT_WORD = /(?<=\p{L}) \p{L}{3,}(?=(?:…|\.{2,})\s*$)/u;
/** Words that can't end a name. */
const LOOSE_END = new RegExp(`(?:^| )(?:${anyOf(titleWords.looseEnds)})$`, "i");

/** „Müller Elektrotec…“ becomes „Müller Elektrotechnik“ at mueller-elektrotechnik.de. */
function completed(raw: string, label: string): string {
  const [cut = "", word = ""] = /(?<!\p{L})(\p{L}{4,})(?:…|\.{2,3}) ?$/u.exec(raw) ?? [];
  const start = foldText(label).indexOf(foldText(word));
  const rest = /^[a-z]*/.exec(foldText(label).slice(start + foldText(word).length))?.[0] ?? "";
  const isWithin = cut !== "" && start !== -1 && rest !== "";
  return isWithin ? raw.slice(0, raw.length - cut.length) + word + rest : raw;
}

function tidyPart(given: string, label: string) {
  const raw = completed(given, label);
  const isCut = CUT_OFF.test(raw);
  const bare = raw.replace(CUT_OFF, "").trim();
  const isWhole =
    words.isPageName(foldText(bare)) ||
    isInDomain(/(?<!\p{L})\p{L}+$/u.exec(bare)?.[0] ?? "", label);
  let text = (isWhole ? raw : raw.replace(CUT_WORD, ""))
    .replace(CUT_OFF, "")
    .replace(/^[\s,;.!*=#+_'"„“”‚‘’-]+(?=\s)/, "")
    .replace(/(?<![\s,;*=#+_-])[\s,;*=#+_-]+$/, "")
    .trim();
  if (isCut) text = text.replace(/ \p{Ll}$/u, "");
  while (isCut && LOOSE_END.test(text)) text = text.replace(LOOSE_END, "");
  return { text, isCut };
}

/** Some sites encode entities twice. */
function titleParts(title: string, label: string) {
  return (
    decodeHTML(decodeHTML(title.slice(0, MAX_TITLE_LENGTH)))
      .replace(/<\/?[a-z][^<>]{0,100}>/gi, " ")
      .normalize("NFC")
      .replace(/[®©™]|\p{Cf}|\ufe0f/gu, "")
      .replace(/[\s\p{Cc}\p{Cs}\ufffd*]+/gu, " ")
      // »Zur Post« is a quotation, „A » B“ a path.
      .replace(/»([^\s»«](?:[^»«]{0,60}[^\s»«])?)«|«([^\s»«](?:[^»«]{0,60}[^\s»«])?)»/g, "„$1$2“")
      .split(SPLIT)
      .map((part) => tidyPart(part, label))
      .filter(({ text }) => /[\p{L}\d]/u.test(text))
  );
}

const MAX_NAME_LENGTH = 120;

const ARTICLE = /^(?:(?:[Dd](?:ie|er|as|en|em)|The)\s+(?=\p{Lu})|(?:Ihre?n?|Unsere?)\s+)/u;
/** „…, Inh. Anna Kiebitz“ */
const OWNER = /(?<![\s,(])[\s,(]+(?:Inh\.|(?:Inhaber|Geschäftsführer)(?:in)?)[\s:].*$/su;
/** „… in Köln-Nippes“, but not „… in der Au“. */
const IN_PLACE = / (?:in|bei|aus|nahe) (?:\d{5} )?\p{Lu}/u;
/** „…, Ihr Partner für …“, „… (AWM)“, „… (@mueller)“ */
const ASIDE =
  / ?, (?:Ihre?|Wir|Unser|Der|Die|Das)\s.*$| \((?:@[^()]*|\p{Lu}[\p{Lu}\d]{1,7})\)$| (?:auf|bei|on) (?:XING|LinkedIn|Facebook|Instagram|YouTube|kununu)$/su;
const AFTER_COMMA = /(?<!\s)\s*[,;(]\s*([^\s,;()][^,;()]*)\)?$/u;
const ADDRESS =
  /^[^\s@]+@[^\s@]+$|^(?:https?:|www\.)|^[\p{L}\d.-]+\.(?:de|com|net|org|eu|info|at|ch|example|berlin|hamburg|bayern|koeln|nrw|io|biz)$/iu;
/** „GmbH & …“: the legal form is unknown. */
const CUT_FORM = /(?<![\s,])[\s,]+(?:g?GmbH\s*&(?:\s*Co\.?)?|G(?:m(?:b)?)?)$/u;

/** „Steuerberater Bautzen“ at a domain that names neither. */
function isTradeAt(text: string, label: string): boolean {
  const [first = "", ...rest] = wordsOf(foldText(text));
  const isShort = rest.length > 0 && rest.length <= 2;
  const isKnown = (word: string) => word.length > 3 && isInDomain(word, label);
  return isShort && words.isTrade(first) && !rest.some(isKnown) && likeness(text, label) < 1;
}

function withoutPlace(name: string): string {
  const lastComma = Math.max(name.lastIndexOf(","), name.lastIndexOf(";"));
  const at = name.slice(lastComma + 1).search(IN_PLACE);
  const start = at === -1 ? name.length : lastComma + 1 + at;
  const bare = name.slice(0, start);
  const [aside = "", after = ""] = AFTER_COMMA.exec(bare) ?? [];
  const isAside = words.isPlace(foldText(after)) || words.isGeneric(foldText(after));
  return isAside ? bare.slice(0, bare.length - aside.length) : bare;
}

/** Without greeting, owner and asides. */
function withoutSurroundings(text: string): string {
  const led = text.replace(words.LEAD_IN, "");
  // „Willkommen bei der Bäckerei Schäfer!“
  const greeted = led === text ? led : led.replace(/(?<!!)!+$/, "");
  return greeted.replace(OWNER, "").replace(ASIDE, "");
}

/** Returns at most one name; the highest score wins. */
function readPart({ text, isCut }: { text: string; isCut: boolean }, domain: string) {
  const label = labelOf(domain);
  if (words.isPageName(foldText(text)) || ADDRESS.test(text)) return [];
  const hasCutForm = isCut && CUT_FORM.test(text);
  const bare = withoutSurroundings(hasCutForm ? text.replace(CUT_FORM, "") : text);
  const withForm = hasCutForm ? null : upToLegalForm(bare);
  const hasForm = withForm !== null;
  let name = withForm ?? withoutPlace(bare);
  const [article = ""] = ARTICLE.exec(name) ?? [];
  const isNamed =
    hasForm ||
    bare !== text ||
    words.isMunicipal(foldText(name.slice(article.length))) ||
    matchesDomain(name.slice(article.length), label);
  if (isNamed && !lettersOf(label).startsWith(lettersOf(article))) name = name.replace(ARTICLE, "");
  name = name.replace(/^[\s,;:.&+*-]+(?=\S)|(?<![\s,;:&+*-])[\s,;:&+*-]+$/gu, "").trim();
  const folded = foldText(name);
  if (!/\p{L}{2}|\d/u.test(name) || name.length > MAX_NAME_LENGTH) return [];
  if (words.isPageName(folded) || words.isPlace(folded)) return [];
  const isMereTrade = !hasForm && isTradeAt(name, label);
  if (isMereTrade && words.OCCUPATION.test(folded.split(" ")[0] ?? "")) return [];
  // May be half a name.
  const isDoubtful =
    ADDRESS.test(name) ||
    words.isSlogan(name) ||
    (isCut && (!/\s/.test(name) || words.NAMING.test(/(?<!\S)\S+$/.exec(name)?.[0] ?? "")));
  const isLowered = /^\p{Ll}/u.test(name) && !words.isSlogan(name.replace(/^./u, "X"));
  const share = likeness(name, label);
  const namesDomain = matchesDomain(name, label) || (isLowered && share === 1);
  if (!hasForm && ((isDoubtful && !namesDomain) || words.isTopic(folded))) return [];
  const isKnown = matchesDomain(name, label) && /\s/.test(name);
  const isNaming = words.NAMING.test(name);
  const isFitting = fitsCompany(name, domain);
  const signs = [hasForm, isKnown, isNaming, isFitting || share >= MIN_COVERAGE];
  const isGeneric =
    !hasForm && words.isGeneric(folded) && !(words.isMunicipal(folded) && isFitting);
  const score = signs.reduce((sum, sign) => 2 * sum + Number(sign), 0) + share / 2;
  return [
    {
      name,
      score: (isGeneric ? 3 : score) + (isFitting ? 0.25 : 0),
      isGeneric,
      isSupported: label === "" || hasForm || isNaming || isFitting || share >= MIN_COVERAGE,
    },
  ];
}

/** „Startseite – Müller GmbH | Elektro“ at mueller.de is „Müller GmbH“. */
export function companyName(title: string, url: string): string | null {
  const domain = domainOf(url);
  const label = labelOf(domain);
  const found = titleParts(title, label).flatMap((part) => readPart(part, domain));
  const [best, ...others] = found
    .filter(({ name, isGeneric, isSupported }) => {
      return !isGeneric && (isSupported || words.looksLikeName(name));
    })
    .sort((a, b) => b.score - a.score || a.name.length - b.name.length);
  // „BSR | Berliner Stadtreinigung“
  const isShort = best !== undefined && /^\p{Lu}{2,5}$/u.test(best.name);
  const spelledOut = isShort ? others.find(({ name }) => fitsCompany(name, domain)) : undefined;
  // „Stadtwerke“ at stadtwerke.de, „Physiotherapie Ahlen“ at physio-ahlen.de.
  const isNamed = ({ name }: { name: string }) =>
    matchesDomain(name, label) || isInDomain(name.replace(/^\S+/, ""), label);
  return (spelledOut ?? best ?? found.find(isNamed))?.name ?? null;
}
