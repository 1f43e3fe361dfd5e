import type { JobRow } from "~db/schema";
import { isLastingFailure } from "../jobs/runner/permanent-failure";
import { SERVICE_NAMES } from "../providers/services";

const CEILING = `${SERVICE_NAMES["google-places"]}: Die Monatsgrenze ist erreicht. In den Einstellungen lässt sie sich ändern.`;

/** What the end of a search means for its campaign. */
export type EndedSearch =
  | { status: "done"; error: null; isLasting: false }
  | { status: "cancelled"; error: null; isLasting: false }
  /** Lasting: every other search would end the same way. */
  | { status: "failed"; error: string; isLasting: boolean };

/** Reads from a job at its end what became of the search. A search that the monthly limit cut short is not done. */
export function readEndedSearch({
  status,
  error,
  failureKind,
}: Pick<JobRow, "status" | "error" | "failureKind">): EndedSearch {
  if (status === "cancelled") return { status, error: null, isLasting: false };
  const isLasting = isLastingFailure(failureKind);
  if (status === "failed") {
    return { status, error: error ?? "Die Suche ist fehlgeschlagen.", isLasting };
  }
  if (failureKind === "ceiling") return { status: "failed", error: CEILING, isLasting };
  return { status: "done", error: null, isLasting: false };
}
