import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import { parse } from "tldts";

const MAX_AT_ONCE = 2;
/** Far more than are read at once, so no site in use is forgotten. */
const REMEMBERED = 1_000;

/** All hosts of a company share its registrable domain. */
export function siteOf({ hostname }: URL): string {
  return parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;
}

class SiteQueue {
  readonly #requests = new PQueue({ concurrency: MAX_AT_ONCE });
  #lastStart = Number.NEGATIVE_INFINITY;
  pauseMs: number;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }

  run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const begin = async () => {
      // The other request may begin meanwhile.
      for (let wait = this.#waitMs(); wait > 0; wait = this.#waitMs()) {
        await setTimeout(Math.ceil(wait), undefined, { signal });
      }
      this.#lastStart = performance.now();
      return request();
    };
    return this.#requests.add(begin, { signal });
  }

  #waitMs(): number {
    return this.#lastStart + this.pauseMs - performance.now();
  }
}

export class PerSiteQueue {
  readonly #queues = new LRUCache<string, SiteQueue>({ max: REMEMBERED });
  readonly #pauseMs: number;

  /** @param pauseMs between two starts, unless a site asks for more */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** @throws the signal's reason once it is aborted, also while the request waits */
  run<T>(url: URL, request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#queueOf(url).run(request, signal);
  }

  slowDown(url: URL, pauseMs: number): void {
    const queue = this.#queueOf(url);
    queue.pauseMs = Math.max(queue.pauseMs, pauseMs);
  }

  #queueOf(url: URL): SiteQueue {
    const site = siteOf(url);
    const known = this.#queues.get(site);
    if (known !== undefined) return known;
    const queue = new SiteQueue(this.#pauseMs);
    this.#queues.set(site, queue);
    return queue;
  }
}
