import { foldText } from "~db/fold";
import { looksLikeInjection } from "../enrichment/prompt-injection";
import type { Offer, Sender } from "../settings/team-settings";
import type { EmailDraft, Tone } from "./draft-input";
import words from "./draft-words.json";
import {
  type DraftedLead,
  findContactDetails,
  type KnownTexts,
  knownTexts,
  maskKnownNames,
} from "./known-texts";

export const MAX_BODY_WORDS = 160;
export const MAX_SUBJECT_LENGTH = 120;

export interface DraftCheckInput extends EmailDraft {
  lead: DraftedLead;
  offer: Offer;
  sender: Sender;
  tone: Tone;
  instructions?: string;
}

interface DraftCheck {
  /** Why the draft may not be shown, as German sentences. */
  refused: string[];
  /** Sentences of the draft, as they stand there, whose claim a person has to check. */
  hints: string[];
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(foldText(text)).flatMap((word) => [word, ...word.split("-")]));
}

const foldedWords = (list: string) => new Set(foldText(list).split(" "));
const GERMAN = foldedWords(words.german);
const ENGLISH = foldedWords(words.english);
const NEUTRAL = foldedWords(words.salutation);

const PLACEHOLDER =
  /[[\]{}<>]|&(?:[a-z]{2,8}|#x?\d{1,6});|(?<!\p{L})(?:x{3,}|muster(?:mann|frau|firma)|vorname|nachname)(?!\p{L})|\.{4,}/iu;
const UNPLAIN = /\*\*|__|```|^ {0,3}(?:#{1,6} |[-=]{3})|[^\P{Cc}\n]|\p{Cf}|\p{Cs}|\p{Co}/mu;
const REPLY = /^\s*(?:re|aw|wg|fwd?|antw)\s*:/i;
const FAMILIAR =
  /(?<!\p{L})(?:du|duze\p{L}*|dich|dir|dein(?:e[mnrs]?)?|euch|eure[mnrs]?)(?!\p{L})/iu;
const OBEYS =
  /(?<!\p{L})(?:als|bin) (?:eine? )?(?:KI|AI|(?:KI-)?Sprachmodell)(?![\p{L}-])|system-?prompt/iu;

function checkForm({ subject, body, tone }: DraftCheckInput, known: KnownTexts): string[] {
  const count = body.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const odd = [...known.recordNames, known.trustedText].join("\n").split(/[.,;:!?]?\s+/);
  const names = odd.filter((word) => PLACEHOLDER.test(word) || UNPLAIN.test(word));
  const text = maskKnownNames(`${subject}\n${body}`, [...known.recordNames, ...names]);
  const faults = [
    subject.trim() === "" && "Der Betreff fehlt.",
    subject.includes("\n") && "Der Betreff hat mehr als eine Zeile.",
    subject.length > MAX_SUBJECT_LENGTH &&
      `Der Betreff hat ${subject.length} Zeichen, erlaubt sind ${MAX_SUBJECT_LENGTH}.`,
    REPLY.test(maskKnownNames(subject, known.recordNames)) &&
      "Der Betreff gibt vor, eine Antwort oder Weiterleitung zu sein.",
    body.trim() === "" && "Der Text fehlt.",
    count > MAX_BODY_WORDS && `Der Text hat ${count} Wörter, erlaubt sind ${MAX_BODY_WORDS}.`,
    PLACEHOLDER.test(text) && "Der Text enthält einen Platzhalter oder HTML.",
    UNPLAIN.test(text) && "Der Text enthält Markdown oder unsichtbare Zeichen.",
    tone === "formell" &&
      FAMILIAR.test(text) &&
      !FAMILIAR.test(known.instructions) &&
      "Der Text duzt, verlangt ist das Sie.",
    (looksLikeInjection(text) || OBEYS.test(text)) &&
      !OBEYS.test(known.all) &&
      "Der Text folgt Anweisungen, die nicht vom Team stammen.",
    !isGerman(text, known) && "Der Text ist nicht durchgehend auf Deutsch.",
  ];
  return faults.filter((fault) => fault !== false);
}

/** Lines of up to three words are greetings and names; of ordinary German 15 to 50 % are the words counted here. */
function isGerman(text: string, { instructions, all }: KnownTexts): boolean {
  if (/(?<!\p{L})(?:englisch|english|französisch|sprache|zweisprachig)/iu.test(instructions))
    return true;
  const known = wordSet(all);
  const lines = text.split("\n").map((line) => wordsOf(foldText(line)));
  const sentences = lines.filter((line) => line.length > 3);
  const count = (line: readonly string[], list: ReadonlySet<string>) =>
    line.filter((word) => list.has(word)).length;
  const isEnglish = sentences.some((line) => {
    const english = line.filter((word) => ENGLISH.has(word) && !known.has(word)).length;
    return english > 1 && english > count(line, GERMAN);
  });
  const every = sentences.flat();
  return !isEnglish && (every.length < 10 || count(every, GERMAN) >= every.length / 10);
}

function checkContactDetails(text: string, { contactDetails }: KnownTexts): string[] {
  const known = findContactDetails(contactDetails).found;
  const keys = new Set(known.flatMap(({ key }) => [key, key.replace(/^.*@/, "")]));
  const foreign = findContactDetails(text).found.filter(({ key }) => !keys.has(key));
  return foreign.map(({ shown }) => `„${shown}“ gehört weder dem Lead noch dem Absender.`);
}

const NUMBER = /(?<!\p{L})\d+(?:[.,:/]\d+)*/gu;
const GROUPED = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const CLOCK =
  /(?<!\d)\d{1,2}(?:[.:]\d\d)?(?:\s?(?:-|–|bis|und|oder)\s?\d{1,2}(?:[.:]\d\d)?)?\s?Uhr|(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/giu;
const LENGTH =
  /(?<![\p{L}\d])[\p{L}\d]{1,30}(?:\s?(?:-|–|bis|und|oder)\s?[\p{L}\d]{1,30})?[\s-]?(?:minuten|stunden?|min|minütig\p{L}*)(?!\p{L})/giu;
const TALK =
  /gespräch|telefon|termin|austausch|anruf|call|sprech|vorführ|zeit|treff|zeig|kennen|genüg|reich|demo/iu;
const SAVING = /spar|schneller|weniger|einricht|eingericht|(?<!\p{L})(?:pro|je)(?!\p{L})/iu;
const UNIT = Object.keys(words.numbers).join("|");
const WRITTEN = new RegExp(
  `^(?:(${UNIT})?(hundert|tausend))?(?:und)?(?:(${UNIT})und)?(${UNIT})?((?:jährig|prozentig|fach)\\p{L}{0,6})?$`,
  "u",
);
const VALUES = new Map(Object.entries({ ...words.numbers, hundert: 100, tausend: 1_000 }));
const COUNTED = new RegExp(`^(?:${words.counted.replaceAll(" ", "|")})`, "i");

function readWritten(word: string): { value: number; isCompound: boolean } {
  const [, times = "ein", power, unit = "", rest = "", compound] =
    WRITTEN.exec(word.toLowerCase()) ?? [];
  const value = (name: string) => VALUES.get(name) ?? 0;
  const high = power === undefined ? 0 : value(times) * value(power);
  return { value: high + value(unit) + value(rest), isCompound: compound !== undefined };
}

function normalNumber(number: string): string {
  return (GROUPED.test(number) ? number.replaceAll(".", "") : number).replace(/^0+(?=\d)/, "");
}

function numbersIn(text: string): string[] {
  const list = wordsOf(text);
  const written = list.filter((word, index) => {
    const { value, isCompound } = readWritten(word);
    return (
      value > 1 &&
      (isCompound || list.slice(index + 1, index + 3).some((next) => COUNTED.test(next)))
    );
  });
  return [...(text.match(NUMBER) ?? []), ...written];
}

/** Clock times and the length of a talk are the sender's to propose. */
function withoutTalk(sentence: string): string {
  const rest = sentence.replace(CLOCK, " ");
  return TALK.test(rest) && !SAVING.test(rest) ? rest.replace(LENGTH, " ") : rest;
}

function checkNumbers(text: string, known: KnownTexts): string[] {
  const numbers = new Set(numbersIn(findContactDetails(known.all).rest).map(normalNumber));
  const said = wordSet(known.all);
  const sentences = sentencesOf(findContactDetails(text).rest).map(withoutTalk);
  const foreign = numbersIn(sentences.join("\n")).filter((number) => {
    const { value } = readWritten(number);
    const isKnown = numbers.has(value > 0 ? String(value) : normalNumber(number));
    return !isKnown && !(value > 0 && said.has(foldText(number)));
  });
  return [...new Set(foreign)].map(
    (number) => `Die Zahl „${number}“ steht weder beim Lead noch in den Texten des Teams.`,
  );
}

const GREETING =
  /^(?:sehr geehrte[rs]?|guten (?:tag|morgen|abend)|hallo|hi|hey|moin|servus|grüß gott|grüezi|liebe[rs]?|werte[rs]?)(?!\p{L})([^,!:\n]*)/iu;
const NO_NAME =
  /^(?:herrn?|frau|dr|prof|professor|doktor|dipl|ing)$|(?:team|leitung|führung|abteilung)$/iu;

function checkSalutation(body: string, known: KnownTexts): string[] {
  const [, name = ""] = GREETING.exec(body.trim()) ?? [];
  const people = wordSet([...known.recordNames, known.wishes].join("\n"));
  const isStranger = (word: string) => {
    const folded = foldText(word).replace(/'?s$/, "");
    const isName = /^\p{Lu}/u.test(word) && !NO_NAME.test(word) && !NEUTRAL.has(foldText(word));
    return isName && !people.has(folded) && !people.has(foldText(word));
  };
  const strangers = wordsOf(name).filter(isStranger).join(" ");
  return strangers === ""
    ? []
    : [`Die Anrede nennt „${strangers}“, was nicht als Ansprechperson bekannt ist.`];
}

const segmenter = new Intl.Segmenter("de", { granularity: "sentence" });

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const isCut = /(?:^|[\s.])(?:\p{L}|Co|Dr|Prof|Nr|ca|bzw)\. $/u.test(sentences.at(-1) ?? "");
    sentences.push((isCut ? sentences.pop() : "") + segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** In the word list „/“ stands between alternatives, „*“ for any ending or word, „…“ for up to seven words. */
function claimPattern(entry: string): RegExp {
  const parts = entry.split(" ").map((part) => {
    if (part === "…") return "(?:[^ ]+ ){0,7}";
    return `(?:${foldText(part).replaceAll("*", "[^ ]*").replaceAll("/", "|")}) `;
  });
  return new RegExp(`(?<! (?:falls|ob|sofern|wenn)) ${parts.join("")}`);
}
const CLAIMS = new Map(
  Object.entries(words.claims).map(([kind, entries]) => [kind, entries.map(claimPattern)]),
);
const comparable = (text: string) => ` ${wordsOf(foldText(text)).join(" ")} `;

function findHints({ subject, body, sender }: DraftCheckInput, known: KnownTexts): string[] {
  const names = [...known.recordNames, sender.company];
  const plain = (text: string) => comparable(maskKnownNames(text, names));
  const [team, wishes, all] = [plain(known.trustedText), plain(known.wishes), wordSet(known.all)];
  const isTold = (kind: string, patterns: readonly RegExp[], pattern: RegExp, hit: string) => {
    const [topic = ""] = hit
      .trim()
      .split(" ")
      .toSorted((one, other) => other.length - one.length);
    if (kind === "plan") return all.has(topic);
    return pattern.test(team) || (kind === "contact" && patterns.some((told) => told.test(wishes)));
  };
  const isClaim = (sentence: string) => {
    const text = plain(sentence);
    const asked = sentence.endsWith("?") ? "plan" : null;
    return [...CLAIMS].some(([kind, patterns]) =>
      patterns.some((pattern) => {
        const hit = pattern.exec(text)?.[0];
        return hit !== undefined && kind !== asked && !isTold(kind, patterns, pattern, hit);
      }),
    );
  };
  return [...new Set([subject, ...sentencesOf(body)])].filter(isClaim);
}

export function checkDraft(input: DraftCheckInput): DraftCheck {
  const { lead, subject, body, instructions = "" } = input;
  const known = knownTexts(lead, input, instructions);
  const text = `${subject}\n${body}`;
  const unnamed = maskKnownNames(text, [lead.companyName ?? ""]);
  const refused = [
    ...checkForm(input, known),
    ...checkContactDetails(unnamed, known),
    ...checkNumbers(maskKnownNames(text, known.recordNames), known),
    ...checkSalutation(body, known),
  ];
  return { refused, hints: findHints(input, known) };
}
