import type { Db } from "~db/client";
import {
  cancelWaiting,
  countBusyCampaigns,
  deleteCampaign,
  findNextCampaign,
  findNextTask,
  findRunningTasks,
  findTaskOfJob,
  getCampaign,
  isCampaignOver,
  requeueTasks,
  saveDoneSearch,
  skipDoneTasks,
  updateCampaign,
  updateTask,
} from "~db/queries/campaigns";
import { getJob, requestCancel } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { CampaignRow, JobRow } from "~db/schema";
import { monthOf } from "../format/iso-time";
import { queueSearchJob, type StartServices } from "../jobs/kinds/start-job.server";
import { campaignCents } from "../jobs/ledger/cost.server";
import type { JobFeed } from "../jobs/progress/job-feed.server";
import { isPermanentFailure } from "../jobs/runner/job-run.server";
import { OPEN_DATA_NAME, SERVICE_NAMES } from "../providers/services";
import { conflict } from "../refusal";
import { requireCampaign } from "./find-campaigns.server";

/** Campaigns with a running search, one each. The runner has as many background slots. */
const MAX_BUSY = 2;

const CEILING_REACHED = "Die Obergrenze im Monat lässt diese Suche nicht mehr zu.";

/** Campaigns take turns, after everything that people start. The caller commits and wakes the runner. */
export async function queueNextTasks(trx: Db, now: number, timeZone: string): Promise<void> {
  let busy = await countBusyCampaigns(trx);
  while (busy < MAX_BUSY) {
    const campaign = await findNextCampaign(trx);
    if (campaign === undefined) return;
    await skipDoneTasks(trx, campaign);
    const task = await findNextTask(trx, campaign.id);
    if (task === undefined) {
      await completeIfOver(trx, campaign.id, now);
      continue;
    }
    const { count, createdBy: actor, monthlyCeilingCents } = campaign;
    const { source, maxCents } = task;
    const month = monthOf(now, timeZone);
    const fits = async (most: number) =>
      most === 0 || (await campaignCents(trx, campaign.id, month)) <= monthlyCeilingCents - most;
    // Beyond the ceiling, only open data is searched, without what would cost.
    const enrich = source === null || (maxCents !== null && (await fits(maxCents)));
    if (!enrich && source === "google") {
      await cancelWaiting(trx, task, { error: CEILING_REACHED, finishedAt: now });
      await completeIfOver(trx, campaign.id, now);
      continue;
    }
    const repeated = source && { source, goal: "new" as const };
    const params = { query: task.term, region: areaOf(task), count, enrich, ...repeated };
    const search = { kind: "maps", params, isBackground: true } as const;
    const job = await queueSearchJob(trx, search, { actor, now });
    await updateTask(trx, task, { status: "running", jobId: job.id });
    busy += 1;
  }
}

export async function completeIfOver(trx: Db, campaignId: string, now: number): Promise<void> {
  if (!(await isCampaignOver(trx, campaignId))) return;
  await updateCampaign(trx, campaignId, {
    status: "complete",
    pauseReason: null,
    finishedAt: now,
  });
}

/** „Köln, Nordrhein-Westfalen“, as sent to the map. */
export function areaOf({ state, city }: { state: string; city: string }): string {
  return city === "" || city === state ? state : `${city}, ${state}`;
}

const MAX_FAILURES = 3;

/** A search that a failure cut short counts as failed. */
function readEndedSearch({ status, error, failureKind, warnings }: JobRow) {
  if (status === "cancelled") return { status, error: null };
  if (status === "failed") return { status, error: error ?? "Die Suche ist fehlgeschlagen." };
  if (failureKind === null) return { status: "done", error: null } as const;
  const ownWords = (text: string) =>
    [SERVICE_NAMES["google-places"], OPEN_DATA_NAME].some((name) => text.startsWith(name));
  const words = parseList(warnings).find(ownWords);
  return { status: "failed", error: words ?? "Die Suche endete vorzeitig." } as const;
}

/** Call in the transaction that ends the search. Must be idempotent. */
export async function onJobEnded(trx: Db, job: JobRow, timeZone: string): Promise<void> {
  const task = await findTaskOfJob(trx, job.id);
  if (task === undefined) return;
  const { status, error } = readEndedSearch(job);
  const now = job.finishedAt ?? Date.now();
  const { found, fresh, failureKind } = job;
  const { campaignId: id, source, foldedTerm, state, city } = task;
  await updateTask(trx, task, { status, error, found, fresh, finishedAt: now });
  let failureStreak = 0;
  if (status === "done") {
    if (source !== "osm")
      await saveDoneSearch(trx, { foldedTerm, state, city, found, fresh, doneAt: now });
    await updateCampaign(trx, id, { failureStreak });
  }
  if (status === "failed") {
    failureStreak = ((await getCampaign(trx, id))?.failureStreak ?? 0) + 1;
    await updateCampaign(trx, id, { failureStreak });
  }
  const isPermanent = status === "failed" && isPermanentFailure(failureKind);
  // Resuming retries a permanent failure, so the campaign is not over.
  if (isPermanent || failureStreak >= MAX_FAILURES) {
    await updateCampaign(trx, id, { status: "paused", pauseReason: error });
  } else {
    await completeIfOver(trx, id, now);
  }
  await queueNextTasks(trx, now, timeZone);
}

export interface CampaignServices extends StartServices {
  timeZone: string;
  feed: Pick<JobFeed, "publish">;
}

const IS_OVER = "Diese Kampagne ist fertig. Es gibt nichts mehr anzuhalten oder fortzusetzen.";
const IS_RUNNING =
  "Diese Kampagne läuft. Sie lässt sich löschen, wenn sie pausiert oder fertig ist.";

/**
 * Requeues a search that has not started; a running one finishes.
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
    const jobIds = await withdrawQueued(trx, id, now);
    await queueNextTasks(trx, now, services.timeZone);
    return jobIds;
  });
  for (const jobId of cancelled) services.feed.publish({ jobId });
  services.jobs.wake();
}

async function withdrawQueued(trx: Db, campaignId: string, now: number): Promise<string[]> {
  const cancelled: string[] = [];
  for (const task of await findRunningTasks(trx, campaignId)) {
    const job = task.jobId === null ? undefined : await getJob(trx, task.jobId);
    // Jobs requeued by a server stop resume at their checkpoint.
    if (job?.status !== "queued" || job.startedAt !== null) continue;
    await updateTask(trx, task, { status: "waiting", jobId: null });
    await requestCancel(trx, job.id, now);
    cancelled.push(job.id);
  }
  return cancelled;
}

/**
 * Retries failed searches if the campaign had paused itself and does not repeat them anyway.
 *
 * @throws Refusal when it is over
 */
export async function resumeCampaign(services: CampaignServices, id: string): Promise<void> {
  await restart(services, id, async (trx, { status, pauseReason, repeat }) => {
    if (status === "complete") throw conflict(IS_OVER);
    if (pauseReason !== null && repeat === "never") await requeueTasks(trx, id, ["failed"]);
    return true;
  });
}

const NOTHING_TO_REPEAT =
  "Hier ist nichts mehr fehlgeschlagen oder abgebrochen. Die Seite zeigt jetzt den neuen Stand.";

/**
 * Requeues failed and cancelled searches. A finished campaign resumes, a paused one stays paused.
 *
 * @param position one search; all if undefined
 * @throws Refusal when no such search failed or was cancelled
 */
export async function repeatTasks(
  services: CampaignServices,
  id: string,
  position?: number,
): Promise<void> {
  await restart(services, id, async (trx, { status }) => {
    const repeated = await requeueTasks(trx, id, ["failed", "cancelled"], position);
    if (repeated === 0) throw conflict(NOTHING_TO_REPEAT);
    return status !== "paused";
  });
}

async function restart(
  services: CampaignServices,
  id: string,
  prepare: (trx: Db, campaign: CampaignRow) => Promise<boolean>,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    if (!(await prepare(trx, await requireCampaign(trx, id)))) return;
    const change = { status: "running", pauseReason: null, finishedAt: null } as const;
    await updateCampaign(trx, id, { ...change, failureStreak: 0 });
    await queueNextTasks(trx, Date.now(), services.timeZone);
    await completeIfOver(trx, id, Date.now());
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
