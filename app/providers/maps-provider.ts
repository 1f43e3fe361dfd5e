/** A company as a maps service shows it. Absent values are null. */
export interface MapsPlace {
  /** The service's own id, by which repeats across pages are known. */
  id: string;
  name: string | null;
  website: string | null;
  phone: string | null;
  address: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  /** As the service writes it: name or code. */
  federalState: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Given up for good. */
  isClosed: boolean;
  /** The service's own record. */
  payload: Record<string, unknown>;
}

export interface MapsPage {
  places: MapsPlace[];
  /** Leads to the next page; null on the last one. */
  nextCursor: string | null;
  creditsCharged: number;
}

/** A service that finds companies on a map. Each page is one call that may cost money. */
export interface MapsProvider {
  /** Stands in the store as the provider of a source. */
  id: string;
  name: string;
  /** The most places one search can bring, and how many come at once. */
  maxResults: number;
  pageSize: number;
  /** @throws ProviderError */
  searchPage(
    search: { query: string; region: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<MapsPage>;
}
