import { decodeHTML } from "entities";
import { z } from "zod";
import type { Passage } from "../../leads/assessment/assessment";
import { foldWords } from "../../providers/website/choose-pages";
import type { SitePage } from "../../providers/website/company-site";
import type { Offer } from "../../settings/team-settings.server";
import { cutText } from "../../text/clean-text";
import { filledText } from "../../text/filled-text";
import { hasGermanWord, isGerman, isGermanTerm } from "../../text/is-german";
import { looksLikeInjection } from "../prompt-injection";
import { COMPANY_TYPES, MAX_TOPIC_LENGTH, MAX_TOPICS } from "./assessment-question";
import { cleanModelText, type RecordContacts } from "./clean-model-text.server";
import words from "./company-words.json";
import { findOtherTown } from "./other-town.server";
import { trimSigns } from "./passages";

export interface AssessmentFacts {
  pages: readonly SitePage[];
  record: RecordContacts;
  offer: Offer;
  /** The rules found a type, so the model's may be missing. */
  isTypeRuled: boolean;
  names: readonly string[];
}

const CHECK_MARK = "(bitte prüfen)";
const MAX_REASON = 300;
const MIN_REASON = 20;

const TextSchema = z.string().transform((text) => [text]);
/** Extracts texts from `{"name": "Strom"}` and `[["Strom"], null]`. */
const TextsSchema = z.union([
  TextSchema,
  z.looseObject({}).or(z.array(z.unknown())).transform(textsWithin),
]);
export const TextsField = TextsSchema.catch([]);

function textsWithin(value: object): string[] {
  return Object.values(value).flatMap((inner) => TextsSchema.safeParse(inner).data ?? []);
}

/** „4“, „4/5“, „4 von 5“, „Score: 4 – passt gut“ */
const SCORE = /^[^\d-]*0?([1-5])(?:[.,]0{1,2})?(?:\s?(?:\/|von|out of)\s?5)?[^\d%]*$/;
const OneToFiveSchema = z.int().min(1).max(5);
export const ScoreField = z
  .union([OneToFiveSchema, TextsSchema.transform(([text = ""]) => SCORE.exec(text)?.[1])])
  .transform(Number)
  .pipe(OneToFiveSchema)
  .nullable()
  .catch(null);

/** „Premium“ from „Premium (Netze)“, „Premium – mit Abrechnung“ or „2. Premium“. */
const firstPart = (text: string) =>
  text.replace(LIST_MARK, "").split(/[,;|(\n]| [–—-] |: /, 1)[0] ?? "";
const LIST_MARK = /^\s*(?:\(?\d{1,2}[.):]{1,2}|[a-h]\)|[-–*•·])\s/;
const SIGNS_AROUND = new Set("\"'„“”«»‚‘’‹›`´*_.,;:•–-[] \t\n\r\u00a0");
const unquote = (text: string) => trimSigns(decodeHTML(text), SIGNS_AROUND);
const fold = (text: string) => foldWords(text.replace(/[&+]/g, " und "));

/** „Stadtwerk“, „Stadtwerke“, „Stadt-Werke“ */
const typeKey = (name: string) =>
  fold(name)
    .replaceAll(" ", "")
    .replace(/e?[ns]?$/, "");
const TYPE_BY_NAME = new Map([
  ...Object.entries(words.names).flatMap(([type, names]) =>
    names.split(", ").map((name): [string, string] => [typeKey(name), type]),
  ),
  ...COMPANY_TYPES.map((type): [string, string] => [typeKey(type), type]),
]);

export function readType(given: readonly string[]): string | null {
  const names = given.map(unquote).flatMap((text) => {
    const first = firstPart(text);
    return [text, first, ...first.split(/\/|\bund\b|\boder\b|&/), ...first.split(" ", 1)];
  });
  return names.map((name) => TYPE_BY_NAME.get(typeKey(name))).find(Boolean) ?? null;
}

const LOOSE_WORD = /^(?:\p{Ll}{1,4}|\W)$/u;

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = cutText(text, length + 1)
    .split(" ")
    .slice(0, -1);
  while (LOOSE_WORD.test(kept.at(-1) ?? "")) kept.pop();
  return kept.join(" ");
}

const BETWEEN_TOPICS = /[,;\n•·|]+| \/ |(?<=\s|^)\d{1,2}[.)]\s| und (?=[^,]*$)/;

export function readTopics(value: unknown, record: RecordContacts): string[] | null {
  if (Array.isArray(value) && value.length === 0) return [];
  const given =
    typeof value === "string" ? decodeHTML(value).split(BETWEEN_TOPICS) : TextsField.parse(value);
  const kept = new Map<string, string>();
  for (const topic of given) {
    if (looksLikeInjection(topic)) continue;
    const { text, wasCleaned } = cleanModelText(unquote(topic.replace(LIST_MARK, "")), record);
    const short = cutAtWord(unquote(text), MAX_TOPIC_LENGTH);
    if (wasCleaned || short.length < 2 || filledText(short) === null) continue;
    if (!isGermanTerm(short)) continue;
    const key = fold(short) || short;
    if (!kept.has(key)) kept.set(key, short);
  }
  return kept.size === 0 ? null : [...kept.values()].slice(0, MAX_TOPICS);
}

const LABEL =
  /^(?:[-*•]\s+)?(?:(?:sales)?\s?(?:score|reason)|bewertung|begründung)?[\s:]*(?:[1-5](?:\s?\/\s?5)?(?:[\s:–—.-]+))?/i;
const SENTENCE_END =
  /(?<!\d|\b(?:z|B|u|a|d|h|ca|bzw|Nr|St|Str|inkl|evtl|ggf|usw|Dr|Mio|Mrd))[.!?](?=\s)/gu;

function cutAtSentence(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = cutText(text, length);
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? -1;
  return end + 1 >= MIN_REASON ? start.slice(0, end + 1) : `${cutAtWord(text, length - 1)}…`;
}

const REASON_PROBLEMS = {
  missing:
    "Die Begründung (salesReason) fehlt oder ist zu kurz: ein bis zwei Sätze über die Firma.",
  order: "Die Begründung (salesReason) wendet sich an Menschen und enthält keine Anweisungen.",
  english: "Die Begründung (salesReason) muss deutsch sein.",
};

export function readReason(
  given: readonly string[],
  { record, pages, names }: AssessmentFacts,
): { reason: string | null; problem: string | null } {
  const refuse = (problem: string) => ({ reason: null, problem });
  const line = decodeHTML(given.join(" ")).replace(/\s+/g, " ").trim();
  const { text, wasCleaned } = cleanModelText(line.replace(LABEL, ""), record);
  if (looksLikeInjection(text)) return refuse(REASON_PROBLEMS.order);
  const reason = /^["'„“]([^"'„“”]*)["'“”]$/.exec(text)?.[1] ?? text;
  if (reason.length < MIN_REASON || !reason.includes(" ")) return refuse(REASON_PROBLEMS.missing);
  const isSaidInGerman = isGerman(reason) && hasGermanWord(reason.slice(reason.indexOf(" ")));
  if (!isSaidInGerman) return refuse(REASON_PROBLEMS.english);
  const known = [...names, record.domain, ...pages.flatMap((page) => [page.title, page.text])];
  const town = findOtherTown(reason, known);
  if (town !== null) return refuse(`„${town}“ ist nicht der Ort dieser Firma.`);
  const room = wasCleaned ? MAX_REASON - CHECK_MARK.length - 1 : MAX_REASON;
  const short = cutAtSentence(reason, room);
  return { reason: wasCleaned ? `${short} ${CHECK_MARK}` : short, problem: null };
}

const packageKey = (name: string) =>
  fold(name)
    .replace(/\b(?:das|paket)\b/g, "")
    .trim();

/** „Paket ‚Premium‘ (Netze)“ */
export function readPackage(given: readonly string[], { packages }: Offer): string | null {
  const keys = given.flatMap((text) => [text, firstPart(unquote(text))]).map(packageKey);
  const isNamed = ({ name, description }: Offer["packages"][number]) =>
    [name, `${name} ${description}`].map(packageKey).some((key) => key && keys.includes(key));
  return packages.find(isNamed)?.name ?? null;
}

const MARKUP = /\*\*|__|`|[([]https?:\/\/[^\s()[\]]+[)\]]$/g;

/** Texts with several words are quotes, others the addresses of their pages. */
export function readPassages(value: unknown): Passage[] {
  return [value].flat().flatMap((entry) => {
    const texts = TextsField.parse(entry);
    const url = texts.find((text) => !text.includes(" ")) ?? "";
    const quotes = texts.filter((text) => text.includes(" ") && /\p{L}/u.test(text));
    return quotes.map((quote) => ({ quote: decodeHTML(quote).replace(MARKUP, ""), url }));
  });
}
