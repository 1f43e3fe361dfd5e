import { foldText } from "~db/fold";
import { withoutLegalForms } from "../reading/companies/legal-forms";
import { isGeneric } from "../reading/companies/title-words";
import { genderOf, isGivenName } from "../reading/people/given-names";
import type { Sender } from "../settings/team-settings.server";
import words from "./draft-words.json";
import { signatureOf } from "./finish-draft";
import {
  type DraftedLead,
  type KnownTexts,
  maskKnownNames,
  sentencesOf,
  wordSet,
  wordsOf,
} from "./known-texts";

const { raw } = String;
const NAME = raw`\p{Lu}[\p{L}\p{N}]*(?:[’'&-][\p{L}\p{N}]+)*`;

const WITH_FORM = new RegExp(
  raw`(?<![\p{L}\p{N}’'&-])${NAME}(?:(?: [&+])? (?:${NAME}\.?|e\. ?[KV]\.|gGmbH|eG|oHG))+`,
  "gu",
);
const PAIR = raw`(${NAME})(?: für ${NAME})? (?:Dr\. )?(${NAME})`;
/** Two nouns are a name where German puts one: before the verb, or after a preposition without an article. */
const PAIRS = [
  new RegExp(
    raw`^(?:(?:(?:Auch|Selbst|Schon|Sogar) )?[Dd](?:ie|er|as) )?${PAIR}(?= \p{Ll})`,
    "gmu",
  ),
  new RegExp(raw`(?<!\p{L})[Dd](?:ie|er|en|em) ${PAIR}(?=[.,;:!?)])`, "gu"),
  new RegExp(
    raw`(?<!\p{L})(?:[Bb]eim|[Vv]om|(?:[Bb]ei|[Vv]on|[Mm]it|[Ff]ür|[Ww]ie)(?:(?<!ür) de[rmn])?) ${PAIR}(?!\p{L})`,
    "gu",
  ),
];
const BUSINESS = new RegExp(`(?:${words.businesses.replaceAll(" ", "|")})$`, "u");
const LEADING = new Set(words.leading.split(" "));
/** „Gute Werkstatt“ */
const ADJECTIVE = /^\p{Lu}\p{Ll}+(?:e|e[rnms])$/u;

/** @returns a sentence for each company that no known text contains */
export function checkCompanies(text: string, known: KnownTexts): string[] {
  const isOwn = (word: string) => {
    const folded = foldText(word);
    const isKnown = known.words.has(folded) || known.words.has(folded.replace(/'?s$/, ""));
    return folded !== "n" && !isKnown;
  };
  const isTrade = (word: string) => BUSINESS.test(foldText(word));
  const isProper = (word: string) => isOwn(word) && !isGeneric(foldText(word)) && !isTrade(word);
  const sentences = sentencesOf(maskKnownNames(text, [...known.recordNames, ...known.companies]));
  const found = sentences.flatMap((sentence) => {
    const withForm = [...sentence.matchAll(WITH_FORM)].flatMap(({ 0: run }) => {
      const name = withoutLegalForms(run);
      const own = wordsOf(name);
      while (LEADING.has(foldText(own[0] ?? ""))) own.shift();
      const isPlain = own.length < 2 && ADJECTIVE.test(own.join(""));
      const isForm = name !== run && run.startsWith(name) && !isPlain;
      return isForm && own.some(isOwn) ? [run.slice(run.indexOf(own[0] ?? ""))] : [];
    });
    const pairs = PAIRS.flatMap((pattern, index) =>
      [...sentence.matchAll(pattern)].flatMap(([, first = "", second = ""]) => {
        const isBefore = isTrade(second) && isProper(first) && !LEADING.has(foldText(first));
        const isAfter = isTrade(first) && isProper(second);
        const isName = isAfter || (isBefore && !(index === 0 && ADJECTIVE.test(first)));
        return isName ? [`${first} ${second}`] : [];
      }),
    );
    return [...withForm, ...pairs];
  });
  return [...new Set(found)].map(
    (name) => `Die Firma „${name}“ steht weder beim Lead noch in den Texten des Teams.`,
  );
}

const MARK = new RegExp(raw`(?<!\p{L})(?:${words.marks.join("|")})`, "giu");
/** Claims nothing: „Sind Sie zertifiziert?“ */
const OPEN = /\?$|^(?:wenn|falls|ob|sollten?)(?!\p{L})/iu;

/** @returns a sentence for each mark or certificate that no known text contains */
export function checkMarks(text: string, known: KnownTexts): string[] {
  const keyOf = (mark: string) => foldText(mark).slice(0, 7);
  const marksIn = (one: string) => one.match(MARK) ?? [];
  const proven = new Set(marksIn(known.all).map(keyOf));
  const claims = sentencesOf(text).filter((sentence) => !OPEN.test(sentence.trim()));
  const foreign = claims.flatMap(marksIn).filter((mark) => !proven.has(keyOf(mark)));
  return [...new Set(foreign)].map(
    (mark) => `Für „${mark}“ gibt es weder beim Lead noch in den Texten des Teams einen Beleg.`,
  );
}

const TITLE =
  /(?<!\p{L})(?:(?:Dr|Prof|Dipl|Ing|med|h\. ?c)\.?-?|i\. ?[AV]\.|Ihre?|gez\.)(?!\p{L})\s*/gu;

/** @returns a sentence if somebody other than the sender introduces himself or signs */
export function checkSender(body: string, sender: Sender, known: KnownTexts): string[] {
  const { name } = sender;
  const own = wordSet(name);
  if (own.size === 0) return [];
  const isOwn = (word: string) =>
    own.has(foldText(word)) ||
    wordSet(known.wishes).has(foldText(word)) ||
    (/^\p{Lu}$/u.test(word) && [...own].some((one) => one.startsWith(foldText(word))));
  const introduced = /(?:[Ii]ch bin|[Mm]ein Name ist|[Ii]ch heiße) ((?:\p{Lu}[\p{L}-]+ ?){1,3})/u;
  const lines = [...signatureOf(body), introduced.exec(body)?.[1] ?? ""];
  const strangers = lines.filter((line) => {
    const person = line
      .replace(TITLE, "")
      .replace(/[,|(–].*/, "")
      .trim();
    const [first = "", ...rest] = wordsOf(person);
    const isName = /^(?:\p{Lu}[\p{L}’'-]*\.?(?: |$)|(?:von|van|de[rn]?|zu) ){1,4}$/u.test(person);
    const isInitial = first.length === 1 && rest.length > 0;
    // A company may have its founder's name; „Heinrich-Heine-Straße“ is none.
    const isTold = Object.values(sender).includes(line.trim());
    if (isTold || (rest.length === 0 && first.includes("-"))) return false;
    if (!isName || !(isGivenName(first) || isInitial) || rest.some(isCompanyWord)) return false;
    return rest.length > 0 ? !rest.some(isOwn) || (own.size > 1 && !isOwn(first)) : !isOwn(first);
  });
  return strangers.map((line) => `Im Text schreibt „${line.trim()}“ statt „${name}“.`);
}
const isCompanyWord = (word: string) =>
  withoutLegalForms(word) === "" || BUSINESS.test(foldText(word));

const SAYS = {
  Herr: /(?<!\p{L})(?:Herrn?|(?:geehrt|lieb|verehrt|wert)er)(?!\p{L})/iu,
  Frau: /(?<!\p{L})Frau(?!\p{L})/iu,
};

/** @returns a sentence if the salutation takes the lead's contact for a woman or a man and the given name denies it */
export function checkGender(
  salutation: string,
  { contactName, contactTitle }: DraftedLead,
  { wishes }: KnownTexts,
): string[] {
  // „Anna und Peter Groß“
  if (contactName === null || /[,;/&]|(?<!\p{L})und(?!\p{L})/u.test(contactName)) return [];
  const names = wordsOf(contactName.replace(TITLE, ""));
  const title = names.find((word) => /^(?:Herrn?|Frau)$/.test(word))?.slice(0, 4);
  const named = title ?? (names.length > 1 ? genderOf(names[0] ?? "") : null);
  const isAddressed = wordsOf(salutation).some((word) => names.includes(word));
  const says = (["Herr", "Frau"] as const).filter((one) => SAYS[one].test(salutation));
  const [said] = says;
  if (named === null || said === undefined || says.length > 1 || said === named) return [];
  // „Geschäftsführerin“ says more than a name, and Andrea may be an Italian.
  const titles = { Frau: /(?:er|or|ent)in(?!\p{L})/iu, Herr: /(?:er|or|ent)(?!\p{L})/iu };
  const isTitled = titles[said].test(contactTitle ?? "");
  if (!isAddressed || isTitled || wishes.includes(said)) return [];
  return [`Die Anrede „${said}“ passt nicht zu „${contactName}“.`];
}
