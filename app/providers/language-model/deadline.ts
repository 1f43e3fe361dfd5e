/** Share of the whole time that a further question needs to be worth its money. */
const WORTH_ASKING = 0.1;

/** The time that a task of the model has in all: its questions, every try of them, and the waits between. */
export class Deadline {
  readonly #expiry = new AbortController();
  /** A user waits for the answer. */
  readonly countsQueue: boolean;
  #limitMs: number;
  #startedAt: number | null = null;

  /**
   * @param countsQueue counts the wait for the first turn. It counts where a user waits; a job has time, and
   * would else fail at nothing but the team's own limit of calls.
   */
  constructor(limitMs: number, { countsQueue }: { countsQueue: boolean }) {
    this.#limitMs = limitMs;
    this.countsQueue = countsQueue;
  }

  /** Aborts when the time is up. */
  get signal(): AbortSignal {
    return this.#expiry.signal;
  }

  get limitMs(): number {
    return this.#limitMs;
  }

  /** The time left in milliseconds; all of it before the start. */
  get remainingMs(): number {
    if (this.#startedAt === null) return this.#limitMs;
    return Math.max(0, this.#startedAt + this.#limitMs - performance.now());
  }

  /** A further question would hardly be answered in time. */
  get isNearlyOver(): boolean {
    return this.remainingMs < this.#limitMs * WORTH_ASKING;
  }

  /**
   * Notes that a question waits for its turn.
   *
   * @param capMs shortens the whole time, if the deadline has not started
   */
  enterQueue(capMs = this.#limitMs): void {
    if (this.#startedAt !== null) return;
    this.#limitMs = Math.min(this.#limitMs, capMs);
    if (this.countsQueue) this.start();
  }

  /** Lets the time run, from the first call on. */
  start(): void {
    if (this.#startedAt !== null) return;
    this.#startedAt = performance.now();
    // Keeps no process alive that has nothing else to do.
    setTimeout(() => this.#expiry.abort(), this.#limitMs).unref();
  }
}

/** A time limit in words, as it stands in sentences about it; in production it is never one second. */
export function secondsOf(limitMs: number): string {
  return `${Math.ceil(limitMs / 1000)} Sekunden`;
}
