import { Link } from "@remix-run/react";
import { regionOf } from "~/jobs/job";
import type { JobSnapshot } from "~/jobs/progress/job-snapshot";
import { placeParams, RESULTS_PER_PAGE, type ResultsPlace } from "~/jobs/progress/results-query";
import { JobResults } from "~/jobs/ui/job-results";
import { jobAddress, queueAddress, type SearchMode } from "~/search/search-mode";
import { type StartedSupplement, SupplementNote } from "~/search/ui/supplement-note";

/** What there is to say about the supplement of a search. */
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
  place: ResultsPlace;
  supplement: SupplementState;
  /** The person saw it under way. */
  isWatched: boolean;
  /** The searches that it was started together with. */
  queueId: string | null;
}) {
  const { id } = moment.job;
  const own = jobAddress(tab, id);
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
        // A part that joins it is followed from then on.
        key={`${id} ${placeParams(place)} ${moment.parts.length}`}
        snapshot={moment}
        region={regionOf(moment.job)}
        place={place}
        pageSize={RESULTS_PER_PAGE}
        address={(to) => {
          const params = placeParams(to).toString();
          return `${own}${params === "" ? "" : `&${params}`}`;
        }}
        followAddress={`/ergebnisse/${id}/verlauf?${placeParams(place)}`}
        footer={(shown) => (
          <SupplementNote moment={shown} {...supplement} isWatched={isWatched} action={own} />
        )}
      />
    </>
  );
}
