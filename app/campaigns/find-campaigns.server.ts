import type { Db } from "~db/client";
import {
  countTasks,
  countTasksByCell,
  findCampaigns as findCampaignRows,
  findTasks as findTaskRows,
  getCampaign,
  type TaskCount,
  type TaskFilter,
} from "~db/queries/campaigns";
import type { CampaignRow, CampaignTaskRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { notFound } from "../refusal";
import type { Campaign, Cell, Progress, Task } from "./campaign-schema";

function toProgress(counts: readonly TaskCount[]): Progress {
  const searches = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0, skipped: 0 };
  const progress = { ...searches, total: 0, found: 0, newLeads: 0 };
  for (const { status, count, found, fresh } of counts) {
    progress.total += count;
    progress[status] += count;
    // Its results belong to an earlier campaign.
    if (status === "skipped") continue;
    progress.found += found;
    progress.newLeads += fresh;
  }
  return progress;
}

function toCampaign(
  { failureStreak: _, ...row }: CampaignRow,
  counts: readonly TaskCount[],
): Campaign {
  const progress = toProgress(counts.filter(({ campaignId }) => campaignId === row.id));
  const times = { createdAt: isoTime(row.createdAt), finishedAt: isoTime(row.finishedAt) };
  return { ...row, progress, ...times };
}

function toTask({
  campaignId: _,
  foldedTerm: __,
  day: ___,
  maxCents: ____,
  fresh,
  finishedAt,
  ...task
}: CampaignTaskRow): Task {
  return { ...task, newLeads: fresh, finishedAt: isoTime(finishedAt) };
}

interface Paging {
  page: number;
  pageSize: number;
}

export async function findCampaignPage(
  db: Db,
  { page, pageSize }: Paging,
): Promise<{ campaigns: Campaign[]; total: number }> {
  const { campaigns, total } = await findCampaignRows(db, pageSize, (page - 1) * pageSize);
  const counts = await countTasks(
    db,
    campaigns.map(({ id }) => id),
  );
  return { campaigns: campaigns.map((row) => toCampaign(row, counts)), total };
}

/** @throws Refusal for an unknown campaign */
export async function requireCampaign(db: Db, id: string): Promise<CampaignRow> {
  const campaign = await getCampaign(db, id);
  if (campaign === undefined) throw notFound("Diese Kampagne gibt es nicht.");
  return campaign;
}

/** @throws Refusal for an unknown campaign */
export async function findCampaign(
  db: Db,
  id: string,
): Promise<{ campaign: Campaign; cells: Cell[] }> {
  const row = await requireCampaign(db, id);
  const counts = await countTasksByCell(db, id);
  const cells = new Map(
    counts.map(({ state, term }) => [JSON.stringify([state, term]), { state, term }]),
  );
  return {
    campaign: toCampaign(row, counts),
    cells: [...cells.values()].map(({ state, term }) => {
      const own = counts.filter((count) => count.state === state && count.term === term);
      return { state, term, progress: toProgress(own) };
    }),
  };
}

export async function findTaskPage(
  db: Db,
  campaignId: string,
  { page, pageSize, ...filter }: Paging & TaskFilter,
): Promise<{ tasks: Task[]; total: number }> {
  const paging = { limit: pageSize, offset: (page - 1) * pageSize };
  const { tasks, total } = await findTaskRows(db, campaignId, { ...filter, ...paging });
  return { tasks: tasks.map(toTask), total };
}
