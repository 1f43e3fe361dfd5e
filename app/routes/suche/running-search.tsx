import { JobResults } from "~/components/job-results";
import type { JobMoment } from "~/jobs/follow-job.server";
import { regionOf } from "~/jobs/job";

/** The search that was started last or chosen from the list. */
export function RunningSearch({ moment, onlyNew }: { moment: JobMoment; onlyNew: boolean }) {
  return (
    <JobResults
      moment={moment}
      region={regionOf(moment.job)}
      view={onlyNew ? "new" : "all"}
      address={(view) => `/suche?job=${moment.job.id}${view === "new" ? "&onlyNew=true" : ""}`}
    />
  );
}
