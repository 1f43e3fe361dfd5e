import type { ImprintReading } from "../../reading/imprint/imprint";
import { cutText } from "../../text/clean-text";
import type { PageFacts } from "./document-reader.server";

export type SitePageKind = "home" | "impressum" | "contact" | "about" | "services" | "privacy";

export interface ChosenPage {
  url: URL;
  kind: SitePageKind;
}

export interface SitePage {
  /** After redirects. */
  url: string;
  kind: SitePageKind;
  title: string;
  /** One line per block, without hidden text, comments and scripts. */
  text: string;
  /** Absent unless the page looks like an Impressum. */
  imprint?: ImprintReading;
  /** The sentence of an Impressum or page on data protection that objects to advertising. */
  adObjection?: string;
}

export interface CompanySite {
  pages: SitePage[];
  imprintProblem?: string | undefined;
  unread?: ChosenPage[] | undefined;
}

export interface SiteReadingOptions {
  /** Reads the first page, Impressum, contact and data protection: at most five pages and the sitemap. */
  isBrief?: boolean;
  before?: CompanySite;
}

export interface SiteReader {
  /** @throws SiteError if the first page is missing or has no text */
  readSite(
    address: string,
    signal: AbortSignal,
    options?: SiteReadingOptions,
  ): Promise<CompanySite>;
  close(): Promise<void>;
}

/** Characters of a page: enough to tell the trade, few enough for a model. */
export const MAX_PAGE_TEXT = 6_000;
const NOT_FOUND = /\b404\b|nicht gefunden|existiert nicht|not found/i;
/** An unlinked page needs two of these to count as an Impressum. */
const IMPRESSUM_SIGNS = [
  /impressum|anbieterkennzeichnung/i,
  /\btel(?:efon|\.|:)|\bfon\b/i,
  /e-?mail|@/i,
  /gmbh|inhaber|\bHR[AB]\b|geschäftsführ|handelsregister/i,
  /§ ?5\b/,
];

export function keepText(text: string): string {
  if (text.length <= MAX_PAGE_TEXT) return text;
  const cut = cutText(text, MAX_PAGE_TEXT);
  const end = cut.lastIndexOf("\n");
  return end > MAX_PAGE_TEXT / 2 ? cut.slice(0, end) : cut;
}

/** Some sites send „not found“ with status 200. */
export function saysNotFound({ title, text }: PageFacts): boolean {
  const [firstLine = ""] = text.split("\n", 1);
  return NOT_FOUND.test(title) || (text.length < 1_000 && NOT_FOUND.test(firstLine));
}

export function looksLikeImpressum({ text }: PageFacts): boolean {
  return IMPRESSUM_SIGNS.filter((sign) => sign.test(text)).length >= 2;
}
