/** A further question needs this share of the time to be worth its money. */
const WORTH_ASKING = 0.1;

export class Deadline {
  readonly #expiry = new AbortController();
  readonly signal = this.#expiry.signal;
  /** Set while a user waits; a job must not fail at the team's own rate limit. */
  readonly countsQueue: boolean;
  #startedAt: number | null = null;

  constructor(
    public limitMs: number,
    { countsQueue }: { countsQueue: boolean },
  ) {
    this.countsQueue = countsQueue;
  }

  /** Milliseconds; the full limit before the start. */
  get remainingMs(): number {
    if (this.#startedAt === null) return this.limitMs;
    return Math.max(0, this.#startedAt + this.limitMs - performance.now());
  }

  get isNearlyOver(): boolean {
    return this.remainingMs < this.limitMs * WORTH_ASKING;
  }

  enterQueue(capMs = this.limitMs): void {
    if (this.#startedAt !== null) return;
    this.limitMs = Math.min(this.limitMs, capMs);
    if (this.countsQueue) this.start();
  }

  start(): void {
    if (this.#startedAt !== null) return;
    this.#startedAt = performance.now();
    // An unreferenced timer does not keep the process alive.
    setTimeout(() => this.#expiry.abort(), this.limitMs).unref();
  }
}
