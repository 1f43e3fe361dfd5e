import type { CheckedAssessment, Passage } from "../../leads/assessment/assessment";
import { domainKey } from "../../leads/domain-key.server";
import type { SitePage } from "../../providers/website/company-site";
import { cleanLine, cutText } from "../../text/clean-text";
import { looksLikeInjection } from "../prompt-injection";
import type { ModelAssessment } from "./assessment-question";

interface RecordContacts {
  /** Registrable, punycode. */
  domain: string;
  emails: readonly string[];
  phone: string | null;
}

interface CleanedText {
  text: string;
  wasCleaned: boolean;
}

const CHECK_MARK = "(bitte prüfen)";

const LINK = /(?:https?:\/\/|www\.)[^\s<>"')\]]+/gi;
/** Tried at the beginning of a word alone, which keeps it fast. */
const HOST = /(?<![\p{L}\p{N}.-])[\p{L}\p{N}][\p{L}\p{N}-]{0,62}(?:\.[\p{L}\p{N}-]{1,63})+/gu;
const ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,9}\b/g;
const DIGITS = /[+(]?\d[\d ()/.–-]{4,30}\d/g;

/** „1.200.000“, „2019–2024“, „20.11.2026“: numbers that no telephone has. */
const COUNT = /^\d{1,3}(?:[. ]\d{3})+$/;
const YEARS = /^(?:19|20)\d\d ?[–/-] ?(?:(?:19|20)\d\d|\d\d)$/;
const DATE = /^\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d\d$/;

function nationalDigits(phone: string): string {
  return phone
    .replace(/\(0\)/, "")
    .replace(/^(?:\+|00)49/, "")
    .replace(/\D/g, "")
    .replace(/^0/, "");
}

function isForeignNumber(digits: string, { phone }: RecordContacts): boolean {
  if (COUNT.test(digits) || YEARS.test(digits) || DATE.test(digits)) return false;
  if (digits.replace(/\D/g, "").length < 6) return false;
  return phone === null || nationalDigits(digits) !== nationalDigits(phone);
}

function isForeignHost(link: string, { domain }: RecordContacts): boolean {
  // With a scheme nothing is taken for an abbreviation: „boese.zip“ is a link, too.
  const key = domainKey(`http://${link.replace(/^https?:\/\//i, "")}`);
  return key.kind !== "none" && key.domain !== domain;
}

function isForeignEmail(text: string, { emails }: RecordContacts): boolean {
  const email = text.replace(/^[("„<]{1,3}|[)"“”>.,;:!?]{1,3}$/g, "").toLowerCase();
  return !emails.some((own) => own.toLowerCase() === email);
}

function withoutMarkup(text: string): string {
  return text
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/!?\[([^[\]]{0,200})\]\(([^()]{0,300})\)/g, "$1 $2")
    .replace(/[*`_#<>]+/g, " ");
}

/** Takes links, addresses, telephone and account numbers out of a model's text that are not the lead's, and all markup. */
export function cleanModelText(text: string, record: RecordContacts): CleanedText {
  const plain = cleanLine(text);
  let isForeign = false;
  const unless = (isOwn: boolean, match: string) => {
    isForeign ||= !isOwn;
    return isOwn ? match : " ";
  };
  const cleaned = withoutMarkup(plain)
    .replace(LINK, (link) => unless(!isForeignHost(link, record), link))
    .split(" ")
    .map((word) => (word.includes("@") ? unless(!isForeignEmail(word, record), word) : word))
    .join(" ")
    .replace(HOST, (host) => unless(!isForeignHost(host, record), host))
    .replace(ACCOUNT, (account) => unless(false, account))
    .replace(DIGITS, (digits) => unless(!isForeignNumber(digits, record), digits));
  return { text: cleaned.replace(/\s+/g, " ").trim(), wasCleaned: isForeign };
}

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
