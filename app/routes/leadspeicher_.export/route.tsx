import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton, Page } from "~/components/page";
import { findJobObjections, findObjections } from "~/exports/api.server";
import { formatCount, formatNumber } from "~/format/german";

export const meta: MetaFunction = () => [{ title: "Exportieren – Leadspeicher" }];

/** Asks before addresses of companies that object to advertising leave the store. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams: query } = new URL(request.url);
  const jobId = query.get("job");
  query.delete("job");
  const isOfJob = jobId !== null;
  const address = isOfJob ? `/api/jobs/${encodeURIComponent(jobId)}/export` : "/api/leads/export";
  const all = query.size === 0 ? address : `${address}?${query}`;
  const found = await (isOfJob
    ? findJobObjections(services.db, jobId, query)
    : findObjections(services, query));
  if (found === null) throw redirect(all);
  const [others, shown] = [new URLSearchParams(query), new URLSearchParams(query)];
  others.set("adObjection", "false");
  for (const name of ["variant", "ids", "parts", "onlyNew"]) shown.delete(name);
  if (isOfJob) shown.set("jobId", jobId);
  shown.set("adObjection", "true");
  const objectors = query.has("ids") ? null : `/leadspeicher?${shown}`;
  shown.delete("adObjection");
  const back = isOfJob
    ? { to: `/ergebnisse/${encodeURIComponent(jobId)}`, label: "Zu den Ergebnissen" }
    : { to: `/leadspeicher?${shown}`, label: "Zum Leadspeicher" };
  return { ...found, all, others: `${address}?${others}`, back, objectors };
}

export default function ExportPage() {
  const { total, objecting, all, others, back, objectors } = useLoaderData<typeof loader>();
  const count = total - objecting;
  return (
    <Page
      title="Exportieren"
      facts={`${formatCount(objecting, "Firma widerspricht", "Firmen widersprechen")} im Impressum oder Datenschutz ausdrücklich der Werbung. Mit exportieren?`}
    >
      <p className="mt-4 flex flex-wrap gap-2">
        {count > 0 && (
          <a className="button button-primary" href={others} download>
            {formatCount(count, "andere Firma", "andere Firmen")} exportieren
          </a>
        )}
        <a className="button" href={all} download>
          Alle {formatNumber(total)} exportieren
        </a>
        {objectors && <LinkButton to={objectors} label="Diese Firmen ansehen" />}
        <LinkButton {...back} />
      </p>
    </Page>
  );
}
