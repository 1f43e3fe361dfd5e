import { EventEmitter } from "node:events";

/** A change of a job: of its row, and of the results at some positions. */
export interface JobChange {
  jobId: string;
  positions: readonly number[];
}

const ENDED = Symbol("ended");

/** Tells the pages that follow a job that it has changed. Lives in this process only; the truth stays in the store. */
export class JobFeed {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #isEnded = false;

  publish(change: JobChange): void {
    this.#emitter.emit(change.jobId, change);
  }

  /** @returns a function that ends the subscription */
  subscribe(jobId: string, listener: (change: JobChange) => void): () => void {
    this.#emitter.on(jobId, listener);
    return () => this.#emitter.off(jobId, listener);
  }

  /** Ends what follows jobs, now and from now on: the server stops. */
  end(): void {
    this.#isEnded = true;
    this.#emitter.emit(ENDED);
  }

  /** @returns a function that ends the subscription */
  whenEnded(listener: () => void): () => void {
    if (this.#isEnded) listener();
    this.#emitter.on(ENDED, listener);
    return () => this.#emitter.off(ENDED, listener);
  }
}

/** Length of one chain of states, in milliseconds: ends before the stream's own limit cuts it off. */
export const CHAIN_MS = 25_000;
/** Pause between two looks, in milliseconds, so that a burst of changes is one. */
const PAUSE_MS = 250;

/** Collects the changes of some jobs between two looks at them. */
export class ChangeBuffer {
  #positions = new Map<string, Set<number>>();
  #hasChange = false;
  #wake: (() => void) | null = null;
  #isClosed = false;
  readonly #unsubscribe: (() => void)[];

  constructor(feed: JobFeed, jobIds: readonly string[], signal: AbortSignal) {
    this.#unsubscribe = jobIds.map((id) =>
      feed.subscribe(id, ({ positions }) => {
        const known = this.#positions.get(id) ?? new Set();
        for (const position of positions) known.add(position);
        this.#positions.set(id, known);
        this.#hasChange = true;
        this.#wake?.();
      }),
    );
    this.#unsubscribe.push(feed.whenEnded(() => this.close()));
    signal.addEventListener("abort", () => this.close(), { once: true });
    if (signal.aborted) this.close();
  }

  /**
   * Waits for the next change.
   *
   * @param until by the clock that nobody sets (`performance.now`)
   * @returns which results changed, by job; null when the time is over, nobody listens any more or the server stops
   */
  async next(until: number): Promise<Map<string, Set<number>> | null> {
    await this.#sleep(PAUSE_MS, false);
    if (!this.#hasChange) await this.#sleep(Math.max(0, until - performance.now()), true);
    // The time ends a chain also while changes keep coming: whoever asks again gets all of them.
    if (this.#isClosed || !this.#hasChange || performance.now() >= until) return null;
    const positions = this.#positions;
    this.#positions = new Map();
    this.#hasChange = false;
    return positions;
  }

  #sleep(milliseconds: number, untilChange: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        if (!untilChange && !this.#isClosed) return;
        clearTimeout(timer);
        resolve();
      };
      if (this.#isClosed) this.#wake();
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#wake?.();
  }
}
