import { Link } from "@remix-run/react";
import type { JobSnapshot } from "~/jobs/progress/job-snapshot";
import type { ResultsQuery } from "~/jobs/progress/results-query";
import { JobResults } from "~/jobs/ui/job-results";
import { jobAddress, queueAddress, type SearchMode } from "~/search/search-mode";
import { type StartedSupplement, SupplementNote } from "~/search/ui/supplement-note";

export interface SupplementState {
  started: StartedSupplement | null;
  isPossible: boolean;
}

/** The search that was started last or chosen from the list. */
export function RunningSearch({
  tab,
  moment,
  place,
  supplement,
  isWatched,
  queueId,
}: {
  /** Stays while its results are walked through. */
  tab: SearchMode | null;
  moment: JobSnapshot;
  place: ResultsQuery;
  supplement: SupplementState;
  /** The person saw it under way. */
  isWatched: boolean;
  /** The searches that it was started together with. */
  queueId: string | null;
}) {
  const own = jobAddress(tab, moment.job.id);
  return (
    <>
      {queueId === null ? null : (
        <p>
          <Link className="link" to={queueAddress(queueId)}>
            Alle zusammen gestarteten Suchen
          </Link>
        </p>
      )}
      <JobResults
        snapshot={moment}
        place={place}
        pageAddress={own}
        footer={(shown) => (
          <SupplementNote moment={shown} {...supplement} isWatched={isWatched} action={own} />
        )}
      />
    </>
  );
}
