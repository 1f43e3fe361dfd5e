import type { Db } from "~db/client";
import {
  deleteCampaign,
  findRunningTasks,
  getCampaign,
  requeueTasks,
  updateCampaign,
  updateTask,
} from "~db/queries/campaigns";
import { getJob, requestCancel } from "~db/queries/jobs";
import type { CampaignRow } from "~db/schema";
import type { StartServices } from "../jobs/kinds/start-job.server";
import type { JobFeed } from "../jobs/progress/job-feed.server";
import { conflict, notFound } from "../refusal";
import { UNKNOWN_CAMPAIGN } from "./campaign";
import { queueNextTasks } from "./queue-next-tasks.server";

export interface CampaignServices extends StartServices {
  feed: Pick<JobFeed, "publish">;
}

const IS_OVER = "Diese Kampagne ist fertig. Es gibt nichts mehr anzuhalten oder fortzusetzen.";
const IS_RUNNING =
  "Diese Kampagne läuft. Sie lässt sich löschen, wenn sie pausiert oder fertig ist.";

async function requireCampaign(db: Db, id: string): Promise<CampaignRow> {
  const campaign = await getCampaign(db, id);
  if (campaign === undefined) throw notFound(UNKNOWN_CAMPAIGN);
  return campaign;
}

/**
 * Puts a search that has not begun back in the queue; one under way ends by itself.
 *
 * @throws Refusal when the campaign is over
 */
export async function pauseCampaign(services: CampaignServices, id: string): Promise<void> {
  const now = Date.now();
  const cancelled = await services.db.transaction().execute(async (trx) => {
    const campaign = await requireCampaign(trx, id);
    if (campaign.status === "complete") throw conflict(IS_OVER);
    if (campaign.status === "paused") return [];
    await updateCampaign(trx, id, { status: "paused", pauseReason: null });
    const jobIds = await takeBackQueued(trx, id, now);
    await queueNextTasks(trx, now);
    return jobIds;
  });
  for (const jobId of cancelled) services.feed.publish({ jobId });
  services.jobs.wake();
}

async function takeBackQueued(trx: Db, campaignId: string, now: number): Promise<string[]> {
  const cancelled: string[] = [];
  for (const task of await findRunningTasks(trx, campaignId)) {
    const job = task.jobId === null ? undefined : await getJob(trx, task.jobId);
    // A stop of the server gave it back; it goes on where it stood.
    if (job?.status !== "queued" || job.startedAt !== null) continue;
    await updateTask(trx, task, { status: "waiting", jobId: null });
    await requestCancel(trx, job.id, now);
    cancelled.push(job.id);
  }
  return cancelled;
}

/**
 * Tries failed searches again where the campaign paused by itself.
 *
 * @throws Refusal when it is over
 */
export async function resumeCampaign(services: CampaignServices, id: string): Promise<void> {
  await goOn(services, id, async (trx, { status, pauseReason }) => {
    if (status === "complete") throw conflict(IS_OVER);
    if (pauseReason !== null) await requeueTasks(trx, id, ["failed"]);
    return true;
  });
}

const NOTHING_TO_REPEAT =
  "Hier ist nichts mehr fehlgeschlagen oder abgebrochen. Die Seite zeigt jetzt den neuen Stand.";

/**
 * Requeues failed and cancelled searches. A finished campaign goes on with them, a paused one stays paused.
 *
 * @param position one search; all without it
 * @throws Refusal when no such search failed or was cancelled
 */
export async function repeatTasks(
  services: CampaignServices,
  id: string,
  position?: number,
): Promise<void> {
  await goOn(services, id, async (trx, { status }) => {
    const repeated = await requeueTasks(trx, id, ["failed", "cancelled"], position);
    if (repeated === 0) throw conflict(NOTHING_TO_REPEAT);
    return status !== "paused";
  });
}

async function goOn(
  services: CampaignServices,
  id: string,
  prepare: (trx: Db, campaign: CampaignRow) => Promise<boolean>,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    if (!(await prepare(trx, await requireCampaign(trx, id)))) return;
    const change = { status: "running", pauseReason: null, finishedAt: null } as const;
    await updateCampaign(trx, id, { ...change, failureStreak: 0 });
    await queueNextTasks(trx, Date.now());
  });
  services.jobs.wake();
}

/** @throws Refusal while it runs */
export async function removeCampaign(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await requireCampaign(trx, id)).status === "running") throw conflict(IS_RUNNING);
    await deleteCampaign(trx, id);
  });
}
