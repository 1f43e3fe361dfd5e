import type { CheckedAssessment, Passage } from "../../leads/assessment/assessment";
import type { SitePage } from "../../providers/website/company-site";
import { cleanLine, cutText } from "../../text/clean-text";
import { looksLikeInjection } from "../prompt-injection";
import type { ModelAssessment } from "./assessment-question";
import { CHECK_MARK, cleanModelText, type RecordContacts } from "./clean-model-text.server";

const MAX_TOPIC = 40;
const MAX_REASON = 300;
/** A shorter one could stand anywhere. */
const MIN_QUOTE = 12;
const MAX_QUOTE = 500;
const MIN_REASON = 20;

interface AssessmentFacts {
  /** As the model got them. */
  pages: readonly SitePage[];
  record: RecordContacts;
}

/** One spelling of quotation marks, dashes, blanks and case. */
function comparable(text: string): string {
  return cleanLine(text.normalize("NFKC"))
    .replace(/[„“”«»‚‘’‹›"'`´]/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .trim();
}

const AROUND_QUOTES = new Set("„“”«»\"'.… ");

function bareQuote(quote: string): string {
  const signs = [...cleanLine(quote)];
  const isInside = (sign: string) => !AROUND_QUOTES.has(sign);
  const [from, to] = [signs.findIndex(isInside), signs.findLastIndex(isInside)];
  return from === -1 ? "" : signs.slice(from, to + 1).join("");
}

function samePage(url: string, page: SitePage): boolean {
  const bare = (address: string) => address.trim().split("#", 1).join().replace(/\/$/, "");
  return bare(url) === bare(page.url);
}

/** Keeps the passages that stand in the title or the text of the page they name, each once. */
export function keepStandingPassages(
  passages: readonly Passage[],
  pages: readonly SitePage[],
): Passage[] {
  const kept = new Map<string, Passage>();
  for (const { quote, url } of passages) {
    const wanted = comparable(bareQuote(quote));
    const page = pages.find((candidate) => samePage(url, candidate));
    if (page === undefined || wanted.length < MIN_QUOTE || wanted.length > MAX_QUOTE) continue;
    const stands = [page.title, page.text].some((text) => comparable(text).includes(wanted));
    if (stands && !kept.has(wanted)) kept.set(wanted, { quote: bareQuote(quote), url: page.url });
  }
  return [...kept.values()];
}

function keepTopics(topics: readonly string[], record: RecordContacts): string[] {
  const kept = new Map<string, string>();
  for (const topic of topics) {
    const { text, wasCleaned } = cleanModelText(topic, record);
    if (text !== "" && !wasCleaned && !looksLikeInjection(text)) kept.set(text.toLowerCase(), text);
  }
  return [...kept.values()];
}

/** @returns German sentences, for the model and then for the person */
export function findErrors(answer: ModelAssessment, { pages, record }: AssessmentFacts): string[] {
  const { text } = cleanModelText(answer.salesReason, record);
  const errors = [
    answer.topics.some((topic) => topic.length > MAX_TOPIC) &&
      `Jedes Thema hat höchstens ${MAX_TOPIC} Zeichen.`,
    answer.salesReason.length > MAX_REASON && `Die Begründung hat höchstens ${MAX_REASON} Zeichen.`,
    text.length < MIN_REASON && "Die Begründung ist ein Satz über die Firma.",
    looksLikeInjection(text) &&
      "Die Begründung wendet sich an Menschen und enthält keine Anweisungen.",
    keepStandingPassages(answer.passages, pages).length === 0 &&
      "Keine der Textstellen steht wörtlich auf der genannten Seite.",
  ];
  return errors.filter((error) => error !== false);
}

/** Drops what could not be looked up from an answer without errors. */
export function toCheckedAssessment(
  answer: ModelAssessment,
  { pages, record }: AssessmentFacts,
): CheckedAssessment {
  const { text, wasCleaned } = cleanModelText(answer.salesReason, record);
  return {
    companyType: answer.companyType,
    topics: keepTopics(answer.topics, record),
    salesScore: answer.salesScore,
    salesReason: wasCleaned
      ? `${cutText(text, MAX_REASON - CHECK_MARK.length - 1)} ${CHECK_MARK}`
      : text,
    offerPackage: answer.offerPackage,
    passages: keepStandingPassages(answer.passages, pages),
  };
}
