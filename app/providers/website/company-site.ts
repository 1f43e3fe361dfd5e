import type { ImprintReading } from "../../imprint/imprint";
import { cutText } from "../../text/clean-text";
import type { PageFacts } from "./document-reader.server";

export type SitePageKind = "home" | "impressum" | "contact" | "about" | "services";

export interface ChosenPage {
  url: URL;
  kind: Exclude<SitePageKind, "home">;
}

export interface SitePage {
  /** The address after redirects. */
  url: string;
  kind: SitePageKind;
  title: string;
  /** A line for each block; hidden text, comments and scripts are not part of it. */
  text: string;
  /** Its reading as an Impressum; absent where it does not look like one. */
  imprint?: ImprintReading;
}

/** A company's website: the first page, and at most six more. */
export interface CompanySite {
  pages: SitePage[];
  /** Why its Impressum can't be read though there is one: a German sentence. */
  imprintProblem?: string | undefined;
  /** Pages left by a brief reading; absent once all is read. */
  unread?: ChosenPage[] | undefined;
}

export interface SiteReadingOptions {
  /** Reads only the first page, Impressum and contact: four pages and the sitemap at most. */
  isBrief?: boolean;
  /** An earlier brief reading; its pages are not fetched again. */
  before?: CompanySite;
}

/** Reads websites of companies politely: few pages, slowly, and only what the site allows. */
export interface SiteReader {
  /**
   * @param address the website as the lead has it, or a bare domain
   * @throws SiteError where not even the first page can be had, or holds no text
   */
  readSite(
    address: string,
    signal: AbortSignal,
    options?: SiteReadingOptions,
  ): Promise<CompanySite>;
  close(): Promise<void>;
}

/** Characters of one page that are kept: enough to tell a company's trade, few enough for a model. */
export const MAX_PAGE_TEXT = 6_000;
const NOT_FOUND = /\b404\b|nicht gefunden|existiert nicht|not found/i;
/** Signs of an Impressum; an unlinked page needs two of them. */
const IMPRESSUM_SIGNS = [
  /impressum|anbieterkennzeichnung/i,
  /\btel(?:efon|\.|:)|\bfon\b/i,
  /e-?mail|@/i,
  /gmbh|inhaber|\bHR[AB]\b|geschäftsführ|handelsregister/i,
  /§ ?5\b/,
];

/** The text of a page, cut behind a whole line where there is one to cut behind. */
export function keepText(text: string): string {
  if (text.length <= MAX_PAGE_TEXT) return text;
  const cut = cutText(text, MAX_PAGE_TEXT);
  const end = cut.lastIndexOf("\n");
  return end > MAX_PAGE_TEXT / 2 ? cut.slice(0, end) : cut;
}

/** The page says „not found“ in spite of its status. */
export function saysNotFound({ title, text }: PageFacts): boolean {
  const [firstLine = ""] = text.split("\n", 1);
  return NOT_FOUND.test(title) || (text.length < 1_000 && NOT_FOUND.test(firstLine));
}

export function looksLikeImpressum({ text }: PageFacts): boolean {
  return IMPRESSUM_SIGNS.filter((sign) => sign.test(text)).length >= 2;
}
