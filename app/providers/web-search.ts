import type { PagedSearch } from "./company-search";

/** A page of the web as a search engine lists it. */
export interface WebHit {
  /** Absolute address, by which repeats across pages are known. */
  link: string;
  title: string;
  snippet: string | null;
  /** The service's own record. */
  payload: Record<string, unknown>;
}

/** A service that searches the web. */
export type WebSearch = PagedSearch<WebHit>;
