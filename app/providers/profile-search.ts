export type ProfileKind = "people" | "companies";

export interface ProfileAccount {
  credits: number;
  dailyLimits: Record<ProfileKind, number | null>;
  /** A German sentence; null if the service can reach the network. */
  unavailableReason: string | null;
}

export interface ProfileHits {
  total: number;
  kind: ProfileKind;
}

export interface ProfileOrder {
  id: string;
  state: "running" | "finished" | "failed";
  status: string;
  total: number;
  scraped: number;
  file: { state: "none" | "running" | "ready" | "failed"; url: string | null };
}

/** Fetches a search of a sales network as CSV. Each fetched profile costs money. */
export interface ProfileSearch {
  id: string;
  name: string;
  /** All calls throw ProviderError. */
  getAccount(signal: AbortSignal): Promise<ProfileAccount>;
  /** Free. */
  countHits(searchUrl: string, signal: AbortSignal): Promise<ProfileHits>;
  /** Never retried: an unanswered call may have started an order that costs money; see {@link findOrder}. */
  startOrder(
    order: { name: string; searchUrl: string; limit: number },
    signal: AbortSignal,
  ): Promise<ProfileOrder>;
  findOrder(name: string, signal: AbortSignal): Promise<ProfileOrder | null>;
  getOrder(id: string, signal: AbortSignal): Promise<ProfileOrder>;
  requestFile(id: string, signal: AbortSignal): Promise<ProfileOrder>;
  /** @param url expires */
  downloadFile(url: string, signal: AbortSignal): Promise<Uint8Array>;
}
