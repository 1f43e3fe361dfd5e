import { decodeHTML } from "entities";
import { foldText } from "~db/fold";
import { findFields, readJson } from "../../language-model/read-json";
import type { Passage } from "../../leads/assessment/assessment";
import { findStatePlaces } from "../../places/places.server";
import { foldWords } from "../../providers/website/choose-pages";
import type { SitePage } from "../../providers/website/company-site";
import type { Offer } from "../../settings/team-settings";
import { cutText } from "../../text/clean-text";
import { looksLikeInjection } from "../prompt-injection";
import answerWords from "./answer-words.json";
import { COMPANY_TYPES, MAX_TOPICS } from "./assessment-question";
import { cleanModelText, type RecordContacts } from "./clean-model-text.server";
import words from "./company-words.json";
import { trimSigns } from "./passages";

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

const listOf = (text: string) => text.split(" ");

/** Names of fields by which models call them besides the right one. */
const namesOf = <Names extends Record<string, string>>(names: Names) =>
  Object.fromEntries(Object.entries(names).map(([key, others]) => [key, others.split(", ")]));
export const FIELDS = namesOf(answerWords.fields);
const PASSAGE_FIELDS = namesOf(answerWords.passageFields);
const WRAPPED = new Set(listOf(answerWords.wrapped));
const NOTHING = new Set(listOf(answerWords.nothing));
const LOOSE_WORDS = new Set(listOf(answerWords.loose));
const NUMBERS = listOf(answerWords.numbers);
const ENGLISH = new Set(listOf(answerWords.english));
const GERMAN = new Set(listOf(answerWords.german));

/** A single value out of `{"value": …}` or a list of one. */
function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? unwrap(value[0]) : value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [, inner] = entries.find(([key]) => WRAPPED.has(key.toLowerCase())) ?? [];
  return inner ?? (entries.length === 1 ? entries[0]?.[1] : value);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const textsIn = (value: unknown) =>
  asList(unwrap(value))
    .map(unwrap)
    .filter((entry) => typeof entry === "string");
/** „Premium“ of „Premium (Netze)“ or „Premium – mit Abrechnung“. */
const firstPart = (text: string) => text.split(/[,;|(\n]| [–—-] |: /, 1)[0] ?? "";

const SIGNS_AROUND = new Set("\"'„“”«»‚‘’‹›`´*_.,;:•–-[] \t\n\r\u00a0");
const unquote = (text: string) => trimSigns(decodeHTML(text), SIGNS_AROUND);
const fold = (text: string) => foldWords(text.replace(/[&+]/g, " und "));

const TYPE_BY_NAME = new Map([
  ...Object.entries(words.names).flatMap(([type, names]) =>
    names.split(", ").map((name): [string, string] => [fold(name), type]),
  ),
  ...COMPANY_TYPES.map((type): [string, string] => [fold(type), type]),
]);

function typeNamed(text: string): string | undefined {
  const name = fold(text);
  // „Stadtwerk“, „Vereine“, „Handwerksbetriebe“
  const forms = [name, name.replaceAll(" ", ""), `${name}e`, name.replace(/(?:en?|n|s)$/, "")];
  return forms.map((form) => TYPE_BY_NAME.get(form)).find((type) => type !== undefined);
}

export function readType(value: unknown): string | null {
  const names = textsIn(value).flatMap((given) => {
    const text = unquote(given);
    const first = firstPart(text);
    return [text, first, ...first.split(/\/|\bund\b|\boder\b|&/), ...first.split(" ", 1)];
  });
  return names.map(typeNamed).find((type) => type !== undefined) ?? null;
}

const LOOSE_SIGNS = new Set(" ,;:&/(–-");
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
function topicsIn(given: unknown): unknown[] {
  if (typeof given === "string") {
    const list = decodeHTML(given).split(/[,;\n•|]+|(?<=\s|^)\d{1,2}[.)]\s/);
    const last = list.pop() ?? "";
    return [...list, ...(list.length > 0 ? last.split(" und ") : [last])];
  }
  return typeof given === "object" && given !== null ? Object.values(given).flat() : [];
}

export function readTopics(value: unknown, record: RecordContacts): string[] | null {
  const given = unwrap(value);
  const kept = new Map<string, string>();
  for (const entry of topicsIn(given)) {
    const topic = unwrap(entry);
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
  const isEmptyList = Array.isArray(given) && given.length === 0;
  if (kept.size === 0 && !isEmptyList) return null;
  return [...kept.values()].slice(0, MAX_TOPICS);
}

/** „4“, „4/5“, „4 von 5“, „4 – passt gut“, „Score: 4“, „sehr gut (4)“ */
const SCORE =
  /^(?:[^\d-]{0,40}[^\d\p{L}])?0?([1-5])(?:[.,]0{1,2})?(?:\s?(?:\/|von|out of|aus)\s?(?:5|fünf))?(?:\s?(?:[-–—:(=]|,(?!\d)).{0,200}|[^\p{L}\d%]{0,9}(?:(?:punkt|stern|star|point|passt|kann)\D{0,100})?)$/u;
const STARS = /^[★⭐]{1,5}$/u;
const SCORES = [1, 2, 3, 4, 5];

export function readScore(value: unknown): number | null {
  const given = unwrap(value);
  if (typeof given === "number") return SCORES.includes(given) ? given : null;
  if (typeof given !== "string" || /^\s*-|\d\s?[-–]\s?\d/.test(given)) return null;
  const line = given.replace(/\s+/g, " ").trim().toLowerCase();
  const name = unquote(line);
  if (STARS.test(name)) return [...name].length;
  const named = answerWords.scores.indexOf(name);
  if (named !== -1) return named + 1;
  const [word = "", ...rest] = line.split(" ");
  const number = NUMBERS.indexOf(unquote(word)) + 1;
  const digit = SCORE.exec([number || word, ...rest].join(" "))?.[1];
  return digit === undefined ? null : Number(digit);
}

/** What models put before a reason. */
const SCORE_BEFORE =
  /^(?:[-*•]\s|(?:(?:sales)?score|bewertung|note)\W{0,3}[1-5](?:\s?(?:\/|von)\s?5)?[\s:–—.,;-]+|[1-5]\s?(?:\/|von)\s?5[\s:–—.,;-]+|(?:begründung|(?:sales)?\s?reason)\s?:\s*)/iu;
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
  missing:
    "Die Begründung (salesReason) fehlt oder ist zu kurz: ein bis zwei Sätze über die Firma.",
  order: "Die Begründung (salesReason) wendet sich an Menschen und enthält keine Anweisungen.",
  english: "Die Begründung (salesReason) muss deutsch sein.",
};

export function readReason(
  value: unknown,
  { record, pages, names }: AssessmentFacts,
): { reason: string | null; problem: string | null } {
  const refuse = (problem: string) => ({ reason: null, problem });
  const plain = decodeHTML(textsIn(value).join(" "))
    .replace(/\s+/g, " ")
    .trim()
    .replace(SCORE_BEFORE, "");
  const { text, wasCleaned } = cleanModelText(plain, record);
  if (looksLikeInjection(text)) return refuse(REASON_PROBLEMS.order);
  const bareText = /^["'„“]([^"'„“”]*)["'“”]$/.exec(text)?.[1] ?? text;
  if (bareText.length < MIN_REASON || !bareText.includes(" "))
    return refuse(REASON_PROBLEMS.missing);
  const spoken = bareText.toLowerCase().split(/[^\p{L}]+/u);
  const count = (list: ReadonlySet<string>) => spoken.filter((word) => list.has(word)).length;
  if (count(ENGLISH) >= 2 && count(ENGLISH) > count(GERMAN)) return refuse(REASON_PROBLEMS.english);
  const known = [...names, record.domain, ...pages.flatMap((page) => [page.title, page.text])];
  const town = findOtherTown(bareText, known);
  if (town !== null) return refuse(`„${town}“ ist nicht der Ort dieser Firma.`);
  const room = wasCleaned ? MAX_REASON - CHECK_MARK.length - 1 : MAX_REASON;
  const short = cutAtSentence(bareText, room);
  return { reason: wasCleaned ? `${short} ${CHECK_MARK}` : short, problem: null };
}

const bareName = (text: string) =>
  fold(text)
    .replace(/\b(?:das|paket|package|angebot|angebotspaket)\b/g, "")
    .trim();

/** A package by its name, whatever stands around it: „Paket ‚Premium‘ (Netze)“. */
export function readPackage(value: unknown, { packages }: Offer): string | null {
  const names = textsIn(value)
    .flatMap((given) => [given, firstPart(unquote(given.replace(/^\s*\d{1,2}[.)]\s/, "")))])
    .flatMap((text) => [fold(text), bareName(text)]);
  const match = packages.find(({ name, description }) =>
    [fold(name), fold(`${name} ${description}`), bareName(name)].some(
      (known) => known !== "" && names.includes(known),
    ),
  );
  return match?.name ?? null;
}

export function readPassages(value: unknown): Passage[] {
  const read = typeof value === "string" ? (readJson(value) ?? value) : value;
  return asList(read).flatMap((entry) => {
    const fields = typeof entry === "string" ? { quote: entry } : findFields(entry, PASSAGE_FIELDS);
    const { quote: wrapped, url = "" } = fields ?? {};
    const quote = unwrap(wrapped);
    if (typeof quote !== "string" || !/\p{L}/u.test(quote)) return [];
    const plain = decodeHTML(quote).replace(/\*\*|__|`|[([]https?:\/\/[^\s()[\]]+[)\]]$/g, "");
    return [{ quote: plain, url: typeof url === "string" ? url : "" }];
  });
}

/** „Mülheim an der Ruhr“ is called Mülheim, „Halle (Saale)“ Halle. */
const shortName = (name: string) =>
  name.split(/ \(| am | an | im | in | vor | ob |\//, 1)[0] ?? name;

/** Their places are quarters. */
const CITY_STATES: readonly string[] = ["Berlin", "Bremen", "Hamburg"];

const TOWNS = new Set(
  findStatePlaces().flatMap(({ name, cities }) =>
    CITY_STATES.includes(name)
      ? [foldText(name)]
      : cities.map((it) => foldText(shortName(it.name))),
  ),
);

/** „die Kölner Kanzlei“ */
const TOWNS_OWN = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}-]{2,30})er (?=\p{Lu})/gu;
/** A place behind a preposition, or behind what is called by its town. */
const NAMED_PLACE =
  /(?<![\p{L}\p{N}])(?:in|aus|bei|nach|um|von|für|Raum|Region|Stadt|Stadtwerken?|Gemeinde|Großraum|Standort) (\p{Lu}[\p{L}-]{2,30})(?: (\p{Lu}[\p{L}-]{2,30}))?/gu;

/**
 * A town that a text puts the company in although neither its record nor its website knows it; null where there is none.
 *
 * @param known everything that is known of the company: its record's names and its pages
 */
function findOtherTown(text: string, known: readonly string[]): string | null {
  const facts = known.map(foldText);
  for (const [, first = "", second] of [
    ...text.matchAll(NAMED_PLACE),
    ...text.matchAll(TOWNS_OWN),
  ]) {
    const town = [second === undefined ? "" : `${first} ${second}`, first].find((name) =>
      TOWNS.has(foldText(name)),
    );
    if (town !== undefined && !facts.some((fact) => fact.includes(foldText(town)))) return town;
  }
  return null;
}
