import { Link } from "@remix-run/react";
import type { JobSnapshot, ResultsQuery } from "~/jobs/progress/job-snapshot";
import { JobResults } from "~/jobs/ui/job-results";
import { jobAddress, queueAddress, type SearchMode } from "~/search/search-input";
import { type StartedSupplement, SupplementNote } from "~/search/ui/supplement-note";

export interface SupplementState {
  started: StartedSupplement | null;
  isPossible: boolean;
}

export function RunningSearch({
  tab,
  snapshot,
  query,
  supplement,
  isWatched,
  queueId,
}: {
  /** Stays while its results are walked through. */
  tab: SearchMode | null;
  snapshot: JobSnapshot;
  query: ResultsQuery;
  supplement: SupplementState;
  /** The person saw it under way. */
  isWatched: boolean;
  queueId: string | null;
}) {
  const own = jobAddress(tab, snapshot.job.id);
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
        snapshot={snapshot}
        query={query}
        pageAddress={own}
        footer={(shown) => (
          <SupplementNote snapshot={shown} {...supplement} isWatched={isWatched} action={own} />
        )}
      />
    </>
  );
}
