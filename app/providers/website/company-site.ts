/** What a page of a company's website is read for. */
export type SitePageKind = "home" | "impressum" | "about" | "services";

/** A page as a reader sees it. */
export interface SitePage {
  /** Where it was in the end, after redirects. */
  url: string;
  kind: SitePageKind;
  title: string;
  /** A line for each block; hidden text, comments and scripts are not part of it. */
  text: string;
}

/** What a company says of itself: the first page, and at most five more. */
export interface CompanySite {
  pages: SitePage[];
}

/** Reads websites of companies politely: few pages, slowly, and only what the site allows. */
export interface SiteReader {
  /**
   * @param address the website as the lead has it, or a bare domain
   * @throws SiteError where not even the first page can be had, or holds no text
   */
  readSite(address: string, signal: AbortSignal): Promise<CompanySite>;
  close(): Promise<void>;
}
