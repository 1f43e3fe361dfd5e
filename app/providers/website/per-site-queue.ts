import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { parse } from "tldts";

/** Requests to one site at the same time. */
const MAX_AT_ONCE = 2;
/** Idle sites beyond this number are forgotten. */
const REMEMBERED = 200;

/** The registrable domain, which all hosts of a company share. */
export function siteOf({ hostname }: URL): string {
  return parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;
}

/** The requests to one site: few at once, and a pause between two starts. */
class SiteQueue {
  readonly #requests = new PQueue({ concurrency: MAX_AT_ONCE });
  readonly #starts = new PQueue({ concurrency: 1 });
  #lastStart = Number.NEGATIVE_INFINITY;
  pauseMs: number;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }

  get isIdle(): boolean {
    const { size, pending } = this.#requests;
    return size === 0 && pending === 0 && this.#waitMs() <= 0;
  }

  run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#requests.add(
      async () => {
        const { answer } = await this.#starts.add(() => this.#begin(request, signal), { signal });
        return answer;
      },
      { signal },
    );
  }

  /** Begins a request in the very moment its pause is over; it is answered beside the queue of the starts. */
  async #begin<T>(request: () => Promise<T>, signal: AbortSignal): Promise<{ answer: Promise<T> }> {
    await this.#pause(signal);
    const answer = request();
    this.#lastStart = performance.now();
    // The caller gets the failure later; until then it must not count as unhandled.
    answer.catch(() => {});
    return { answer };
  }

  /** Counted from when a request has begun: on a busy machine that is later than it was to. */
  #waitMs(): number {
    return this.#lastStart + this.pauseMs - performance.now();
  }

  async #pause(signal: AbortSignal): Promise<void> {
    for (let wait = this.#waitMs(); wait > 0; wait = this.#waitMs()) {
      await setTimeout(Math.ceil(wait), undefined, { signal });
    }
  }
}

/** Holds the requests to each site to its limits, whichever job makes them. */
export class PerSiteQueue {
  readonly #queues = new Map<string, SiteQueue>();
  readonly #pauseMs: number;

  /** @param pauseMs between the starts of two requests to a site that does not ask for more */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /**
   * Makes a request to a site when it is its turn.
   *
   * @throws the signal's reason once it is aborted, also while the request waits
   */
  run<T>(url: URL, request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#queueOf(url).run(request, signal);
  }

  /** Makes the pauses of a site longer; never shorter. */
  slowDown(url: URL, pauseMs: number): void {
    const queue = this.#queueOf(url);
    queue.pauseMs = Math.max(queue.pauseMs, pauseMs);
  }

  #queueOf(url: URL): SiteQueue {
    const site = siteOf(url);
    const known = this.#queues.get(site);
    if (known !== undefined) return known;
    if (this.#queues.size >= REMEMBERED) this.#forgetIdle();
    const queue = new SiteQueue(this.#pauseMs);
    this.#queues.set(site, queue);
    return queue;
  }

  #forgetIdle(): void {
    for (const [site, queue] of this.#queues) if (queue.isIdle) this.#queues.delete(site);
  }
}
