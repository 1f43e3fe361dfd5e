import { parseList } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { CeilingReachedError } from "../jobs/call-ledger.server";
import { MISSING_MAPS_KEY } from "../pipelines/maps/maps-pipeline.server";
import { ProviderError, type ProviderErrorKind } from "../providers/provider-error";
import { SERVICE_NAMES } from "../providers/services";

/** Errors that the next search would meet, too. */
const LASTING: readonly ProviderErrorKind[] = ["auth", "forbidden", "no_credit"];

/** What a job says of such an error, behind the provider's name. */
const LASTING_WORDS = LASTING.map((kind) => new ProviderError("", kind, {}).message);

/** What a search says that was held back by the team's own limit of the map, up to the limit's number. */
const [CEILING_WORDS = ""] = new CeilingReachedError(
  SERVICE_NAMES["google-places"],
  0,
).message.split("0");

/** What the end of a search means for its campaign. */
export type EndedSearch =
  | { status: "done"; error: null; isLasting: false }
  | { status: "cancelled"; error: null; isLasting: false }
  /** Lasting: every other search would end the same way. */
  | { status: "failed"; error: string; isLasting: boolean };

function isLastingError(error: string): boolean {
  const behindName = error.slice(Math.max(0, error.indexOf(": ")));
  return error === MISSING_MAPS_KEY || LASTING_WORDS.some((words) => behindName.startsWith(words));
}

/** Reads from a job at its end what became of the search. A search that the monthly limit cut short is not done. */
export function readEndedSearch(job: Pick<JobRow, "status" | "error" | "warnings">): EndedSearch {
  if (job.status === "cancelled") return { status: "cancelled", error: null, isLasting: false };
  if (job.status === "failed") {
    const error = job.error ?? "Die Suche ist fehlgeschlagen.";
    return { status: "failed", error, isLasting: isLastingError(error) };
  }
  const ceiling = parseList(job.warnings).find((text) => text.startsWith(CEILING_WORDS));
  if (ceiling !== undefined) return { status: "failed", error: ceiling, isLasting: true };
  return { status: "done", error: null, isLasting: false };
}
