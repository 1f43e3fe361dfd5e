import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton, Page } from "~/components/page";
import { Time } from "~/components/time";
import { formatCount, formatNumber } from "~/format/german";
import { formAction, pageForm } from "~/http/form.server";
import { safePath } from "~/http/safe-redirect";
import { adoptOutside, adoptResult } from "~/jobs/adopt-result.server";
import { type Job, nameOf, requestedCount } from "~/jobs/job";
import { runTitle } from "~/jobs/job-words";
import { JOB_KINDS } from "~/jobs/kinds/registry";
import { repeatJob } from "~/jobs/kinds/repeat-job.server";
import { isOver, readResultsQuery } from "~/jobs/progress/job-snapshot";
import { getJobSnapshot } from "~/jobs/progress/read-snapshot.server";
import { cancelWithParts } from "~/jobs/runner/job-runner.server";
import { BulkCard } from "~/jobs/ui/bulk-card";
import { JobResults } from "~/jobs/ui/job-results";
import { findListOptions } from "~/leads/list/store-page.server";
import { REGISTER_PATH } from "~/reading/companies/market";
import { notFound } from "~/refusal";
import { SupplementNote } from "~/search/ui/supplement-note";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? runTitle(data.snapshot) : "Ergebnisse – Leadspeicher" },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services, actor } = context;
  const query = readResultsQuery(new URL(request.url).searchParams);
  const snapshot = await getJobSnapshot(services.db, params.jobId ?? "", query);
  if (snapshot === undefined) throw notFound();
  return {
    snapshot,
    query: { ...query, page: snapshot.page },
    list: await findListOptions(services.db, actor),
    isFollowing: !isOver(snapshot),
  };
}

export async function action({
  request,
  params: { jobId = "" },
  context: { services, actor },
}: ActionFunctionArgs) {
  const results = `/ergebnisse/${jobId}`;
  const cancel = pageForm({
    schema: z.object({ returnTo: z.string().default("") }),
    async run({ returnTo }) {
      if ((await cancelWithParts(services, jobId)) === undefined) throw notFound();
      return { to: safePath(returnTo, results) };
    },
  });
  const restart = pageForm({
    schema: z.object({}),
    async run() {
      const job = await repeatJob(services, jobId, actor);
      if (job === undefined) throw notFound();
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  const backOf = (form: FormData) => ({ back: safePath(form.get("returnTo"), results) });
  const adopt = pageForm({
    schema: z.object({ position: z.coerce.number().int().optional() }),
    refusedTo: backOf,
    async run({ position }, { form }) {
      const by = { actor, now: Date.now() };
      if (position === undefined) {
        const count = await adoptOutside(services.db, jobId, by);
        const text = `${formatCount(count, "Firma ist", "Firmen sind")} jetzt im Leadspeicher.`;
        return { ...backOf(form), flash: { text } };
      }
      const { domain, isRemembered } = await adoptResult(services.db, { jobId, position }, by);
      const text = isRemembered
        ? `${domain} ist im Leadspeicher und wird auch in späteren Suchen übernommen.`
        : `${domain} ist im Leadspeicher.`;
      return { ...backOf(form), flash: { text } };
    },
  });
  return formAction(request, { cancel, restart, adopt });
}

export default function ResultsPage() {
  const { snapshot, query, list } = useLoaderData<typeof loader>();
  const { job } = snapshot;
  const { title, results } = JOB_KINDS[job.kind];
  const back = backLink(job);
  const isBulk = job.kind === "bulk" || job.kind === "registerFile";
  return (
    <Page
      title={isBulk ? title : nameOf(job)}
      facts={
        <>
          {isBulk ? "Begonnen am" : `${title} vom`} <Time iso={job.createdAt} /> Uhr
          {results === "companies" && `, ${formatNumber(requestedCount(job))} angefragt`}
        </>
      }
      actions={back && <LinkButton {...back} />}
    >
      <div className="mt-4">
        {isBulk ? (
          <BulkCard key={job.id} snapshot={snapshot} />
        ) : (
          <JobResults
            snapshot={snapshot}
            list={list}
            query={query}
            pageAddress={`/ergebnisse/${job.id}`}
            footer={(shown) => <SupplementNote snapshot={shown} action={`/suche?job=${job.id}`} />}
          />
        )}
      </div>
    </Page>
  );
}

function backLink({ id, kind, parentId, params }: Job): { to: string; label: string } | null {
  if (kind === "register" || kind === "registerFile") {
    return { to: REGISTER_PATH, label: "Zum Energiemarkt" };
  }
  if (parentId !== null) return { to: `/ergebnisse/${parentId}`, label: "Zur ganzen Suche" };
  const { formAddress } = JOB_KINDS[kind];
  if (formAddress) return { to: formAddress(id), label: "Suche wiederholen" };
  if (kind === "bulk" && typeof params.importId !== "string") {
    const query = typeof params.filter === "string" ? params.filter : "";
    return { to: `/leadspeicher${query === "" ? "" : `?${query}`}`, label: "Zum Leadspeicher" };
  }
  if (typeof params.importId !== "string") return null;
  return { to: `/leadspeicher/import/${params.importId}`, label: "Zum Import" };
}
