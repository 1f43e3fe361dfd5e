import { decodeHTML } from "entities";
import { z } from "zod";
import { foldText } from "~db/fold";
import { brokenRules, type ReadAnswer } from "../../language-model/model-answer";
import { findFields } from "../../language-model/read-json";
import type { AssessmentParts, Passage } from "../../leads/assessment/assessment";
import type { SitePage } from "../../providers/website/company-site";
import type { Offer } from "../../settings/team-settings";
import { cutText } from "../../text/clean-text";
import { looksLikeInjection } from "../prompt-injection";
import { assessmentSchema, COMPANY_TYPES, MAX_TOPICS } from "./assessment-question";
import { cleanModelText, type RecordContacts } from "./clean-model-text.server";
import words from "./company-words.json";
import { findOtherTown } from "./other-town.server";
import { keepStandingPassages, trimSigns } from "./passages";

/** What an answer is held against. */
export interface AssessmentFacts {
  /** As the model got them. */
  pages: readonly SitePage[];
  record: RecordContacts;
  offer: Offer;
  /** Whether rules know the type of the company, so that the model need not be asked for it again. */
  isTypeRuled: boolean;
  /** Names of the company and its place. */
  names: readonly string[];
}

const CHECK_MARK = "(bitte prüfen)";
const MAX_TOPIC = 40;
const MAX_REASON = 300;
const MIN_REASON = 20;

/** Further names of the fields, as models give them. */
const FIELDS = {
  companyType: ["type", "Firmentyp", "Unternehmenstyp", "Typ", "Art", "Branche", "industry"],
  topics: ["Themen", "Thema", "Schwerpunkte", "Leistungen", "topic", "services"],
  salesScore: ["score", "Bewertung", "Punkte", "Note", "Vertriebsscore", "rating"],
  salesReason: ["reason", "Begründung", "Grund", "reasoning", "rationale", "explanation"],
  offerPackage: ["package", "Paket", "Angebotspaket", "Angebot", "recommendedPackage"],
  passages: ["quotes", "Textstellen", "Zitate", "Belege", "evidence", "passage", "citations"],
};
const PASSAGE_FIELDS = {
  quote: ["text", "Zitat", "Textstelle", "passage", "content", "wortlaut", "Beleg"],
  url: ["link", "page", "Seite", "source", "Quelle", "Adresse", "href"],
};
/** How a value is wrapped where a text or number was asked for. */
const WRAPPED = new Set("value wert name text label title topic thema type score".split(" "));

/** A single value out of `{"value": …}` or a list of one. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? bare(value[0]) : value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [, inner] = entries.find(([key]) => WRAPPED.has(key.toLowerCase())) ?? [];
  return inner ?? (entries.length === 1 ? entries[0]?.[1] : value);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const SIGNS_AROUND = new Set("\"'„“”«»‚‘’‹›`´*_.,;:•–- \t\n\r\u00a0");
const unquote = (text: string) => trimSigns(decodeHTML(text), SIGNS_AROUND);
const NOTHING = new Set([
  "",
  "null",
  "none",
  "n/a",
  "na",
  "keine",
  "keines",
  "kein",
  "unbekannt",
  "undefined",
]);
const fold = (text: string) =>
  foldText(text)
    .replace(/[&+]/g, " und ")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const TYPE_BY_NAME = new Map([
  ...Object.entries(words.names).flatMap(([type, names]) =>
    names.split(", ").map((name): [string, string] => [fold(name), type]),
  ),
  ...COMPANY_TYPES.map((type): [string, string] => [fold(type), type]),
]);

function typeNamed(text: string): string | undefined {
  const name = fold(text);
  // „Stadtwerk“, „Vereine“, „Handwerksbetriebe“
  const forms = [name, `${name}e`, name.replace(/(?:e|en|n|s)$/, ""), name.replace(/en$/, "e")];
  return forms.map((form) => TYPE_BY_NAME.get(form)).find((type) => type !== undefined);
}

function readType(value: unknown): string | null {
  for (const entry of asList(bare(value))) {
    const given = bare(entry);
    if (typeof given !== "string") continue;
    const text = unquote(given);
    const [first = ""] = text.split(/[,;|(\n]| [–—-] |: /);
    for (const name of [text, first, ...first.split(/\/|\bund\b|\boder\b|&/)]) {
      const type = typeNamed(name);
      if (type !== undefined) return type;
    }
  }
  return null;
}

const LOOSE_SIGNS = new Set(" ,;:&/(–-");
const LOOSE_WORDS = new Set(
  "und oder & von vom für mit der die das den des im in zu zur zum sowie aus bei am an auf".split(
    " ",
  ),
);

/** Cut before a word, without what then hangs loose: „Planung, Bau und“. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const words = cutText(text, length + 1)
    .split(" ")
    .slice(0, -1);
  while (LOOSE_WORDS.has((words.at(-1) ?? "").toLowerCase())) words.pop();
  return trimSigns(words.join(" "), LOOSE_SIGNS);
}

/** Every text or entry of a list, of lists in it, of an object or of an enumeration. */
function topicsIn(given: unknown): unknown[] | null {
  if (typeof given === "string") {
    const list = decodeHTML(given).split(/[,;\n•|]+/);
    const last = list.pop() ?? "";
    return [...list, ...(list.length > 0 ? last.split(" und ") : [last])];
  }
  if (typeof given !== "object" || given === null || Object.keys(given).length === 0) {
    return Array.isArray(given) ? [] : null;
  }
  return Object.values(given).flat();
}

function readTopics(value: unknown, record: RecordContacts): string[] | null {
  const list = topicsIn(bare(value));
  if (list === null) return null;
  const kept = new Map<string, string>();
  for (const entry of list) {
    const topic = bare(entry);
    if (typeof topic !== "string" || looksLikeInjection(topic)) continue;
    const { text, wasCleaned } = cleanModelText(
      unquote(topic.replace(/^\s*\d{1,2}[.)]\s/, "")),
      record,
    );
    const short = cutAtWord(unquote(text), MAX_TOPIC);
    if (wasCleaned || short.length < 2 || NOTHING.has(short.toLowerCase())) continue;
    const key = fold(short) || short;
    if (!kept.has(key)) kept.set(key, short);
  }
  if (kept.size === 0 && list.length > 0) return null;
  return [...kept.values()].slice(0, MAX_TOPICS);
}

/** „4“, „4/5“, „4 von 5“, „4 – passt gut“, „Score: 4“ */
const SCORE =
  /^(?:(?:sales)?score|bewertung|note|stufe)?\W{0,3}0?([1-5])(?:[.,]0{1,2})?\s?(?:(?:\/|von|out of|aus)\s?(?:5|fünf))?(?:\s?(?:punkte?n?|sternen?|stars?|points?))?(?:\s?(?:[-–—:(=]|,(?!\d)).{0,200}|[ .]\s?passt.{0,100}|[ .]\s?kann.{0,100})?[.!]?$/iu;
const STARS = /^[★⭐]{1,5}$/u;
const SCORE_SIGNS = new Set("()[]# ");
const SCORE_WORDS = ["passt nicht", "passt kaum", "kann passen", "passt gut", "passt sehr gut"];
const SCORES = [1, 2, 3, 4, 5];
const NUMBERS = ["eins", "zwei", "drei", "vier", "fünf"];

function readScore(value: unknown): number | null {
  const given = bare(value);
  if (typeof given === "number") return SCORES.includes(given) ? given : null;
  if (typeof given !== "string" || /^\s*-|\d\s?[-–]\s?\d/.test(given)) return null;
  const line = trimSigns(unquote(given.replace(/\s+/g, " ")), SCORE_SIGNS).toLowerCase();
  if (STARS.test(line)) return [...line].length;
  const [word = "", ...rest] = line.split(" ");
  const inWords = SCORE_WORDS.indexOf(line);
  if (inWords !== -1) return inWords + 1;
  const number = NUMBERS.indexOf(word) + 1;
  const digit = SCORE.exec([number || word, ...rest].join(" "))?.[1];
  return digit === undefined ? null : Number(digit);
}

/** What models put before a reason. */
const SCORE_BEFORE =
  /^(?:[-*•]\s|(?:(?:sales)?score|bewertung|note)\W{0,3}[1-5](?:\s?(?:\/|von)\s?5)?[\s:–—.,;-]+|[1-5]\s?(?:\/|von)\s?5[\s:–—.,;-]+|(?:begründung|(?:sales)?\s?reason)\s?:\s*)/iu;
const ENGLISH =
  /(?<!\p{L})(?:the|and|is|are|with|for|of|their|company|which|this|has|to|its)(?!\p{L})/giu;
const GERMAN =
  /(?<!\p{L})(?:der|die|das|und|ist|sind|mit|für|ein|eine|im|zu|den|auf|passt|von|hat|bietet|als|des|dem|sich|aus|gut)(?!\p{L})/giu;

function cutAtSentence(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = cutText(text, length);
  const ends = [
    ...start.matchAll(
      /(?<!\d|\b(?:z|B|u|a|d|h|ca|bzw|Nr|St|Str|inkl|evtl|ggf|usw|Dr|Mio|Mrd))[.!?](?=\s)/gu,
    ),
  ];
  const end = ends.at(-1)?.index ?? -1;
  return end + 1 >= MIN_REASON ? start.slice(0, end + 1) : `${cutAtWord(text, length - 1)}…`;
}

const REASON_PROBLEMS = {
  missing: "salesReason fehlt oder ist zu kurz: ein bis zwei Sätze über die Firma.",
  order: "salesReason wendet sich an Menschen und enthält keine Anweisungen.",
  english: "salesReason muss deutsch sein.",
};

function readReason(
  value: unknown,
  { record, pages, names }: AssessmentFacts,
): { reason: string | null; problem: string | null } {
  const refuse = (problem: string) => ({ reason: null, problem });
  const given = bare(value);
  const line = Array.isArray(given)
    ? given.filter((part) => typeof part === "string").join(" ")
    : given;
  if (typeof line !== "string") return refuse(REASON_PROBLEMS.missing);
  const plain = decodeHTML(line).replace(/\s+/g, " ").trim().replace(SCORE_BEFORE, "");
  const { text, wasCleaned } = cleanModelText(plain, record);
  if (looksLikeInjection(text)) return refuse(REASON_PROBLEMS.order);
  const bareText = /^["'„“]([^"'„“”]*)["'“”]$/.exec(text)?.[1] ?? text;
  if (bareText.length < MIN_REASON || !bareText.includes(" "))
    return refuse(REASON_PROBLEMS.missing);
  const count = (pattern: RegExp) => bareText.match(pattern)?.length ?? 0;
  if (count(ENGLISH) >= 2 && count(ENGLISH) > count(GERMAN)) return refuse(REASON_PROBLEMS.english);
  const known = [...names, record.domain, ...pages.flatMap((page) => [page.title, page.text])];
  const town = findOtherTown(bareText, known);
  if (town !== null) return refuse(`„${town}“ ist nicht der Ort dieser Firma.`);
  const room = wasCleaned ? MAX_REASON - CHECK_MARK.length - 1 : MAX_REASON;
  const short = cutAtSentence(bareText, room);
  return { reason: wasCleaned ? `${short} ${CHECK_MARK}` : short, problem: null };
}

/** A package by its name, whatever stands around it: „Paket ‚Premium‘ (Netze)“. */
function readPackage(value: unknown, { packages }: Offer): string | null {
  for (const entry of asList(bare(value))) {
    const given = bare(entry);
    if (typeof given !== "string") continue;
    const [first = ""] = unquote(given.replace(/^\s*\d{1,2}[.)]\s/, "")).split(/[(\n,]| [–—-] |: /);
    const bareName = (text: string) =>
      fold(text)
        .replace(/\b(?:das|paket|package|angebot|angebotspaket)\b/g, "")
        .trim();
    const names = [fold(given), fold(first), bareName(given), bareName(first)];
    const match = packages.find(
      ({ name }) =>
        names.includes(fold(name)) || (bareName(name) !== "" && names.includes(bareName(name))),
    );
    if (match !== undefined) return match.name;
  }
  return null;
}

function readPassages(value: unknown): Passage[] {
  const given =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    findFields(value, PASSAGE_FIELDS) === undefined
      ? Object.values(value)
      : value;
  return asList(given).flatMap((entry) => {
    const fields = typeof entry === "string" ? { quote: entry } : findFields(entry, PASSAGE_FIELDS);
    const { quote, url = "" } = fields ?? {};
    if (typeof quote !== "string" || !/\p{L}/u.test(quote)) return [];
    const plain = decodeHTML(quote).replace(/\*\*|__|`/g, "");
    return [{ quote: plain, url: typeof url === "string" ? url : "" }];
  });
}

const NO_PASSAGE_STANDS = "Keine der Textstellen steht wörtlich auf einer der Seiten.";

const EMPTY: AssessmentParts = {
  companyType: null,
  topics: null,
  salesScore: null,
  salesReason: null,
  offerPackage: null,
  passages: null,
};

/**
 * Takes what can be used out of an answer of the model, field by field. An answer of which no passage stands on the
 * website is made up as a whole.
 *
 * @param kept what an earlier answer brought; its parts stay
 */
export function readAssessment(
  value: unknown,
  facts: AssessmentFacts,
  kept: AssessmentParts = EMPTY,
): ReadAnswer<AssessmentParts> {
  const fields = findFields(value, FIELDS) ?? {};
  const given = readPassages(fields.passages);
  const standing = keepStandingPassages(given, facts.pages);
  if (given.length > 0 && standing.length === 0) {
    const fault = brokenRules([NO_PASSAGE_STANDS]);
    return kept === EMPTY ? { fault } : { answer: kept, fault };
  }
  const { reason, problem } = readReason(fields.salesReason, facts);
  const answer: AssessmentParts = {
    companyType: kept.companyType ?? readType(fields.companyType),
    topics: kept.topics ?? readTopics(fields.topics, facts.record),
    salesScore: kept.salesScore ?? readScore(fields.salesScore),
    salesReason: kept.salesReason ?? reason,
    offerPackage: kept.offerPackage ?? readPackage(fields.offerPackage, facts.offer),
    passages: kept.passages ?? (standing.length === 0 ? null : standing),
  };
  const isUseless = Object.values(answer).every((part) => part === null || part.length === 0);
  const problems = {
    ...(answer.companyType === null &&
      !facts.isTypeRuled && { companyType: "companyType ist keines der erlaubten Wörter." }),
    ...(answer.topics === null && { topics: "topics fehlt: eine Liste kurzer Wörter." }),
    ...(answer.salesScore === null && {
      salesScore: "salesScore ist keine ganze Zahl von 1 bis 5.",
    }),
    ...(answer.salesReason === null && { salesReason: problem ?? REASON_PROBLEMS.missing }),
    ...(answer.passages === null && {
      passages: "passages fehlt: wörtliche Textstellen der Seiten.",
    }),
  };
  const missing = Object.keys(problems);
  if (isUseless) return { fault: brokenRules(Object.values(problems)) };
  if (missing.length === 0) return { answer };
  const all = assessmentSchema(facts.offer);
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(all.shape).filter(([key]) => missing.includes(key))),
  );
  const { sentence, repair } = brokenRules(Object.values(problems));
  const only = `${repair} Der Rest ist gut: Nenne nur ${missing.join(", ")}.`;
  return { answer, fault: { sentence, repair: only, schema } };
}
