import { CeilingReachedError } from "../jobs/ledger/call-ledger.server";
import { ProviderError } from "../providers/provider-error";
import { conflict, Refusal } from "../refusal";
import { ModelAnswerError } from "./ask-model.server";

/**
 * Tells somebody who waits why the language model gave no answer.
 *
 * @throws Refusal 502 with the service's own words, 409 where the month's calls are used up; any other error as it is
 */
export function refuseModelFailure(error: unknown): never {
  if (error instanceof ProviderError || error instanceof ModelAnswerError) {
    throw new Refusal(502, error.message);
  }
  throw error instanceof CeilingReachedError ? conflict(error.message) : error;
}
