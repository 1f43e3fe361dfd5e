import type { EmailDraft } from "../draft-input";
import { FIRST_NAMES } from "./first-names";
import type { KnownFacts } from "./known-facts";
import { isCapitalized, isKnownWord, wordSet, wordsOf } from "./words";

const TITLES = /^(?:herrn?|frau|familie|dr|prof|professor|doktor|dipl|ing)$/i;
const GENDERED = /(?<!\p{L})(?:Herrn?|Frau)\s+(?!und\b)(?:(?:Dr|Prof)\.\s*)*\p{Lu}/u;
const TITLED = /(?<!\p{L})(?:Herrn?|Frau|Familie|Dr\.|Prof\.)\s+((?:\p{Lu}[\p{L}'’.-]*\s*){1,4})/gu;
/** Whoever is called so by name belongs to the team or to the lead. */
const INTRODUCED =
  /(?<!\p{L})(?:Kolleg(?:e|en|in)|Geschäftspartner(?:in)?|Ansprechpartner(?:in)?)\s+(\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+)/gu;
const GREETING =
  /^(?:sehr geehrte[rs]?|guten (?:tag|morgen|abend)|hallo|hi|hey|moin|servus|grüß gott|grüezi|liebe[rs]?|werte[rs]?)(?![\p{L}])(.*)$/iu;
/** May stand in a salutation without being a name. */
const NEUTRAL = new Set(
  "damen herren team kolleginnen kollegen leserin leser zusammen alle geschäftsleitung geschäftsführung verantwortliche verantwortlichen tag morgen abend".split(
    " ",
  ),
);
const INFORMAL_GENDER = /^(?:liebe|lieber|sehr geehrter|werter)\s+\p{Lu}/iu;

function salutationOf(body: string): string {
  const [line = ""] = body.trim().split("\n");
  return GREETING.test(line) ? line : "";
}

function strangers(words: readonly string[], known: ReadonlySet<string>): string[] {
  return words.filter(
    (word) => isCapitalized(word) && !TITLES.test(word) && !isKnownWord(word, known),
  );
}

/** The names in a salutation that are neither the lead's people nor its own. */
function checkSalutation(body: string, facts: KnownFacts): string[] {
  const [, rest = ""] = GREETING.exec(salutationOf(body)) ?? [];
  const known = wordSet([...facts.own, facts.wishesAndNotes].join("\n"));
  const [name = ""] = rest.split(/[,!:]/);
  const unknown = strangers(wordsOf(name), known).filter(
    (word) => !NEUTRAL.has(word.toLowerCase()),
  );
  return unknown.length === 0
    ? []
    : [`Die Anrede nennt „${unknown.join(" ")}“, was nicht als Ansprechperson bekannt ist.`];
}

/** „Frau“, „Herr“, „Lieber“ where the record does not say which. */
function checkGender({ body }: EmailDraft, facts: KnownFacts): string[] {
  const said = `${facts.contactName}\n${facts.instructions}`;
  if (/(?<!\p{L})(?:Herrn?|Frau|Lieber?)(?!\p{L})/u.test(said)) return [];
  const salutation = salutationOf(body);
  const known = wordSet(facts.contactName);
  const isGuess =
    GENDERED.test(salutation) ||
    (INFORMAL_GENDER.test(salutation) &&
      wordsOf(salutation).some((word) => known.has(word.toLowerCase())));
  return isGuess
    ? ["Die Anrede rät das Geschlecht; es ist nicht bekannt. Richtig ist der volle Name."]
    : [];
}

/** Persons named anywhere: behind a title, introduced as somebody, or by a first name and another. */
function namesIn(text: string): string[][] {
  const titled = [...text.matchAll(TITLED)].map(([, name = ""]) => wordsOf(name).slice(0, 1));
  const introduced = [...text.matchAll(INTRODUCED)].map(([, name = ""]) => wordsOf(name));
  const words = wordsOf(text);
  const pairs = words.flatMap((word, index) => {
    const next = words[index + 1] ?? "";
    return FIRST_NAMES.has(word) && isCapitalized(next) ? [[word, next]] : [];
  });
  return [...titled, ...introduced, ...pairs];
}

/** Persons whom neither the record nor the team knows, and guesses about those it does. */
export function checkPeople(email: EmailDraft, facts: KnownFacts): string[] {
  const text = `${email.subject}\n${email.body}`.replace(salutationOf(email.body), "");
  const known = wordSet([...facts.own, facts.told].join("\n"));
  const unknown = namesIn(text.replace(/Damen und Herren/g, " "))
    .filter((name) => strangers(name, known).length > 0)
    .map((name) => `Die Person „${name.join(" ")}“ ist weder beim Lead noch im Team bekannt.`);
  return [...checkSalutation(email.body, facts), ...checkGender(email, facts), ...new Set(unknown)];
}
