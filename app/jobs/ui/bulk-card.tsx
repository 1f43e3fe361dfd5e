import { Notice } from "../../components/notice";
import { RunProgress } from "../../components/run-progress";
import { UndoForm } from "../../components/toast";
import { formatCount, formatNumber } from "../../format/german";
import { isBulkName, reportEnd } from "../../leads/bulk/page-actions";
import { isFinished, type Job } from "../job";
import type { JobSnapshot } from "../progress/job-snapshot";
import { CancelForm } from "./job-forms";
import { useJobProgress } from "./use-job-progress";

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function describeState(job: Job): string {
  const { kind, status, params, found, stored, requested } = job;
  if (kind === "registerFile" && status !== "queued") {
    const read = formatCount(found, "Marktakteur gelesen", "Marktakteure gelesen");
    return `${read}, ${formatCount(stored, "Organisation", "Organisationen")} darunter`;
  }
  if (status === "queued") return "Wartet, bis ein anderer Lauf fertig ist";
  if (status === "running")
    return `${formatNumber(found)} von ${formatCount(requested, "Lead", "Leads")}`;
  const name = textOf(params.name);
  const [tag, owner, text] = [params.tag, params.owner, params.text].map(textOf);
  const isRedo = params.isRedo === true;
  return isBulkName(name) ? reportEnd({ name, tag, owner, text, isRedo }, job) : "";
}

export function BulkCard({ snapshot }: { snapshot: JobSnapshot }) {
  const address = `/ergebnisse/${snapshot.job.id}`;
  const { job } = useJobProgress(snapshot, `${address}/verlauf`);
  const actionId = job.stored > 0 ? textOf(job.params.actionId) : "";
  return (
    <section className="card max-w-[720px] p-4" aria-label={job.query}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="break-words">{job.query}</h2>
          <p className="text-muted tabular-nums" role="status">
            {describeState(job)}
          </p>
        </div>
        {isFinished(job) ? (
          actionId !== "" && <UndoForm actionId={actionId} />
        ) : (
          <CancelForm id={job.id} returnTo={address} />
        )}
      </div>
      <RunProgress job={job} label="Fortschritt" className="mt-3" />
      <Notice tone="bad" className="mt-3">
        {job.error}
      </Notice>
    </section>
  );
}
