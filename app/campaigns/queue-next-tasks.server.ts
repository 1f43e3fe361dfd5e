import type { Db } from "~db/client";
import {
  countBusyCampaigns,
  findCampaignInTurn,
  findNextTask,
  isOver,
  skipDoneTasks,
  updateCampaign,
  updateTask,
} from "~db/queries/campaigns";
import { queueSearchJob } from "../jobs/kinds/start-job.server";
import { areaOf } from "./plan-tasks.server";

/** At most one search a campaign; the runner keeps as many places for the background. */
const MAX_BUSY = 2;

/** Campaigns take turns behind everything that a person starts. The caller commits and wakes the runner. */
export async function queueNextTasks(trx: Db, now: number): Promise<void> {
  let busy = await countBusyCampaigns(trx);
  while (busy < MAX_BUSY) {
    const campaign = await findCampaignInTurn(trx);
    if (campaign === undefined) return;
    await skipDoneTasks(trx, campaign);
    const task = await findNextTask(trx, campaign.id);
    if (task === undefined) {
      await completeIfOver(trx, campaign.id, now);
      continue;
    }
    const params = {
      query: task.term,
      region: areaOf(task),
      count: campaign.count,
      enrich: true,
    };
    const job = await queueSearchJob(
      trx,
      { kind: "maps", params, isBackground: true },
      { actor: campaign.createdBy, now },
    );
    await updateTask(trx, task, { status: "running", jobId: job.id });
    busy += 1;
  }
}

export async function completeIfOver(trx: Db, campaignId: string, now: number): Promise<void> {
  if (!(await isOver(trx, campaignId))) return;
  await updateCampaign(trx, campaignId, {
    status: "complete",
    pauseReason: null,
    finishedAt: now,
  });
}
