import { Form, Link } from "@remix-run/react";
import { X } from "lucide-react";
import type { Task } from "~/campaigns/campaign";
import type { CampaignDetail } from "~/campaigns/campaigns-page.server";
import { IntentButton } from "~/components/field";
import { Pagination } from "~/components/pagination";
import { ACTIONS, numeric, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formatCount, formatNumber } from "~/format/german";
import { JOB_STATES } from "~/jobs/job-words";
import { NewLeads } from "~/jobs/ui/job-card-parts";

const TABS = [
  { value: "", label: "Alle" },
  { value: "offen", label: "Offen" },
  { value: "erledigt", label: "Fertig" },
  { value: "fehlgeschlagen", label: "Fehlgeschlagen" },
];

const STATUSES = {
  waiting: JOB_STATES.queued,
  running: JOB_STATES.running,
  done: { label: "fertig", badge: "badge badge-good" },
  failed: JOB_STATES.failed,
  cancelled: JOB_STATES.cancelled,
  skipped: { label: "früher fertig", badge: "badge" },
};

/** What a search that another campaign made brought is found there. */
function jobsOf(tasks: readonly Task[]) {
  return tasks.flatMap(({ jobId, newLeads }) =>
    jobId === null ? [] : { id: jobId, storedNew: newLeads },
  );
}

/** The searches of a campaign, or those that were asked for. */
export function TaskTable(detail: CampaignDetail) {
  const { campaign, tasks, shown, state, term } = detail;
  const campaignId = campaign.id;
  // A field of the picture has no more searches than a page.
  const jobs = jobsOf(tasks);
  const newLeads = jobs.reduce((sum, { storedNew }) => sum + storedNew, 0);
  const address = (change: Record<string, string | null>) => {
    const all = { zeigen: shown, land: state, begriff: term, ...change };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(all)) if (value) query.set(name, value);
    return `/kampagnen/${campaignId}?${query}#suchen`;
  };
  return (
    <section className="mt-6 scroll-mt-4" id="suchen" aria-labelledby="suchen-titel">
      <h2 id="suchen-titel">Suchen</h2>
      <nav aria-label="Suchen auswählen" className="mt-2 flex flex-wrap gap-1">
        {TABS.map(({ value, label }) => (
          <Link
            key={value}
            to={address({ zeigen: value })}
            className="tab"
            aria-current={value === shown ? "true" : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
        {state === null && term === null ? null : (
          <Link
            className="chip max-w-full"
            to={address({ land: null, begriff: null })}
            preventScrollReset
          >
            <span className="truncate">
              {[state, term].filter((part) => part !== null).join(", ")}
            </span>
            <span className="sr-only"> – aufheben</span>
            <X size={14} className="shrink-0" aria-hidden />
          </Link>
        )}
      </nav>
      {state !== null && term !== null && newLeads > 0 ? (
        <p className="mt-2">
          <NewLeads jobs={jobs} words={formatCount(newLeads, "neuer Lead", "neue Leads")} /> aus{" "}
          {term} in {state}
        </p>
      ) : null}
      {tasks.length === 0 ? (
        <p className="card mt-2 p-4 text-muted">Keine Suche passt zu dieser Auswahl.</p>
      ) : (
        <>
          <Table
            caption="Suchen der Kampagne"
            columns={[
              "Ort",
              "Suchbegriff",
              "Stand",
              numeric("Gefunden"),
              numeric("Neu"),
              "Beendet",
              ACTIONS,
            ]}
            className="mt-2"
          >
            {tasks.map((task) => (
              <TaskRow key={task.position} task={task} campaignId={campaignId} />
            ))}
          </Table>
          <Pagination
            {...detail}
            shown={tasks.length}
            address={({ page: to }) => address({ page: to ?? null })}
          />
        </>
      )}
    </section>
  );
}

function TaskRow({ task, campaignId }: { task: Task; campaignId: string }) {
  const { label, badge } = STATUSES[task.status];
  const hasResult = task.status === "done" || task.status === "skipped" || task.found > 0;
  return (
    <tr>
      <td>
        <span className="block font-medium">{task.city}</span>
        <span className="block text-[13px] text-muted">{task.state}</span>
      </td>
      <td>{task.term}</td>
      <td className="max-w-[360px]">
        <span className={badge}>{label}</span>
        {task.error === null ? null : (
          <span className="mt-1 block text-[13px] text-bad wrap-anywhere">{task.error}</span>
        )}
      </td>
      <td className="only-wide text-right">{hasResult ? formatNumber(task.found) : ""}</td>
      <td className="md:text-right">
        {hasResult ? <NewLeads jobs={jobsOf([task])} words={formatNumber(task.newLeads)} /> : null}
        {hasResult ? <span className="md:hidden"> neu</span> : null}
      </td>
      <td className="whitespace-nowrap text-[13px] md:text-[14px]">
        {task.finishedAt === null ? "" : <Time iso={task.finishedAt} />}
      </td>
      <td>
        <span className="flex flex-wrap items-center justify-end gap-3">
          {task.jobId === null ? null : (
            <Link className="link" to={`/ergebnisse/${task.jobId}`}>
              Ergebnisse
              <span className="sr-only">
                {" "}
                von {task.term} in {task.city}
              </span>
            </Link>
          )}
          {task.status === "failed" || task.status === "cancelled" ? (
            <Form method="post" action={`/kampagnen/${campaignId}`} preventScrollReset>
              <input type="hidden" name="position" value={task.position} />
              <IntentButton intent="repeat">Nochmal</IntentButton>
            </Form>
          ) : null}
        </span>
      </td>
    </tr>
  );
}
