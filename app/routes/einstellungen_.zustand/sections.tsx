import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "~/components/card";
import { Command } from "~/components/page";
import { Time } from "~/components/time";
import { formatBytes, formatCount, formatNumber } from "~/format/german";
import type { Health } from "~/health/find-health.server";
import { isService } from "~/providers/services";

/** Longer lists are no overview any more; the rest is counted. */
const SHOWN_JOBS = 8;

/** Names beside what they are now; those without a value are left out. */
function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-2 empty:hidden tabular-nums sm:grid-cols-[152px_minmax(0,1fr)]">
      {Object.entries(facts).map(([label, value]) =>
        value == null ? null : (
          <div key={label} className="sm:contents">
            <dt className="text-[13px] text-muted sm:text-[14px]">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Stands below a value, in a smaller voice. */
function Aside({ children }: { children: ReactNode }) {
  return <span className="block text-[13px] text-muted">{children}</span>;
}

export function StoreCard({ health: { store, disks, version } }: { health: Health }) {
  const free = disks.map(({ of, free, total }) => [
    disks.length === 1 ? "Datenträger" : `Datenträger der ${of}`,
    `${formatBytes(free)} von ${formatBytes(total)} frei`,
  ]);
  const size = (
    <>
      {formatBytes(store.size)} mit {formatCount(store.leads, "Lead", "Leads")}
      <Aside>
        {store.freeBytes > 0 ? `Davon ${formatBytes(store.freeBytes)} frei für Neues. ` : ""}
        {store.path}
      </Aside>
    </>
  );
  return (
    <Card id="speicher" title="Speicher">
      <Facts facts={{ Datenbank: size, ...Object.fromEntries(free), Version: version }} />
    </Card>
  );
}

type JobLine = Health["queue"]["running"][number];

export function QueueCard({ queue }: { queue: Health["queue"] }) {
  const list = (jobs: readonly JobLine[], noteOf: (job: JobLine) => ReactNode) =>
    jobs.length === 0 ? null : (
      <ul className="space-y-1">
        {jobs.slice(0, SHOWN_JOBS).map((job) => (
          <li key={job.id}>
            <Link to={`/ergebnisse/${job.id}`} className="link">
              {job.name}
            </Link>
            <Aside>
              {job.kind} · {noteOf(job)}
            </Aside>
          </li>
        ))}
        {jobs.length > SHOWN_JOBS ? (
          <li className="text-muted">und {formatNumber(jobs.length - SHOWN_JOBS)} weitere</li>
        ) : null}
      </ul>
    );
  const at = (word: string, time: number) => (
    <>
      {word} <Time iso={time} />
    </>
  );
  const facts = {
    Laufen: list(queue.running, ({ progress }) => `${progress}\u00a0%`),
    Warten: list(queue.waiting, ({ createdAt }) => at("seit", createdAt)),
    Pausieren: list(queue.paused, ({ resumeAt }) => at("bis", resumeAt ?? 0)),
    "Fehlgeschlagen in 24 Stunden": list(queue.failed, ({ error }) => error),
  };
  return (
    <Card id="laeufe" title="Läufe">
      <Facts facts={facts} />
      {Object.values(facts).some(Boolean) ? null : (
        <p className="text-muted">
          Es läuft und wartet nichts, und in den letzten 24 Stunden ist nichts fehlgeschlagen.
        </p>
      )}
    </Card>
  );
}

type Provider = Health["providers"][number];

function ProviderBadge({ provider }: { provider: Provider }) {
  const { isConfigured, lack, isDisturbed, last } = provider;
  if (!isConfigured) return <span className="badge">kein Schlüssel</span>;
  if (lack !== null) return <span className="badge badge-bad">{lack}</span>;
  if (isDisturbed) return <span className="badge badge-warn">zuletzt gestört</span>;
  if (last === null) return <span className="badge">bereit</span>;
  return <span className="badge badge-good">in Ordnung</span>;
}

function describeCalls({ last, today, failedToday }: Provider): string {
  if (last === null) return "In den letzten 7 Tagen nicht gefragt.";
  if (today === 0) return "Heute keine Aufrufe.";
  const calls = formatCount(today, "Aufruf", "Aufrufe");
  const failed = failedToday === 0 ? "" : `, davon ${formatNumber(failedToday)} fehlgeschlagen`;
  return `Heute ${calls}${failed}.`;
}

/** Each service with its last answer and today's calls. */
export function ProviderList({ providers }: { providers: readonly Provider[] }) {
  return (
    <Card id="dienste" title="Dienste" className="mt-4 pb-0">
      <ul className="-mx-4 mt-1 divide-y divide-line">
        {providers.map((provider) => {
          const { service, name, last, isConfigured } = provider;
          const address = `/einstellungen#${service}`;
          return (
            <li key={service} className="px-4 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h3 className="font-medium">
                  {isService(service) ? (
                    <Link to={address} className="no-underline hover:underline">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </h3>
                <ProviderBadge provider={provider} />
              </div>
              {last === null ? null : (
                <p>
                  Zuletzt <Time iso={last.time} />: {last.failure ?? "gute Antwort"}
                </p>
              )}
              {isConfigured ? (
                <p className="text-[13px] text-muted tabular-nums">{describeCalls(provider)}</p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function BackupCard({ health: { backups, isDemo } }: { health: Health }) {
  const [last] = backups.backups;
  const { count, days, failure } = backups;
  const none = days === 0 ? "keine" : "Noch keine: Die erste kommt um drei Uhr nachts.";
  const facts = {
    Letzte: last ? (
      <>
        <Time iso={last.time} />, {formatBytes(last.size)}
        {last.kind === "vor-update" ? <Aside>Vor einem Update gemacht.</Aside> : null}
      </>
    ) : (
      none
    ),
    Misslungen: failure && (
      <>
        <Time iso={failure.time} />: {failure.reason}
      </>
    ),
    Vorhanden: (
      <>
        {count === 0 ? "keine" : formatCount(count, "Sicherung", "Sicherungen")}
        <Aside>
          {days === 0
            ? "Nachts wird keine gemacht (BACKUP_DAYS=0)."
            : `Jede Nacht eine, aufgehoben für ${formatCount(days, "Tag", "Tage")}.`}
        </Aside>
      </>
    ),
    Ordner: backups.folder,
  };
  return (
    <Card id="sicherungen" title="Sicherungen">
      <Facts facts={isDemo ? { Stand: "Die Demo wird nicht gesichert." } : facts} />
      {last === undefined || isDemo ? null : (
        <div className="mt-3 border-line border-t pt-3">
          <p className="text-muted">
            Zurückholen: den Server beenden, auf ihm den Befehl ausführen, den Server wieder
            starten. Die Datenbank von vorher bleibt daneben liegen.
          </p>
          <Command className="mt-2">npm run restore -- {last.path}</Command>
        </div>
      )}
    </Card>
  );
}

/** The last faults in the log since the start. */
export function FaultCard({ faults, startedAt }: { faults: Health["faults"]; startedAt: number }) {
  const { count, last } = faults;
  return (
    <Card id="fehler" title="Fehler im Protokoll">
      <p className="text-muted">
        {count === 0 ? "Keiner" : formatNumber(count)} seit dem Start am <Time iso={startedAt} />.
        {count > 0 &&
          " Der Server schreibt zu jedem eine Zeile mit derselben Nummer auf seine Ausgabe."}
      </p>
      <ul className="mt-3 space-y-2 border-line border-t pt-3 empty:hidden">
        {last.map(({ time, message, requestId, jobId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have nothing else of their own
          <li key={index} className="sm:flex sm:gap-4">
            <span className="block shrink-0 text-[13px] text-muted tabular-nums sm:w-[136px] sm:text-[14px]">
              <Time iso={time} />
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
      {count > last.length ? (
        <p className="mt-2 text-muted">Frühere stehen nur im Protokoll.</p>
      ) : null}
    </Card>
  );
}
