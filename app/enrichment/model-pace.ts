import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { JobPause } from "../jobs/runner/job-run.server";
import { ModelAnswerError } from "../language-model/ask-model.server";
import { isPassing } from "../providers/fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;
const LONGEST_PAUSE_MS = 86_400_000;
const MAX_FAILURES_IN_A_ROW = 8;
/** A question that fails this often while others are answered is at fault itself. */
const MAX_TRIES = 10;
const OWN_FAILURES: readonly ProviderErrorKind[] = ["timeout", "malformed"];
const MAX_OWN_TRIES = 3;

/**
 * After a passing failure all questions wait, longer with each in a row; after one that concerns all, questions end.
 */
export class ModelPace {
  readonly #questions: PQueue;
  readonly #speed: number;
  #failuresInARow = 0;
  /** Monotonic clock. */
  #waitUntil = 0;
  #stop: Error | null = null;

  constructor(concurrency: number, speed: number) {
    this.#questions = new PQueue({ concurrency });
    this.#speed = speed;
  }

  /**
   * @throws JobPause where the service answers nothing for now
   * @throws ModelAnswerError for this question, or for all until a person acts
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
