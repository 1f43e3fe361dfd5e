import type { CheckedAssessment, Passage } from "../../leads/assessment/assessment";
import { cleanLine, cutText } from "../../providers/website/clean-text";
import type { SitePage } from "../../providers/website/company-site";
import { looksLikeInjection } from "../prompt-injection";
import type { ModelAssessment } from "./assessment-question";
import { CHECK_MARK, cleanModelText, type OwnContacts } from "./clean-reason.server";

const MAX_TOPIC = 40;
const MAX_REASON = 300;
/** Less says nothing that could be looked up. */
const MIN_QUOTE = 12;
const MAX_QUOTE = 500;
const MIN_REASON = 20;

/** What an answer is held against. */
interface AssessmentFacts {
  /** The pages as the model got them. */
  pages: readonly SitePage[];
  own: OwnContacts;
}

/** One kind of quotation marks and dashes, one space, lower case: how a passage is compared. */
function comparable(text: string): string {
  return cleanLine(text.normalize("NFKC"))
    .replace(/[„“”«»‚‘’‹›"'`´]/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .trim();
}

const AROUND_QUOTES = new Set("„“”«»\"'.… ");

/** Without the marks and dots that stand around a quotation. */
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

/** The passages that stand on the page they name, each once. Title and text of a page are told apart. */
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

/** Topics that say something by themselves, each once. */
function keepTopics(topics: readonly string[], own: OwnContacts): string[] {
  const kept = new Map<string, string>();
  for (const topic of topics) {
    const { text, wasCleaned } = cleanModelText(topic, own);
    if (text !== "" && !wasCleaned && !looksLikeInjection(text)) kept.set(text.toLowerCase(), text);
  }
  return [...kept.values()];
}

/** What is wrong with an answer of the right form, as sentences. */
export function faultsOf(answer: ModelAssessment, { pages, own }: AssessmentFacts): string[] {
  const { text } = cleanModelText(answer.salesReason, own);
  const faults = [
    answer.topics.some((topic) => topic.length > MAX_TOPIC) &&
      `Jedes Thema hat höchstens ${MAX_TOPIC} Zeichen.`,
    answer.salesReason.length > MAX_REASON && `Die Begründung hat höchstens ${MAX_REASON} Zeichen.`,
    text.length < MIN_REASON && "Die Begründung ist ein Satz über die Firma.",
    looksLikeInjection(text) &&
      "Die Begründung wendet sich an Menschen und enthält keine Anweisungen.",
    keepStandingPassages(answer.passages, pages).length === 0 &&
      "Keine der Textstellen steht wörtlich auf der genannten Seite.",
  ];
  return faults.filter((fault) => fault !== false);
}

/** What is left of an answer without faults. */
export function toCheckedAssessment(
  answer: ModelAssessment,
  { pages, own }: AssessmentFacts,
): CheckedAssessment {
  const { text, wasCleaned } = cleanModelText(answer.salesReason, own);
  return {
    companyType: answer.companyType,
    topics: keepTopics(answer.topics, own),
    salesScore: answer.salesScore,
    salesReason: wasCleaned
      ? `${cutText(text, MAX_REASON - CHECK_MARK.length - 1)} ${CHECK_MARK}`
      : text,
    offerPackage: answer.offerPackage,
    passages: keepStandingPassages(answer.passages, pages),
  };
}
