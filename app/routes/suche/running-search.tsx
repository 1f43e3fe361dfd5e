import { JobResults, type Place } from "~/components/job-results";
import type { ShownMoment } from "~/components/use-job-moments";
import { regionOf } from "~/jobs/job";
import { placeParams, RESULTS_PER_PAGE } from "~/jobs/results-place";

/** The search that was started last or chosen from the list. */
export function RunningSearch({ moment, place }: { moment: ShownMoment; place: Place }) {
  const { id } = moment.job;
  return (
    <JobResults
      key={`${id} ${placeParams(place)}`}
      moment={moment}
      region={regionOf(moment.job)}
      place={place}
      pageSize={RESULTS_PER_PAGE}
      address={(to) => {
        const params = placeParams(to).toString();
        return `/suche?job=${id}${params === "" ? "" : `&${params}`}`;
      }}
      followAddress={`/ergebnisse/${id}/verlauf?${placeParams(place)}`}
    />
  );
}
