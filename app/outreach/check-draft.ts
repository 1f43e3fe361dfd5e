import { foldText } from "~db/fold";
import { looksLikeInjection } from "../enrichment/prompt-injection";
import type { Offer, Sender } from "../settings/team-settings";
import type { EmailDraft, Tone } from "./draft-input";
import words from "./draft-words.json";
import { countWords, GREETING, MAX_BODY_WORDS } from "./finish-draft";
import {
  type DraftedLead,
  findContactDetails,
  type KnownTexts,
  knownTexts,
  maskKnownNames,
} from "./known-texts";

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
  /[[\]{}<>]|&(?:[a-z]{2,8}|#x?\d{1,6});|(?<!\p{L})(?:x{2,}|xyz|muster(?:mann|frau|firma)|vorname|nachname)(?!\p{L})|\.{4,}|(?<!\p{L})TT\.MM|\([^()\n]{0,60}(?:einfügen|einsetzen|eintragen|ergänzen)\)/iu;
const UNPLAIN = /\*\*|__|```|^ {0,3}(?:#{1,6} |[-=]{3})|[^\P{Cc}\n]|\p{Cf}|\p{Cs}|\p{Co}/mu;
const REPLY = /^\s*(?:re|aw|wg|fwd?|antw)\s*:/i;
const FAMILIAR =
  /(?<!\p{L})(?:du|duze\p{L}*|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)(?!\p{L})/iu;
const OBEYS =
  /(?<!\p{L})(?:als|bin) (?:eine? )?(?:[KA]I|(?:KI-)?(?:Sprachmodell|Assistent(?:in)?))(?![\p{L}-])|system-?prompt/iu;

function checkForm({ subject, body, tone }: DraftCheckInput, known: KnownTexts): string[] {
  const count = countWords(body);
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
const HOUR =
  /(?<!\p{L})(?:zwischen|ab|gegen|um|von|bis|und) \d{1,2}(?![\d.,:/]*\d|\s?[%€])(?! (?!Uhr|und|bis|oder|am)\p{L})/giu;
const WEEK =
  /(?:KW|Kalenderwochen?)\s?\d{1,2}(?:\s?(?:\/|-|–|bis|und|oder)\s?(?:KW\s?)?\d{1,2})?|(?:\d{1,2}\.(?:\s?(?:\/|-|–|bis|und|oder)\s?))?\d{1,2}\.\s?(?:KW|Kalenderwoche)/giu;
/** Numbers that name something, and the few things that an email itself holds. */
const NAMED = new RegExp(
  `(?<![\\p{L}\\d])(?:\\p{Lu}\\p{Ll}+ \\d\\.0|360(?:[- ]?Grad|°)|(?:Microsoft|Office) 365|§§? ?\\d+\\p{L}?(?: Abs\\. \\d+)?|1:1|2-Faktor|\\(\\d\\))|(?<![\\d.,])[1-5](?: \\p{Ll}+)? (?:${words.ownCounts.replaceAll(" ", "|")})(?!\\p{L})`,
  "gu",
);
const ITEM = /^ {0,4}\(?\d[.)](?=\s)/gm;
const SPAN = String.raw`(?<![\p{L}\d])[\p{L}\d]{1,30}(?:-?\s?(?:-|–|bis|und|oder)\s?[\p{L}\d]{1,30})?[\s-]?`;
const MINUTES = new RegExp(`${SPAN}(?:minuten?|min|minütig\\p{L}*)(?!\\p{L})`, "giu");
const LONGER = new RegExp(`${SPAN}(?:stunden?|tagen?|wochen?)(?!\\p{L})`, "giu");
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

/** In the word list „/“ stands between alternatives, „*“ for any ending or word, „…“ for up to nine words. */
function claimPattern(entry: string): RegExp {
  const parts = entry.split(" ").map((part) => {
    if (part === "…") return "(?:[^ ]+ ){0,9}";
    return `(?:${foldText(part).replaceAll("*", "[^ ]*").replaceAll("/", "|")}) `;
  });
  return new RegExp(`(?<! (?:falls|ob|sofern|wenn)) ${parts.join("")}`);
}
const comparable = (text: string) => ` ${wordsOf(foldText(text)).join(" ")} `;

const wordPattern = (list: string) => claimPattern(list.replaceAll(" ", "/"));
const TALK = wordPattern(words.talk);
const SAVING = wordPattern(words.saving);
const TAKING = wordPattern(words.taking);

/** Clock times and the length of a talk are the sender's to propose. */
function withoutTalk(sentence: string): string {
  const timed = sentence.replace(CLOCK, " ").replace(NAMED, " ").replace(HOUR, " ");
  const plain = comparable(timed);
  const isTalk = TALK.test(plain);
  if (SAVING.test(plain) || (TAKING.test(plain) && !isTalk)) return timed;
  const short = timed.replace(MINUTES, " ");
  return isTalk ? short.replace(LONGER, " ") : short;
}

function checkNumbers(text: string, known: KnownTexts): string[] {
  const numbers = new Set(numbersIn(findContactDetails(known.all).rest).map(normalNumber));
  const said = wordSet(known.all);
  const sentences = sentencesOf(
    findContactDetails(text).rest.replace(ITEM, "").replace(WEEK, " "),
  ).map(withoutTalk);
  const foreign = numbersIn(sentences.join("\n")).filter((number) => {
    const { value } = readWritten(number);
    const isKnown = numbers.has(value > 0 ? String(value) : normalNumber(number));
    return !isKnown && !(value > 0 && said.has(foldText(number)));
  });
  return [...new Set(foreign)].map(
    (number) => `Die Zahl „${number}“ steht weder beim Lead noch in den Texten des Teams.`,
  );
}

const NO_NAME =
  /^(?:herrn?|frau|dr|prof|professor|doktor|dipl|ing)$|(?:team|leitung|führung|abteilung)$/iu;

/** A longer first line is a sentence that begins as a salutation does. */
const MAX_GREETING_WORDS = 12;

function checkSalutation(body: string, known: KnownTexts): string[] {
  const [line = ""] = body.trim().split("\n", 1);
  if (!GREETING.test(line)) return [];
  const isAlone = /[,!]$/.test(line) && countWords(line) <= MAX_GREETING_WORDS;
  const name = (isAlone ? line : (/^[^,!:]*/.exec(line)?.[0] ?? "")).replace(GREETING, "");
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

const CLAIMS = new Map(
  Object.entries(words.claims).map(([kind, entries]) => [kind, entries.map(claimPattern)]),
);

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
