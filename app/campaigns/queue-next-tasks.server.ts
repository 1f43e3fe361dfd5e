import type { Db } from "~db/client";
import {
  countBusyCampaigns,
  findCampaignInTurn,
  findNextTask,
  updateTask,
} from "~db/queries/campaigns";
import { queueSearchJob } from "../pipelines/start-search-job.server";
import { regionOf } from "./plan-tasks.server";

/** Campaigns that may have a job at once, each at most one: the runner gives the background as many places. */
const MAX_BUSY = 2;

/**
 * Queues the next search of as many campaigns as may be busy, in turn, behind everything that a person starts. Whoever
 * commits the transaction wakes the runner.
 */
export async function queueNextTasks(trx: Db, now: number): Promise<void> {
  for (let busy = await countBusyCampaigns(trx); busy < MAX_BUSY; busy += 1) {
    const campaign = await findCampaignInTurn(trx);
    if (campaign === undefined) return;
    const task = await findNextTask(trx, campaign.id);
    if (task === undefined) return;
    const params = {
      query: task.term,
      region: regionOf(task),
      count: campaign.count,
      enrich: true,
    };
    const job = await queueSearchJob(
      trx,
      { type: "maps", params, isBackground: true },
      { actor: campaign.createdBy, now },
    );
    await updateTask(trx, task, { status: "running", jobId: job.id });
  }
}
