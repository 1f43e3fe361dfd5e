import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import type { Task } from "~/campaigns/campaign-schema";
import type { CampaignDetail } from "~/campaigns/campaigns-page.server";
import { EmptyNote, Section } from "~/components/card";
import { IntentButton, PostForm } from "~/components/field";
import { Tabs } from "~/components/page";
import { ACTIONS, numeric, RowTable, TimeCell } from "~/components/table";
import { formatCount, formatNumber } from "~/format/german";
import { JOB_STATES } from "~/jobs/job-words";
import { NewLeads } from "~/jobs/ui/job-card-parts";
import { OPEN_DATA_NAME, SERVICE_NAMES } from "~/providers/services";

const TABS = {
  "": "Alle",
  offen: "Offen",
  erledigt: "Fertig",
  fehlgeschlagen: "Fehlgeschlagen",
};

const COUNTS = [numeric("Gefunden"), numeric("Neu")];
const COLUMNS = ["Ort", "Suchbegriff", "Stand", ...COUNTS, "Beendet", ACTIONS];

const STATUSES = {
  waiting: JOB_STATES.queued,
  running: JOB_STATES.running,
  done: { label: "fertig", badge: "badge badge-good" },
  failed: JOB_STATES.failed,
  cancelled: JOB_STATES.cancelled,
  skipped: { label: "früher fertig", badge: "badge" },
};

const SOURCES = { google: SERVICE_NAMES["google-places"], osm: OPEN_DATA_NAME };

/** Skips searches that another campaign ran: they have no job here. */
function jobsOf(tasks: readonly Task[]) {
  return tasks.flatMap(({ jobId, newLeads }) =>
    jobId === null ? [] : { id: jobId, storedNew: newLeads },
  );
}

export function TaskTable({ campaign, tasks, shown, state, term, ...list }: CampaignDetail) {
  // Without repetitions, one state and term fill at most one page, so the sum is complete.
  const jobs = jobsOf(list.total > tasks.length ? [] : tasks);
  const newLeads = jobs.reduce((sum, { storedNew }) => sum + storedNew, 0);
  const own = `/kampagnen/${campaign.id}`;
  const address = (change: Record<string, string | null>) => {
    const all = { zeigen: shown, land: state, begriff: term, ...change };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(all)) if (value) query.set(name, value);
    return `${own}?${query}#suchen`;
  };
  const tabs = Object.entries(TABS).map(([value, label]) => ({
    to: address({ zeigen: value }),
    label,
    isCurrent: value === shown,
  }));
  return (
    <Section id="suchen" title="Suchen" className="mt-6 scroll-mt-4">
      <Tabs label="Suchen auswählen" tabs={tabs} className="mt-2" preventScrollReset>
        {state === null && term === null ? null : (
          <Link
            className="chip max-w-full"
            to={address({ land: null, begriff: null })}
            preventScrollReset
          >
            <span className="truncate">{[state, term].filter(Boolean).join(", ")}</span>
            <span className="sr-only"> – aufheben</span>
            <X size={14} className="shrink-0" aria-hidden />
          </Link>
        )}
      </Tabs>
      {state !== null && term !== null && newLeads > 0 ? (
        <p className="mt-2">
          <NewLeads jobs={jobs} words={formatCount(newLeads, "neuer Lead", "neue Leads")} /> aus{" "}
          {term} in {state}
        </p>
      ) : null}
      {tasks.length === 0 ? (
        <EmptyNote className="mt-2">Keine Suche passt zu dieser Auswahl.</EmptyNote>
      ) : (
        <RowTable
          caption="Suchen der Kampagne"
          columns={COLUMNS}
          className="mt-2"
          rows={tasks}
          keyOf={({ position }) => position}
          pager={{ ...list, address: (page) => address({ page }) }}
        >
          {(task) => <TaskCells task={task} own={own} repeats={campaign.repeat !== "never"} />}
        </RowTable>
      )}
    </Section>
  );
}

function TaskCells({ task, own, repeats }: { task: Task; own: string; repeats: boolean }) {
  const { status, city, state, term, source, jobId, found, newLeads, error, finishedAt, position } =
    task;
  const { label, badge } = STATUSES[status];
  const hasResult = status === "done" || status === "skipped" || found > 0;
  return (
    <>
      <td>
        <span className="block font-medium">{city || state}</span>
        {city && <span className="block text-[13px] text-muted">{state}</span>}
      </td>
      <td>
        {term}
        {source && <span className="block text-[13px] text-muted">{SOURCES[source]}</span>}
      </td>
      <td className="max-w-[360px]">
        <span className={badge}>{label}</span>
        {error && <span className="mt-1 block text-[13px] text-bad wrap-anywhere">{error}</span>}
      </td>
      <td className="only-wide text-right">{hasResult ? formatNumber(found) : ""}</td>
      <td className="md:text-right">
        {hasResult && <NewLeads jobs={jobsOf([task])} words={formatNumber(newLeads)} />}
        {hasResult && <span className="md:hidden"> neu</span>}
      </td>
      <TimeCell iso={finishedAt} />
      <td>
        <span className="flex flex-wrap items-center justify-end gap-3">
          {jobId && (
            <Link className="link" to={`/ergebnisse/${jobId}`}>
              Ergebnisse
              <span className="sr-only">
                {" "}
                von {term} in {city}
              </span>
            </Link>
          )}
          {(status === "failed" || status === "cancelled") && !(repeats && task.source) ? (
            <PostForm fields={{ position }} action={own} preventScrollReset>
              <IntentButton intent="repeat" label="Nochmal" />
            </PostForm>
          ) : null}
        </span>
      </td>
    </>
  );
}
