/** A page of the web as a search engine lists it. */
export interface WebHit {
  /** Absolute address, by which repeats across pages are known. */
  link: string;
  title: string;
  snippet: string | null;
  /** The service's own record. */
  payload: Record<string, unknown>;
}

export interface WebPage {
  hits: WebHit[];
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null;
  creditsCharged: number;
}

/** A service that searches the web. Each page is one call that may cost money. */
export interface WebSearch {
  id: string;
  name: string;
  /** The most hits one search can bring, and how many come at once. */
  maxResults: number;
  pageSize: number;
  /** @throws ProviderError */
  searchPage(
    search: { query: string; region: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<WebPage>;
}
