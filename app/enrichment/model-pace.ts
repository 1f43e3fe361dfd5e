import PQueue from "p-queue";
import pRetry from "p-retry";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { JobPause } from "../jobs/runner/job-run.server";
import { ModelAnswerError } from "../language-model/ask-model.server";
import { isPassing } from "../providers/fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";

const LONGEST_PAUSE_MS = 86_400_000;
/** The question itself may be at fault. */
const OWN_FAILURES: readonly ProviderErrorKind[] = ["timeout", "malformed", "bad_request"];
const MAX_OWN_FAILURES_IN_A_ROW = 8;
const AGAIN = { retries: 2, minTimeout: 2_000 };

const isOwnFailure = (error: unknown) =>
  error instanceof ProviderError && OWN_FAILURES.includes(error.kind);

/** After a failure that concerns all questions, they end. */
export class ModelPace {
  readonly #questions: PQueue;
  readonly #speed: number;
  #failuresInARow = 0;
  #answers = 0;
  #stop: Error | null = null;

  /** @param speed divides waits; 1 outside tests */
  constructor(concurrency: number, speed: number) {
    this.#questions = new PQueue({ concurrency });
    this.#speed = speed;
  }

  /**
   * @throws JobPause where the service answers nothing for now
   * @throws ModelAnswerError for this question, or for all until a person acts
   */
  run<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    let othersAnswered = false;
    const askOnce = async () => {
      const before = this.#answers;
      try {
        return await ask();
      } finally {
        othersAnswered = this.#answers > before;
      }
    };
    // A server may fail at one question, of too much text for example, and answer the others.
    const isOfQuestion = (error: unknown) =>
      isOwnFailure(error) ||
      (othersAnswered && error instanceof ProviderError && error.kind === "upstream");
    const askNow = async () => {
      if (this.#stop !== null) throw this.#stop;
      try {
        const answer = await pRetry(askOnce, {
          retries: AGAIN.retries,
          minTimeout: AGAIN.minTimeout / this.#speed,
          shouldRetry: ({ error }) => isPassing(error) && isOfQuestion(error),
          signal,
        });
        this.#failuresInARow = 0;
        this.#answers += 1;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        throw this.#meaningOf(error, isOfQuestion(error));
      }
    };
    return this.#questions.add(askNow, { signal });
  }

  #meaningOf(error: unknown, isOfQuestion: boolean): unknown {
    if (!(error instanceof ProviderError || error instanceof CeilingReachedError)) return error;
    const noAnswer = new ModelAnswerError(error.message);
    if (isOfQuestion) {
      this.#failuresInARow += 1;
      if (this.#failuresInARow < MAX_OWN_FAILURES_IN_A_ROW) return noAnswer;
    }
    this.#stop ??= isPassing(error) ? this.#pauseAfter(error) : noAnswer;
    return this.#stop;
  }

  #pauseAfter({ message, retryAfterMs, isUnreachable }: ProviderError): JobPause {
    const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    return new JobPause(message, Date.now() + askedMs / this.#speed, isUnreachable);
  }
}
