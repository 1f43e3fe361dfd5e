import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { JobResults, type ResultsView } from "~/components/job-results";
import { PageHeader } from "~/components/page-header";
import { Time } from "~/components/time";
import { notFound } from "~/http/not-found";
import { ProblemError } from "~/http/problem";
import { readForm } from "~/http/read-form.server";
import { safePath } from "~/http/safe-redirect";
import { findSkippedResults, getJobMoment } from "~/jobs/follow-job.server";
import { isFinished, regionOf } from "~/jobs/job";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Ergebnisse ${data.moment.job.query}` : "Ergebnisse"} – Leadspeicher` },
];

function viewOf(searchParams: URLSearchParams): ResultsView {
  if (searchParams.get("onlyNew") === "true") return "new";
  return searchParams.get("ansicht") === "uebersprungen" ? "skipped" : "all";
}

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const moment = await getJobMoment(services.db, params.jobId ?? "");
  if (moment === undefined) return notFound();
  return {
    moment,
    skippedResults: await findSkippedResults(services.db, moment.job.id),
    view: viewOf(new URL(request.url).searchParams),
    isFollowing: !isFinished(moment.job),
  };
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const form = await readForm(request);
  if (form.get("intent") !== "cancel")
    throw new ProblemError(400, "Diese Aktion gibt es hier nicht.");
  const job = await services.jobs.cancel(params.jobId ?? "");
  if (job === undefined) return notFound();
  return redirect(safePath(form.get("returnTo"), `/ergebnisse/${job.id}`));
}

/** What a run of each type is called. */
const NAMES = {
  maps: "Suche",
  serp: "Suche",
  csv: "Import",
  profiles: "Suche",
  enrichment: "Anreicherung",
};

export default function ResultsPage() {
  const { moment, skippedResults, view } = useLoaderData<typeof loader>();
  const { job } = moment;
  const addresses = { all: "", new: "?onlyNew=true", skipped: "?ansicht=uebersprungen" };
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title="Ergebnisse"
        facts={
          <>
            {NAMES[job.type]} vom <Time iso={job.createdAt} /> Uhr
            {job.type === "maps" ? `, ${job.requested} angefragt` : ""}
          </>
        }
      >
        {job.type === "maps" ? (
          <Link className="button" to={`/suche?von=${job.id}`}>
            Suche wiederholen
          </Link>
        ) : null}
        {typeof job.params.importId === "string" ? (
          <Link className="button" to={`/leadspeicher/import/${job.params.importId}`}>
            Zum Import
          </Link>
        ) : null}
      </PageHeader>
      <div className="mt-4">
        <JobResults
          key={job.id}
          moment={moment}
          region={regionOf(job)}
          view={view}
          skippedResults={skippedResults}
          address={(to) => `/ergebnisse/${job.id}${addresses[to]}`}
        />
      </div>
    </main>
  );
}
