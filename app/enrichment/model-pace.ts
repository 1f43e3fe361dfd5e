import { setTimeout as delay } from "node:timers/promises";
import { JobPause } from "../jobs/runner/job-run.server";
import { ModelAnswerError } from "../language-model/ask-model.server";
import { PASSING_FAILURES } from "../providers/fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";

const FIRST_WAIT_MS = 2_000;
/** A longer wait leaves the rest of the job for later. */
const MAX_WAIT_MS = 60_000;
/** With nothing answered between. */
const MAX_FAILURES_IN_A_ROW = 8;
/** Of one question while others are answered: then it is to blame itself. */
const MAX_TRIES = 10;
/** Such a failure lies rather in the question than in how many there are. */
const OWN_FAILURES: readonly ProviderErrorKind[] = ["timeout", "malformed"];
const MAX_OWN_TRIES = 3;

/**
 * One pace for all questions of a run: after a failure that may pass, every worker waits before it asks again, the
 * longer the more failures came in a row and at least as long as the service asks for.
 */
export class ModelPace {
  readonly #speed: number;
  #failuresInARow = 0;
  #waitUntil = 0;
  #pause: JobPause | null = null;

  /** @param speed divides the waits; 1 outside tests */
  constructor(speed: number) {
    this.#speed = speed;
  }

  /**
   * Asks until there is an answer, or it shows that this question gets none.
   *
   * @throws JobPause where the service answers nothing for now
   */
  async run<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      await this.#turn(signal);
      try {
        const answer = await ask();
        this.#failuresInARow = 0;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError)) throw error;
        if (error.kind === "bad_request") throw new ModelAnswerError(error.message);
        if (!PASSING_FAILURES.has(error.kind)) throw error;
        this.#slowDown(error);
        const maxTries = OWN_FAILURES.includes(error.kind) ? MAX_OWN_TRIES : MAX_TRIES;
        if (tries >= maxTries) throw new ModelAnswerError(error.message);
      }
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (this.#pause !== null) throw this.#pause;
      const waitMs = this.#waitUntil - Date.now();
      if (waitMs <= 0) return;
      await delay(waitMs, undefined, { signal });
    }
  }

  #slowDown(error: ProviderError): void {
    this.#failuresInARow += 1;
    const asked = error.retryAfterMs ?? 0;
    const waitMs = Math.max(asked, FIRST_WAIT_MS * 2 ** Math.min(this.#failuresInARow - 1, 5));
    if (asked > MAX_WAIT_MS || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      this.#pause ??= new JobPause(error.message, Date.now() + asked / this.#speed);
    }
    this.#waitUntil = Math.max(this.#waitUntil, Date.now() + waitMs / this.#speed);
  }
}
