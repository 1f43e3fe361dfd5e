import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Time } from "~/components/time";
import { formatBytes, formatCount, formatNumber } from "~/format/german";
import { isoTime } from "~/format/iso-time";
import type { Health } from "~/health/find-health.server";
import { Aside, FactCard } from "./facts";

type JobLine = Health["queue"]["running"][number];

/** Longer lists are no overview any more; the rest is counted. */
const SHOWN_JOBS = 8;

function At({ time }: { time: number }) {
  return <Time iso={isoTime(time)} />;
}

export function StoreCard({ health: { store, disks, version } }: { health: Health }) {
  const facts = [
    {
      label: "Datenbank",
      value: (
        <>
          {formatBytes(store.size)} mit {formatCount(store.leads, "Lead", "Leads")}
          <Aside>
            {store.freeBytes > 0 ? `Davon ${formatBytes(store.freeBytes)} frei für Neues. ` : ""}
            {store.path}
          </Aside>
        </>
      ),
    },
    ...disks.map(({ of, free, total }) => ({
      label: disks.length === 1 ? "Datenträger" : `Datenträger der ${of}`,
      value: `${formatBytes(free)} von ${formatBytes(total)} frei`,
    })),
    { label: "Version", value: version },
  ];
  return <FactCard id="speicher" title="Speicher" facts={facts} />;
}

export function QueueCard({ queue }: { queue: Health["queue"] }) {
  const groups = [
    {
      label: "Laufen",
      jobs: queue.running,
      note: ({ progress }: JobLine): ReactNode => `${progress}\u00a0%`,
    },
    {
      label: "Warten",
      jobs: queue.waiting,
      note: ({ createdAt }: JobLine) => (
        <>
          seit <At time={createdAt} />
        </>
      ),
    },
    {
      label: "Pausieren",
      jobs: queue.paused,
      note: ({ resumeAt }: JobLine) => (
        <>
          bis <At time={resumeAt ?? 0} />
        </>
      ),
    },
    {
      label: "Fehlgeschlagen in 24 Stunden",
      jobs: queue.failed,
      note: ({ error }: JobLine) => error,
    },
  ].filter(({ jobs }) => jobs.length > 0);
  const facts = groups.map(({ label, jobs, note }) => ({
    label,
    value: <Jobs jobs={jobs} note={note} />,
  }));
  return (
    <FactCard id="laeufe" title="Läufe" facts={facts}>
      {groups.length === 0 ? (
        <p className="text-muted">
          Es läuft und wartet nichts, und in den letzten 24 Stunden ist nichts fehlgeschlagen.
        </p>
      ) : null}
    </FactCard>
  );
}

function Jobs({ jobs, note }: { jobs: readonly JobLine[]; note: (job: JobLine) => ReactNode }) {
  const rest = jobs.length - SHOWN_JOBS;
  return (
    <ul className="space-y-1">
      {jobs.slice(0, SHOWN_JOBS).map((job) => (
        <li key={job.id}>
          <Link to={`/ergebnisse/${job.id}`} className="link">
            {job.name}
          </Link>
          <Aside>
            {job.kind} · {note(job)}
          </Aside>
        </li>
      ))}
      {rest > 0 ? <li className="text-muted">und {formatNumber(rest)} weitere</li> : null}
    </ul>
  );
}

export function BackupCard({ health: { backups, isDemo } }: { health: Health }) {
  if (isDemo) {
    const facts = [{ label: "Stand", value: "Die Demo wird nicht gesichert." }];
    return <FactCard id="sicherungen" title="Sicherungen" facts={facts} />;
  }
  const [last] = backups.backups;
  const facts = [
    {
      label: "Letzte",
      value:
        last === undefined ? (
          backups.days === 0 ? (
            "keine"
          ) : (
            "Noch keine: Die erste kommt um drei Uhr nachts."
          )
        ) : (
          <>
            <At time={last.time} />, {formatBytes(last.size)}
            {last.kind === "vor-update" ? <Aside>Vor einem Update gemacht.</Aside> : null}
          </>
        ),
    },
    ...(backups.failure === null
      ? []
      : [
          {
            label: "Misslungen",
            value: (
              <>
                <At time={backups.failure.time} />: {backups.failure.reason}
              </>
            ),
          },
        ]),
    {
      label: "Vorhanden",
      value: (
        <>
          {backups.count === 0 ? "keine" : formatCount(backups.count, "Sicherung", "Sicherungen")}
          <Aside>
            {backups.days === 0
              ? "Nachts wird keine gemacht (BACKUP_DAYS=0)."
              : `Jede Nacht eine, aufgehoben für ${formatCount(backups.days, "Tag", "Tage")}.`}
          </Aside>
        </>
      ),
    },
    { label: "Ordner", value: backups.folder },
  ];
  return (
    <FactCard id="sicherungen" title="Sicherungen" facts={facts}>
      {last === undefined ? null : (
        <div className="mt-3 border-line border-t pt-3">
          <p className="text-muted">
            Zurückholen: den Server beenden, auf ihm den Befehl ausführen, den Server wieder
            starten. Die Datenbank von vorher bleibt daneben liegen.
          </p>
          <pre className="mt-2 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-[13px] whitespace-pre-wrap wrap-anywhere">
            npm run restore -- {last.path}
          </pre>
        </div>
      )}
    </FactCard>
  );
}

/** What the log holds of faults since the start. */
export function FaultCard({ faults, startedAt }: { faults: Health["faults"]; startedAt: number }) {
  const rest = faults.count - faults.last.length;
  return (
    <section id="fehler" className="card mt-4 scroll-mt-4 p-4" aria-labelledby="fehler-titel">
      <h2 id="fehler-titel">Fehler im Protokoll</h2>
      <p className="text-muted">
        {faults.count === 0 ? "Keiner" : formatNumber(faults.count)} seit dem Start am{" "}
        <At time={startedAt} />.
        {faults.count === 0
          ? ""
          : " Der Server schreibt zu jedem eine Zeile mit derselben Nummer auf seine Ausgabe."}
      </p>
      {faults.count === 0 ? null : (
        <ul className="mt-3 space-y-2 border-line border-t pt-3">
          {faults.last.map(({ time, message, requestId, jobId }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have nothing else of their own
            <li key={index} className="sm:flex sm:gap-4">
              <span className="block shrink-0 text-[13px] text-muted tabular-nums sm:w-[136px] sm:text-[14px]">
                <At time={time} />
              </span>
              <span className="min-w-0">
                {jobId === null ? (
                  `${requestId === null ? "Server" : "Anfrage"}: `
                ) : (
                  <>
                    <Link to={`/ergebnisse/${jobId}`} className="link">
                      Lauf
                    </Link>
                    {": "}
                  </>
                )}
                <code lang="en" className="font-mono text-[13px]">
                  {message}
                </code>
                <span className="block text-[13px] text-muted wrap-anywhere">
                  {jobId ?? requestId}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 ? <p className="mt-2 text-muted">Frühere stehen nur im Protokoll.</p> : null}
    </section>
  );
}
