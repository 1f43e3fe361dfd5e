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

interface EndedSearch {
  status: "done" | "cancelled" | "failed";
  error: string | null;
}

/** A search that a failure cut short is not done. */
function readEndedSearch({ status, error, failureKind, warnings }: JobRow): EndedSearch {
  if (status === "cancelled") return { status, error: null };
  if (status === "failed") return { status, error: error ?? "Die Suche ist fehlgeschlagen." };
  if (failureKind === null) return { status: "done", error: null };
  const ownWords = (text: string) =>
    [SERVICE_NAMES["google-places"], OPEN_DATA_NAME].some((name) => text.startsWith(name));
  const words = parseList(warnings).find(ownWords);
  return { status: "failed", error: words ?? "Die Suche endete vorzeitig." };
}

/** Belongs in the transaction that ends the search. Must be idempotent. */
export async function onJobEnded(trx: Db, job: JobRow): Promise<void> {
  const task = await findTaskOfJob(trx, job.id);
  if (task === undefined) return;
  const ended = readEndedSearch(job);
  const now = job.finishedAt ?? Date.now();
  const { found, fresh } = job;
  await updateTask(trx, task, { ...ended, found, fresh, finishedAt: now });
  if (ended.status === "done") {
    const { foldedTerm, state, city } = task;
    await noteDoneSearch(trx, { foldedTerm, state, city, found, fresh, doneAt: now });
  }
  const pauses = await noteStreak(trx, task.campaignId, ended, job);
  // Resuming tries a lasting failure again, so the campaign is not over.
  if (!pauses) await completeIfOver(trx, task.campaignId, now);
  await queueNextTasks(trx, now);
}

/** @returns whether the campaign pauses by itself */
async function noteStreak(
  trx: Db,
  id: string,
  { status, error }: EndedSearch,
  { failureKind }: JobRow,
): Promise<boolean> {
  if (status === "done") await updateCampaign(trx, id, { failureStreak: 0 });
  if (status !== "failed") return false;
  const failureStreak = ((await getCampaign(trx, id))?.failureStreak ?? 0) + 1;
  const pauses = isPermanentFailure(failureKind) || failureStreak >= MAX_FAILURES;
  const pause = pauses ? ({ status: "paused", pauseReason: error } as const) : {};
  await updateCampaign(trx, id, { failureStreak, ...pause });
  return pauses;
}
