import PQueue from "p-queue";
import pRetry from "p-retry";
import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { JobPause } from "../jobs/runner/job-run.server";
import { ModelAnswerError } from "../language-model/ask-model.server";
import { isTransient } from "../providers/fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";

const LONGEST_PAUSE_MS = 86_400_000;
/** The question itself may be at fault. */
const OWN_FAILURES: readonly ProviderErrorKind[] = ["timeout", "malformed", "bad_request"];
const MAX_OWN_FAILURES_IN_A_ROW = 8;
const RETRY = { retries: 2, minTimeout: 2_000 };

export type ModelPace = ReturnType<typeof modelPace>;

/**
 * Asks and retries questions. A failure that concerns all of them ends them all.
 * @param speed divides waits; 1 outside tests
 */
export function modelPace(concurrency: number, speed: number) {
  const questions = new PQueue({ concurrency });
  let [failuresInARow, answers] = [0, 0];
  let stop: Error | null = null;

  function pauseAfter({ message, retryAfterMs, isUnreachable }: ProviderError): JobPause {
    const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS);
    return new JobPause(message, Date.now() + askedMs / speed, isUnreachable);
  }

  function toFailure(error: unknown, isOfQuestion: boolean): unknown {
    if (!(error instanceof ProviderError || error instanceof CeilingReachedError)) return error;
    const noAnswer = new ModelAnswerError(error.message);
    failuresInARow += isOfQuestion ? 1 : 0;
    if (isOfQuestion && failuresInARow < MAX_OWN_FAILURES_IN_A_ROW) return noAnswer;
    stop ??= isTransient(error) ? pauseAfter(error) : noAnswer;
    return stop;
  }

  /**
   * @throws JobPause when the service is unavailable for now
   * @throws ModelAnswerError for this question, or for all until a person acts
   */
  return <Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
    let othersAnswered = false;
    const askOnce = async () => {
      const before = answers;
      try {
        return await ask();
      } finally {
        othersAnswered = answers > before;
      }
    };
    // A server may fail at one question, for example a long one, and answer the others.
    const isOfQuestion = (error: unknown) =>
      error instanceof ProviderError &&
      (OWN_FAILURES.includes(error.kind) || (othersAnswered && error.kind === "upstream"));
    const askNow = async () => {
      if (stop !== null) throw stop;
      try {
        const answer = await pRetry(askOnce, {
          ...{ retries: RETRY.retries, minTimeout: RETRY.minTimeout / speed, signal },
          shouldRetry: ({ error }) => isTransient(error) && isOfQuestion(error),
        });
        failuresInARow = 0;
        answers += 1;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        throw toFailure(error, isOfQuestion(error));
      }
    };
    return questions.add(askNow, { signal });
  };
}
