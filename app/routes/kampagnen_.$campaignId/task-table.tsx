import { Form, Link } from "@remix-run/react";
import type { Task } from "~/campaigns/campaign";
import type { CampaignDetail } from "~/campaigns/campaigns-page.server";
import { IntentButton } from "~/components/field";
import { Pagination } from "~/components/pagination";
import { ACTIONS, numeric, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formatNumber } from "~/format/german";
import { JOB_STATES } from "~/jobs/job-words";

const TABS = [
  { value: "", label: "Alle" },
  { value: "offen", label: "Offen" },
  { value: "erledigt", label: "Erledigt" },
  { value: "fehlgeschlagen", label: "Fehlgeschlagen" },
];

const STATUSES = {
  waiting: JOB_STATES.queued,
  running: JOB_STATES.running,
  done: { label: "erledigt", badge: "badge badge-good" },
  failed: JOB_STATES.failed,
  cancelled: JOB_STATES.cancelled,
  skipped: { label: "früher erledigt", badge: "badge" },
};

/** The searches of a campaign, or those that were asked for. */
export function TaskTable({
  campaign,
  tasks,
  total,
  page,
  pageSize,
  shown,
  state,
  term,
}: CampaignDetail) {
  const campaignId = campaign.id;
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
          <Link className="tab" to={address({ land: null, begriff: null })} preventScrollReset>
            Nur {[state, term].filter((part) => part !== null).join(", ")} – aufheben
          </Link>
        )}
      </nav>
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
            page={page}
            pageSize={pageSize}
            shown={tasks.length}
            total={total}
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
        {hasResult ? formatNumber(task.newLeads) : ""}
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
