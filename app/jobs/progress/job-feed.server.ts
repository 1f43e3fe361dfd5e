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

/** Pause between two looks, in milliseconds, so that a burst of changes is one. */
export const PAUSE_MS = 250;

/** Collects the changes of some jobs between two looks at them. */
export class ChangeBuffer {
  #positions = new Map<string, Set<number>>();
  #hasChange = false;
  #wake: (() => void) | null = null;
  #isClosed = false;
  readonly #pauseMs: () => number;
  readonly #unsubscribe: (() => void)[];

  /** @param pauseMs how long the next pause is at least */
  constructor(feed: JobFeed, jobIds: readonly string[], pauseMs: () => number = () => 0) {
    this.#pauseMs = pauseMs;
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
  }

  /**
   * Waits for the next change.
   *
   * @returns which results changed, by job; null when it is closed or the server stops
   */
  async next(): Promise<Map<string, Set<number>> | null> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(PAUSE_MS, this.#pauseMs()));
      this.#wake = () => {
        if (!this.#isClosed) return;
        clearTimeout(timer);
        resolve();
      };
      this.#wake();
    });
    while (!this.#hasChange && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#isClosed) return null;
    const positions = this.#positions;
    this.#positions = new Map();
    this.#hasChange = false;
    return positions;
  }

  close(): void {
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#wake?.();
  }
}
