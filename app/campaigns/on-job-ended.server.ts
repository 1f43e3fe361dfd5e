import type { Db } from "~db/client";
import {
  findTaskOfJob,
  getCampaign,
  noteDoneSearch,
  updateCampaign,
  updateTask,
} from "~db/queries/campaigns";
import { parseList } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { isPermanentFailure } from "../jobs/runner/job-run.server";
import { OPEN_DATA_NAME, SERVICE_NAMES } from "../providers/services";
import { completeIfOver, queueNextTasks } from "./queue-next-tasks.server";

const MAX_FAILURES = 3;

type EndedSearch =
  | { status: "done"; error: null; isLasting: false }
  | { status: "cancelled"; error: null; isLasting: false }
  | { status: "failed"; error: string; isLasting: boolean };

/** A search that a failure cut short is not done. */
function readEndedSearch({
  status,
  error,
  failureKind,
  warnings,
}: Pick<JobRow, "status" | "error" | "failureKind" | "warnings">): EndedSearch {
  if (status === "cancelled") return { status, error: null, isLasting: false };
  const isLasting = isPermanentFailure(failureKind);
  if (status === "failed") {
    return { status, error: error ?? "Die Suche ist fehlgeschlagen.", isLasting };
  }
  if (failureKind !== null) {
    const ownWords = (text: string) =>
      [SERVICE_NAMES["google-places"], OPEN_DATA_NAME].some((name) => text.startsWith(name));
    const words = parseList(warnings).find(ownWords);
    return { status: "failed", error: words ?? "Die Suche endete vorzeitig.", isLasting };
  }
  return { status: "done", error: null, isLasting: false };
}

/** Belongs in the transaction that ends the search. Must be idempotent. */
export async function onJobEnded(trx: Db, job: JobRow): Promise<void> {
  const task = await findTaskOfJob(trx, job.id);
  if (task === undefined) return;
  const ended = readEndedSearch(job);
  const now = job.finishedAt ?? Date.now();
  await updateTask(trx, task, {
    status: ended.status,
    error: ended.error,
    found: job.found,
    fresh: job.fresh,
    finishedAt: now,
  });
  if (ended.status === "done") {
    const { foldedTerm, state, city } = task;
    const { found, fresh } = job;
    await noteDoneSearch(trx, { foldedTerm, state, city, found, fresh, doneAt: now });
  }
  await noteInCampaign(trx, task.campaignId, ended, now);
  await queueNextTasks(trx, now);
}

async function noteInCampaign(
  trx: Db,
  campaignId: string,
  ended: EndedSearch,
  now: number,
): Promise<void> {
  const campaign = await getCampaign(trx, campaignId);
  if (campaign === undefined) return;
  if (ended.status === "done") await updateCampaign(trx, campaignId, { failureStreak: 0 });
  if (ended.status === "failed") {
    const failureStreak = campaign.failureStreak + 1;
    const pauses = ended.isLasting || failureStreak >= MAX_FAILURES;
    await updateCampaign(trx, campaignId, {
      failureStreak,
      ...(pauses ? { status: "paused", pauseReason: ended.error } : {}),
    });
    // Resuming tries a lasting failure again, so the campaign is not over.
    if (pauses) return;
  }
  await completeIfOver(trx, campaignId, now);
}
