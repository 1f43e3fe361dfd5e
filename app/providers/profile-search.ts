export type ProfileKind = "people" | "companies";

export interface ProfileAccount {
  /** Profiles that are paid for. */
  credits: number;
  /** Profiles that may be fetched on one day; null where the service does not say. */
  dailyLimits: Record<ProfileKind, number | null>;
  /** Why the service can't reach the network in the account's name, in a German sentence; null when it can. */
  unavailableReason: string | null;
}

export interface ProfileHits {
  total: number;
  kind: ProfileKind;
}

export interface ProfileOrder {
  id: string;
  state: "running" | "finished" | "failed";
  /** The state in the service's own word. */
  status: string;
  /** Profiles to fetch and fetched so far. */
  total: number;
  scraped: number;
  file: { state: "none" | "running" | "ready" | "failed"; url: string | null };
}

/** A service that fetches the profiles of a search in a sales network, as a CSV file. Each fetched profile is paid. */
export interface ProfileSearch {
  id: string;
  name: string;
  /** @throws ProviderError, as every call here */
  getAccount(signal: AbortSignal): Promise<ProfileAccount>;
  /** Counts the profiles of a search. Free. */
  countHits(searchUrl: string, signal: AbortSignal): Promise<ProfileHits>;
  /**
   * Starts fetching: from here on it costs money. Is made just once, since it is unknown whether a call without an
   * answer started something: {@link findOrder} tells.
   *
   * @param order `name` is unique in the account, so that the order is found again after a crash
   */
  startOrder(
    order: { name: string; searchUrl: string; limit: number },
    signal: AbortSignal,
  ): Promise<ProfileOrder>;
  findOrder(name: string, signal: AbortSignal): Promise<ProfileOrder | null>;
  getOrder(id: string, signal: AbortSignal): Promise<ProfileOrder>;
  /** Asks for the file of a finished order; the order tells when it is ready. */
  requestFile(id: string, signal: AbortSignal): Promise<ProfileOrder>;
  /** @param url as an order names it; it expires */
  downloadFile(url: string, signal: AbortSignal): Promise<Uint8Array>;
}
