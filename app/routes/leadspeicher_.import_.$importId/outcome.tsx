import { Form, Link } from "@remix-run/react";
import { StartButton } from "~/components/field";
import { Figures } from "~/components/figures";
import { Notice } from "~/components/notice";
import { RunProgress } from "~/components/run-progress";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formatCount } from "~/format/german";
import type { ImportOutcome, ImportView } from "~/imports/import-page.server";
import { newLeadsAddress } from "~/jobs/job";
import { skippedLabel } from "~/jobs/job-words";
import { CancelForm } from "~/jobs/ui/job-forms";

const LOOK_AGAIN_MS = 1_000;

const SENTENCES: Record<ImportView["state"], string> = {
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
  /** Whether reading websites asks no service that costs. */
  isFree: boolean;
  outcome: ImportOutcome;
  problem: string | null | undefined;
}) {
  const isRunning = entry.state === "queued" || entry.state === "running";
  useRefreshedPage(isRunning || entry.state === "undoing", LOOK_AGAIN_MS);
  const counts = [
    { label: "neu", value: entry.fresh },
    { label: "bereits vorhanden", value: entry.known },
    { label: skippedLabel(skipped), value: job.found - job.stored },
  ];
  return (
    <>
      <section className="card mt-4 p-4" aria-label="Stand des Imports">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="font-medium" role="status">
            {SENTENCES[entry.state]}
            {entry.undoneAt === null ? null : (
              <span className="font-normal text-muted">
                {" "}
                am <Time iso={entry.undoneAt} /> Uhr
              </span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            {entry.fresh > 0 && !isRunning && entry.undoneAt === null ? (
              <Link className="button button-primary" to={newLeadsAddress([job.id])}>
                {formatCount(entry.fresh, "neuen Lead", "neue Leads")} ansehen
              </Link>
            ) : null}
            {job.stored > 0 && !isRunning && entry.undoneAt === null ? (
              <Form method="post">
                <StartButton intent="read">
                  {isFree
                    ? `${formatCount(job.stored, "Website", "Websites")} lesen, kostenlos`
                    : `${formatCount(job.stored, "Lead", "Leads")} anreichern`}
                </StartButton>
              </Form>
            ) : null}
            {job.found > 0 ? (
              <Link className="button" to={`/ergebnisse/${job.id}`}>
                Ergebnisse ansehen
              </Link>
            ) : null}
            {isRunning ? (
              <CancelForm id={job.id} returnTo={`/leadspeicher/import/${entry.id}`} />
            ) : null}
          </div>
        </div>
        {isRunning ? (
          <RunProgress
            runId={job.id}
            progress={job.progress}
            label="Fortschritt"
            className="mt-3"
          />
        ) : null}
        <Figures className="mt-3" items={counts} />
        <div className="mt-3 space-y-2 empty:hidden">
          <Notice tone="bad">{problem ?? job.error}</Notice>
          {job.warnings.map((warning) => (
            <Notice key={warning} tone="hint">
              {warning}{" "}
              <a
                className="underline"
                href={`/leadspeicher/import/${entry.id}/zeilen?klasse=faulty&klasse=dropped`}
                download
              >
                Als Excel herunterladen und ausbessern
              </a>
            </Notice>
          ))}
        </div>
      </section>
      {entry.state === "complete" || entry.state === "failed" || entry.state === "cancelled" ? (
        <Undo entry={entry} />
      ) : null}
    </>
  );
}

function Undo({ entry }: { entry: ImportView }) {
  return (
    <details className="mt-4 max-w-[720px]">
      <summary className="button list-none">Import rückgängig machen</summary>
      <Form method="post" className="card mt-2 p-4">
        <p>
          {formatCount(entry.fresh, "neuer Lead kommt", "neue Leads kommen")} in den Papierkorb,
          auch wenn jemand sie inzwischen bearbeitet hat. Wen eine andere Suche seitdem ebenfalls
          gefunden hat, der bleibt. Bei bekannten Leads verschwindet, was der Import ergänzt hat und
          seitdem niemand geändert hat.
        </p>
        <StartButton intent="undo" className="button mt-3 border-bad text-bad">
          Ja, rückgängig machen
        </StartButton>
      </Form>
    </details>
  );
}
