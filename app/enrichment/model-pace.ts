import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { JobPause } from "../jobs/runner/job-run.server";
import { ModelAnswerError } from "../language-model/ask-model.server";
import { isPassing } from "../providers/fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";

const FIRST_WAIT_MS = 2_000;
/** A longer wait leaves the rest of the job for later. */
const MAX_WAIT_MS = 60_000;
/** Whatever a service asks for, it is asked again after a day. */
const LONGEST_PAUSE_MS = 86_400_000;
/** With nothing answered between. */
const MAX_FAILURES_IN_A_ROW = 8;
/** Of one question while others are answered: then it is to blame itself. */
const MAX_TRIES = 10;
/** Such a failure lies rather in the question than in how many there are. */
const OWN_FAILURES: readonly ProviderErrorKind[] = ["timeout", "malformed"];
const MAX_OWN_TRIES = 3;

/**
 * One pace for all questions of a run, of which as many are asked at once as the service takes: after a failure that
 * may pass, all wait before the next one is asked, the longer the more failures came in a row and at least as long as
 * the service asks for. After one that concerns all of them, none is asked any more.
 */
export class ModelPace {
  readonly #questions: PQueue;
  readonly #speed: number;
  #failuresInARow = 0;
  /** By the clock that nobody sets. */
  #waitUntil = 0;
  /** Why nothing is asked any more. */
  #stop: Error | null = null;

  /**
   * @param concurrency questions under way at once: those behind them are not booked yet
   * @param speed divides the waits; 1 outside tests
   */
  constructor(concurrency: number, speed: number) {
    this.#questions = new PQueue({ concurrency });
    this.#speed = speed;
  }

  /**
   * Asks until there is an answer, or it shows that this question gets none.
   *
   * @throws JobPause where the service answers nothing for now
   * @throws ModelAnswerError where there is no answer to this question, or to any until a person does something
   */
  run<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    return this.#questions.add(() => this.#ask(ask, signal), { signal });
  }

  async #ask<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      await this.#turn(signal);
      try {
        const answer = await ask();
        this.#failuresInARow = 0;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError || error instanceof CeilingReachedError)) throw error;
        const { kind } = error;
        const noAnswer = new ModelAnswerError(error.message);
        if (isPassing(error)) {
          this.#slowDown(error);
          const maxTries = OWN_FAILURES.includes(error.kind) ? MAX_OWN_TRIES : MAX_TRIES;
          if (tries < maxTries) continue;
        } else if (kind !== "bad_request") {
          this.#stop ??= noAnswer;
        }
        throw noAnswer;
      }
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (this.#stop !== null) throw this.#stop;
      const waitMs = this.#waitUntil - performance.now();
      if (waitMs <= 0) return;
      await delay(waitMs, undefined, { signal });
    }
  }

  #slowDown(error: ProviderError): void {
    this.#failuresInARow += 1;
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    const waitMs = Math.max(asked, FIRST_WAIT_MS * 2 ** Math.min(this.#failuresInARow - 1, 5));
    const isOver = asked > MAX_WAIT_MS || this.#failuresInARow >= MAX_FAILURES_IN_A_ROW;
    if (isOver || error.isUnreachable) {
      const resumeAt = Date.now() + asked / this.#speed;
      this.#stop ??= new JobPause(error.message, resumeAt, error.isUnreachable);
    }
    this.#waitUntil = Math.max(this.#waitUntil, performance.now() + waitMs / this.#speed);
  }
}
