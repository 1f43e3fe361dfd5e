import { PostForm, StartButton } from "~/components/field";
import { Figures } from "~/components/figures";
import { Notice } from "~/components/notice";
import { LinkButton } from "~/components/page";
import { RunProgress } from "~/components/run-progress";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formatCount } from "~/format/german";
import type { ImportOutcome, ImportView } from "~/imports/import-page.server";
import { newLeadsAddress } from "~/jobs/job";
import { skippedLabel } from "~/jobs/job-words";
import { CancelForm } from "~/jobs/ui/job-forms";

const POLL_MS = 1_000;

/** Warnings about rows or values that a corrected file can add. */
const ROW_WARNING = /fehlerhafte|unbrauchbare/;

const STATE_TEXTS: Record<ImportView["state"], string> = {
  draft: "Noch nicht gestartet",
  queued: "Wartet, bis ein anderer Lauf fertig ist",
  running: "Wird importiert …",
  complete: "Importiert",
  failed: "Abgebrochen durch einen Fehler",
  cancelled: "Abgebrochen",
  undoing: "Wird rückgängig gemacht …",
  undone: "Rückgängig gemacht",
};

export function Outcome({
  entry,
  outcome: { job, skipped },
  problem,
  isFree,
}: {
  entry: ImportView;
  /** No paid service is set up, so only websites are read. */
  isFree: boolean;
  outcome: ImportOutcome;
  problem: string | null | undefined;
}) {
  const isRunning = entry.state === "queued" || entry.state === "running";
  useRefreshedPage(isRunning || entry.state === "undoing", POLL_MS);
  const counts = [
    { label: "neu", value: entry.fresh },
    { label: "bereits vorhanden", value: entry.known },
    { label: skippedLabel(skipped), value: job.found - job.stored },
  ];
  const canGoOn = !isRunning && entry.undoneAt === null;
  const isOver =
    entry.state === "complete" || entry.state === "failed" || entry.state === "cancelled";
  return (
    <>
      <section className="card mt-4 p-4" aria-label="Stand des Imports">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="font-medium" role="status">
            {STATE_TEXTS[entry.state]}
            {entry.undoneAt && (
              <span className="font-normal text-muted">
                {" "}
                am <Time iso={entry.undoneAt} /> Uhr
              </span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            {entry.fresh > 0 && canGoOn ? (
              <LinkButton
                to={newLeadsAddress([job.id])}
                label={`${formatCount(entry.fresh, "neuen Lead", "neue Leads")} ansehen`}
                className="button button-primary"
              />
            ) : null}
            {job.stored > 0 && canGoOn ? (
              <PostForm>
                <StartButton
                  intent="read"
                  label={
                    isFree
                      ? `${formatCount(job.stored, "Website", "Websites")} lesen, kostenlos`
                      : `${formatCount(job.stored, "Lead", "Leads")} anreichern`
                  }
                />
              </PostForm>
            ) : null}
            {job.found > 0 ? (
              <LinkButton to={`/ergebnisse/${job.id}`} label="Ergebnisse ansehen" />
            ) : null}
            {isRunning ? (
              <CancelForm id={job.id} returnTo={`/leadspeicher/import/${entry.id}`} />
            ) : null}
          </div>
        </div>
        {isRunning ? <RunProgress job={job} label="Fortschritt" className="mt-3" /> : null}
        <Figures className="mt-3" items={counts} />
        <div className="mt-3 space-y-2 empty:hidden">
          <Notice tone="bad">{problem ?? job.error}</Notice>
          {job.warnings.map((warning) => (
            <Notice key={warning} tone="hint">
              {warning}{" "}
              {ROW_WARNING.test(warning) && (
                <a
                  className="underline"
                  href={`/leadspeicher/import/${entry.id}/zeilen?klasse=faulty&klasse=dropped`}
                  download
                >
                  Als Excel herunterladen und ausbessern
                </a>
              )}
            </Notice>
          ))}
        </div>
      </section>
      {isOver ? (
        <details className="mt-4 max-w-[720px]">
          <summary className="button list-none">Import rückgängig machen</summary>
          <PostForm className="card mt-2 p-4">
            <p>
              {formatCount(entry.fresh, "neuer Lead kommt", "neue Leads kommen")} in den Papierkorb,
              auch wenn jemand sie inzwischen bearbeitet hat. Leads, die inzwischen auch eine Suche
              gefunden hat, bleiben. Bei bekannten Leads verschwindet, was der Import ergänzt hat
              und seitdem niemand geändert hat.
            </p>
            <StartButton
              intent="undo"
              label="Ja, rückgängig machen"
              className="button mt-3 border-bad text-bad"
            />
          </PostForm>
        </details>
      ) : null}
    </>
  );
}
