import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, useActionData, useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { readForm } from "~/http/read-form.server";
import { findJob, findJobPage } from "~/jobs/find-jobs.server";
import { getJobMoment, isOver } from "~/jobs/follow-job.server";
import { askedCount, regionOf } from "~/jobs/job";
import { readPlace } from "~/jobs/results-place";
import { NotReadyError } from "~/pipelines/not-ready-error";
import { SearchFormSchema } from "~/search/search-input";
import { searchObstacle, startSearch } from "~/search/start-search.server";
import { RecentSearches } from "./recent-searches";
import { RunningSearch } from "./running-search";
import { SearchForm } from "./search-form";

export const meta: MetaFunction = () => [{ title: "Suche – Leadspeicher" }];

const RECENT = 8;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const shownId = searchParams.get("job");
  const repeatedId = searchParams.get("von") ?? shownId;
  const place = readPlace(searchParams);
  const [moment, job, recent] = await Promise.all([
    shownId === null ? undefined : getJobMoment(services.db, shownId, place),
    repeatedId === null ? undefined : findJob(services.db, repeatedId),
    findJobPage(services.db, { type: "maps", page: 1, pageSize: RECENT }),
  ]);
  return {
    obstacle: await searchObstacle(services),
    moment: moment ?? null,
    isMissing: shownId !== null && moment === undefined,
    isFollowing: moment !== undefined && !isOver(moment),
    place,
    values: job
      ? { query: job.query, region: regionOf(job) ?? "", count: String(askedCount(job)) }
      : null,
    recent: recent.jobs.map((entry) => ({ ...entry, region: regionOf(entry) })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: SearchFormSchema });
  if (submission.status !== "success") return data(submission.reply(), { status: 422 });
  try {
    const { job } = await startSearch(context.services, submission.value, context.actor);
    return redirect(`/suche?job=${job.id}`);
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    return data(submission.reply({ formErrors: [error.message] }), { status: 409 });
  }
}

export default function SearchPage() {
  const { obstacle, moment, isMissing, place, values, recent } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title="Suche"
        facts="Firmen nach Suchbegriff und Region finden, jede nur einmal."
      />
      <SearchForm obstacle={obstacle} values={values} lastResult={lastResult} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 min-[1400px]:grid-cols-[minmax(0,1fr)_260px]">
        {moment === null ? (
          <Introduction isMissing={isMissing} />
        ) : (
          <RunningSearch moment={moment} place={place} />
        )}
        <RecentSearches searches={recent} currentId={moment?.job.id ?? null} />
      </div>
    </main>
  );
}

function Introduction({ isMissing }: { isMissing: boolean }) {
  return (
    <section className="card p-4">
      <h2>{isMissing ? "Diese Suche gibt es nicht" : "Noch keine Suche gewählt"}</h2>
      <p className="mt-1 max-w-[720px] text-muted">
        Oben eingeben, was gesucht wird und wo, zum Beispiel „Stadtwerke“ in „Bayern“. Die
        gefundenen Firmen erscheinen hier, während die Suche läuft, und stehen sofort im
        Leadspeicher.
      </p>
    </section>
  );
}
