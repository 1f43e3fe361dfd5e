import { ProblemError } from "../http/problem";
import { CeilingReachedError } from "../jobs/call-ledger.server";
import { NotReadyError } from "../pipelines/not-ready-error";
import { ProviderError } from "../providers/provider-error";
import { ModelAnswerError } from "./ask-model.server";

/**
 * What somebody who waits is told when an outside service, or the language model, did not give what was asked of it:
 * 502 with the service's own words; 409 where something has to be set up first or the month's calls are used up.
 *
 * @throws the error itself where it is none of these
 */
export function providerProblem(error: unknown): ProblemError {
  if (error instanceof ProviderError || error instanceof ModelAnswerError) {
    return new ProblemError(502, error.message);
  }
  if (error instanceof CeilingReachedError || error instanceof NotReadyError) {
    return new ProblemError(409, error.message);
  }
  throw error;
}
