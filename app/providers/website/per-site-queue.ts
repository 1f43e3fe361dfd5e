import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import { parse } from "tldts";

const MAX_CONCURRENT = 2;
/** Far more than are read at once, so no site in use is forgotten. */
const MAX_REMEMBERED = 1_000;

/** All hosts of a company share its registrable domain. */
export function siteOf({ hostname }: URL): string {
  return parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;
}

interface SiteTurns {
  requests: PQueue;
  lastStart: number;
  pauseMs: number;
}

export class PerSiteQueue {
  readonly #sites: LRUCache<string, SiteTurns>;

  /** @param pauseMs between two starts, unless a site asks for more */
  constructor(pauseMs: number) {
    const memoMethod = () => ({
      requests: new PQueue({ concurrency: MAX_CONCURRENT }),
      lastStart: Number.NEGATIVE_INFINITY,
      pauseMs,
    });
    this.#sites = new LRUCache({ max: MAX_REMEMBERED, memoMethod });
  }

  /** @throws the signal's reason once it is aborted, also while the request waits */
  run<T>(url: URL, request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const site = this.#sites.memo(siteOf(url));
    const waitMs = () => site.lastStart + site.pauseMs - performance.now();
    const begin = async () => {
      // The other request may begin meanwhile.
      for (let wait = waitMs(); wait > 0; wait = waitMs()) {
        await setTimeout(Math.ceil(wait), undefined, { signal });
      }
      site.lastStart = performance.now();
      return request();
    };
    return site.requests.add(begin, { signal });
  }

  slowDown(url: URL, pauseMs: number): void {
    const site = this.#sites.memo(siteOf(url));
    site.pauseMs = Math.max(site.pauseMs, pauseMs);
  }
}
