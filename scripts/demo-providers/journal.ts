import { type DemoRequest, parseJson } from "./provider";

/** One call that reached a demo provider. Values of headers are never kept: they carry keys. */
export interface JournalEntry {
  /** Time of arrival, ISO 8601 in UTC. */
  at: string;
  provider: string;
  method: string;
  /** Path below the provider's prefix, without the query, which may carry a key. */
  path: string;
  /** Parsed where the body is JSON, otherwise as text; null without a body. */
  body: unknown;
  headerNames: string[];
}

/** Remembers every call so that tests can compare it with what the client believes it sent. */
export class Journal {
  #calls: JournalEntry[] = [];

  record(provider: string, request: DemoRequest): void {
    this.#calls.push({
      at: new Date().toISOString(),
      provider,
      method: request.method,
      path: request.path,
      body: request.body === "" ? null : (parseJson(request.body) ?? request.body),
      headerNames: Object.keys(request.headers).sort(),
    });
  }

  clear(): void {
    this.#calls = [];
  }

  /** All calls in order of arrival, and how many each provider got. */
  report(providers: readonly string[]): {
    calls: JournalEntry[];
    counts: Record<string, number>;
  } {
    const counts = providers.map((name): [string, number] => [
      name,
      this.#calls.filter((call) => call.provider === name).length,
    ]);
    return { calls: this.#calls, counts: Object.fromEntries(counts) };
  }
}
