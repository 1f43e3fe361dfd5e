import { foldText } from "~db/fold";
import { looksLikeInjection } from "../enrichment/prompt-injection";
import { isGivenName } from "../reading/people/given-names";
import type { Offer, Sender } from "../settings/team-settings.server";
import { isGerman } from "../text/is-german";
import { checkCompanies, checkGender, checkMarks, checkSender } from "./check-names";
import { checkNumbers } from "./check-numbers";
import type { EmailDraft } from "./draft-schema";
import words from "./draft-words.json";
import { GREETING, PLACEHOLDER } from "./finish-draft";
import {
  type DraftedLead,
  findContactDetails,
  type KnownTexts,
  knownTexts,
  maskKnownNames,
  sentencesOf,
  wordSet,
  wordsOf,
} from "./known-texts";

export const MAX_SUBJECT_LENGTH = 120;
export const MAX_BODY_WORDS = 160;

export interface DraftCheckInput extends EmailDraft {
  lead: DraftedLead;
  offer: Offer;
  sender: Sender;
  instructions?: string;
}

const UNPLAIN = /\*\*|__|```|^ {0,3}(?:#{1,6} |[-=]{3})|[^\P{Cc}\n]|\p{Cf}|\p{Cs}|\p{Co}/mu;
const OBEYS =
  /(?<!\p{L})(?:als|bin) (?:eine? )?(?:[KA]I|(?:KI-)?(?:Sprachmodell|Assistent(?:in)?))(?![\p{L}-])|system-?prompt/iu;
const OTHER_LANGUAGE = /(?<!\p{L})(?:englisch|english|französisch|sprache|zweisprachig)/iu;

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function checkForm({ subject, body }: EmailDraft, known: KnownTexts): string[] {
  const count = countWords(body);
  const odd = known.all
    .split(/[.,;:!?]?\s+/)
    .filter((word) => PLACEHOLDER.test(word) || UNPLAIN.test(word));
  const text = maskKnownNames(`${subject}\n${body}`, [...known.recordNames, ...odd]);
  const faults = [
    subject.trim() === "" && "Der Betreff fehlt.",
    subject.includes("\n") && "Der Betreff hat mehr als eine Zeile.",
    subject.length > MAX_SUBJECT_LENGTH &&
      `Der Betreff hat ${subject.length} Zeichen, erlaubt sind ${MAX_SUBJECT_LENGTH}.`,
    body.trim() === "" && "Der Text fehlt.",
    count > MAX_BODY_WORDS && `Der Text hat ${count} Wörter, erlaubt sind ${MAX_BODY_WORDS}.`,
    PLACEHOLDER.test(text) && "Der Text enthält einen Platzhalter oder HTML.",
    UNPLAIN.test(text) && "Der Text enthält Markdown oder unsichtbare Zeichen.",
    (looksLikeInjection(text) || OBEYS.test(text)) &&
      !OBEYS.test(known.all) &&
      "Der Text folgt Anweisungen, die nicht vom Team stammen.",
    !isGerman(sentencesOf(text).join("\n"), known.all) &&
      !OTHER_LANGUAGE.test(known.instructions) &&
      "Der Text ist nicht durchgehend auf Deutsch.",
  ];
  return faults.filter((fault) => fault !== false);
}

function checkContactDetails(text: string, { contactDetails }: KnownTexts): string[] {
  const known = findContactDetails(contactDetails).found;
  const keys = new Set(known.flatMap(({ key }) => [key, key.replace(/^.*@/, "")]));
  const foreign = findContactDetails(text).found.filter(({ key }) => !keys.has(key));
  return foreign.map(({ shown }) => `„${shown}“ gehört weder dem Lead noch dem Absender.`);
}

const NEUTRAL = new Set(foldText(words.salutation).split(" "));
const NO_NAME =
  /^(?:herrn?|frau|dr|prof|professor|doktor|dipl|ing)$|(?:team|leitung|führung|abteilung)$/iu;
/** Longer first lines are sentences. */
const MAX_GREETING_WORDS = 12;

/** Empty without one. */
function salutationOf(body: string): string {
  const [line = ""] = body.trim().split("\n", 1);
  return GREETING.test(line) ? line : "";
}

function checkSalutation(body: string, known: KnownTexts): string[] {
  const line = salutationOf(body);
  const isAlone = /[,!]$/.test(line) && countWords(line) <= MAX_GREETING_WORDS;
  const name = (isAlone ? line : (/^[^,!:]*/.exec(line)?.[0] ?? ""))
    .replace(GREETING, "")
    .replace(/,? (?:mein Name ist|ich bin|hier ist) .*/u, "");
  const people = wordSet([...known.recordNames, known.wishes].join("\n"));
  const isStranger = (word: string) => {
    const folded = foldText(word);
    const isName = /^\p{Lu}/u.test(word) && !NO_NAME.test(word) && !NEUTRAL.has(folded);
    return isName && !people.has(folded) && !people.has(folded.replace(/'?s$/, ""));
  };
  const strangers = wordsOf(name).filter(isStranger);
  // „Moin aus Kiel“, „Hallo in die Runde“
  const isPerson = /(?<!\p{L})(?:Herrn?|Frau|Familie)(?!\p{L})/u.test(name);
  return strangers.length === 0 || !(isPerson || strangers.some(isGivenName))
    ? []
    : [`Die Anrede nennt „${strangers.join(" ")}“, was nicht als Ansprechperson bekannt ist.`];
}

const ADDRESSED =
  /(?<!\p{L}|(?:und|oder) )(?:Herrn?|Frau)((?: (?:Dr|Prof)\.| \p{Lu}[\p{L}'’-]+)+)/gu;

/** A company's name makes nobody known. */
function checkPeople(text: string, lead: DraftedLead, known: KnownTexts): string[] {
  const { contactName, contacts = [], salesReason, emails, email } = lead;
  const mailboxes = [...emails, email ?? ""].map((one) => one.replace(/@.*/, ""));
  const names = [contactName, ...contacts.map(({ name }) => name)];
  const people = wordSet([...names, salesReason, known.trustedText, ...mailboxes].join("\n"));
  const isKnown = (word: string) => {
    const folded = foldText(word);
    return people.has(folded) || people.has(folded.replace(/'?s$/, "")) || NEUTRAL.has(folded);
  };
  const strangers = [...text.matchAll(ADDRESSED)].filter(
    ([, names = ""]) => !wordsOf(names).some(isKnown),
  );
  return strangers.map(([person]) => `„${person}“ ist nicht als Ansprechperson bekannt.`);
}

/** @returns why the draft may not be shown, as German sentences */
export function checkDraft({ instructions = "", ...input }: DraftCheckInput): string[] {
  const { lead, subject, body } = input;
  const known = knownTexts(lead, input, instructions);
  const text = `${subject}\n${body}`;
  return [
    ...checkForm(input, known),
    ...checkContactDetails(maskKnownNames(text, [lead.companyName ?? ""]), known),
    ...checkNumbers(maskKnownNames(text, known.recordNames), known),
    ...checkCompanies(text, known),
    ...checkMarks(text, known),
    ...checkSender(body, input.sender, known),
    ...checkSalutation(body, known),
    ...checkPeople(text, lead, known),
    ...checkGender(salutationOf(body), lead, known),
  ];
}
