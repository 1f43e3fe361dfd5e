import { type SqlBool, sql } from "kysely";
import type { Db } from "../client";
import type {
  CampaignKind,
  CampaignRow,
  CampaignSearchRow,
  CampaignTaskRow,
  CampaignTaskStatus,
  Change,
  New,
} from "../schema";
import { insertRows } from "./insert-rows";
import { findSlice } from "./read-pages";
import { listed } from "./read-rows";

export async function insertCampaign(
  db: Db,
  campaign: New<"campaigns">,
  tasks: readonly New<"campaignTasks">[],
): Promise<void> {
  await db.insertInto("campaigns").values(campaign).execute();
  await insertRows(db, "campaignTasks", tasks);
}

export function getCampaign(db: Db, id: string) {
  return db.selectFrom("campaigns").selectAll().where("id", "=", id).executeTakeFirst();
}

const newestFirst = (db: Db) =>
  db.selectFrom("campaigns").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc");

export async function findCampaigns(db: Db, limit: number, offset: number) {
  const { rows: campaigns, total } = await findSlice(newestFirst(db), limit, offset);
  return { campaigns, total };
}

export function findOpenCampaigns(db: Db, kind: CampaignKind) {
  return newestFirst(db).where("kind", "=", kind).where("status", "!=", "complete").execute();
}

/** A day before the last run's is due only where the clock was set back, and no run had it. */
export async function findDueCampaigns(db: Db, days: { daily: string }) {
  const { rows } = await sql<CampaignRow & { day: string }>`
    SELECT * FROM (SELECT campaigns.*, due.value AS day, ifnull((SELECT day FROM campaign_tasks
        WHERE campaign_id = campaigns.id ORDER BY position DESC LIMIT 1), '') AS last
      FROM campaigns JOIN json_each(${JSON.stringify(days)}) AS due ON due.key = repeat
      WHERE status = 'complete' OR (status = 'paused' AND pause_reason IS NOT NULL)) AS campaign
    WHERE day > last OR (last > ${days.daily} AND NOT EXISTS (SELECT 1 FROM campaign_tasks AS task
      WHERE task.campaign_id = campaign.id AND task.day = campaign.day))`.execute(db);
  return rows;
}

export function findRepeatedCampaigns(db: Db) {
  return newestFirst(db).where("repeat", "!=", "never").execute();
}

export function updateCampaign(db: Db, id: string, change: Change<"campaigns">) {
  return db.updateTable("campaigns").set(change).where("id", "=", id).execute();
}

export async function deleteCampaign(db: Db, id: string): Promise<void> {
  await db.deleteFrom("campaigns").where("id", "=", id).execute();
}

const tasksOf = (db: Db, campaignId: string) =>
  db.selectFrom("campaignTasks").where("campaignId", "=", campaignId);

export function findCampaignPlan(db: Db, campaignId: string) {
  return tasksOf(db, campaignId).select(["term", "state", "city"]).orderBy("position").execute();
}

export function findRunningTasks(db: Db, campaignId: string) {
  return tasksOf(db, campaignId).selectAll().where("status", "=", "running").execute();
}

export function findTaskOfJob(db: Db, jobId: string) {
  const tasks = db.selectFrom("campaignTasks").selectAll().where("jobId", "=", jobId);
  return tasks.where("status", "=", "running").executeTakeFirst();
}

export async function isCampaignOver(db: Db, campaignId: string): Promise<boolean> {
  const open = tasksOf(db, campaignId).select("position");
  const task = open.where("status", "in", ["waiting", "running"]).limit(1).executeTakeFirst();
  return (await task) === undefined;
}

/** Excludes searches that are already running. */
const isFree = sql<SqlBool>`not exists (
  select 1 from campaign_tasks as other
  where other.status = 'running' and other.folded_term = task.folded_term
    and other.state = task.state and other.city = task.city
)`;

/** Undefined if no task waits, or all waiting searches are already running. */
export function findNextTask(db: Db, campaignId: string) {
  return db
    .selectFrom("campaignTasks as task")
    .selectAll("task")
    .where("task.campaignId", "=", campaignId)
    .where("task.status", "=", "waiting")
    .where(isFree)
    .orderBy("task.position")
    .limit(1)
    .executeTakeFirst();
}

export async function updateTask(
  db: Db,
  { campaignId, position }: Pick<CampaignTaskRow, "campaignId" | "position">,
  change: Change<"campaignTasks">,
): Promise<void> {
  await db
    .updateTable("campaignTasks")
    .set(change)
    .where("campaignId", "=", campaignId)
    .where("position", "=", position)
    .execute();
}

/** Repetitions that never began, or ended before a time (milliseconds UTC). */
export async function deleteRepetitions(db: Db, id: string, before: number): Promise<void> {
  await sql`DELETE FROM campaign_tasks WHERE campaign_id = ${id} AND source IS NOT NULL
    AND status != 'running' AND (job_id IS NULL OR finished_at < ${before})`.execute(db);
}

export async function cancelWaiting(
  db: Db,
  { campaignId, source }: Pick<CampaignTaskRow, "campaignId" | "source">,
  change: { error: string; finishedAt: number },
): Promise<void> {
  const tasks = db.updateTable("campaignTasks").set({ status: "cancelled", ...change });
  const own = tasks.where("campaignId", "=", campaignId).where("source", "is", source);
  await own.where("status", "=", "waiting").execute();
}

/** Appends each search of the campaign once more. */
export async function repeatSearches(
  db: Db,
  campaignId: string,
  { day, source, maxCents }: Pick<CampaignTaskRow, "day" | "source" | "maxCents">,
): Promise<void> {
  await sql`
    INSERT INTO campaign_tasks (campaign_id, position, term, folded_term, state, city, status,
      day, source, max_cents)
    SELECT campaign_id, position + (SELECT max(position) FROM campaign_tasks
        WHERE campaign_id = ${campaignId}), term, folded_term, state, city,
      'waiting', ${day}, ${source}, ${maxCents}
    FROM campaign_tasks WHERE campaign_id = ${campaignId} AND source IS NULL`.execute(db);
}

/**
 * A campaign that repeats asks again by itself, within its ceiling.
 * @returns the number of requeued tasks
 */
export async function requeueTasks(
  db: Db,
  campaignId: string,
  statuses: readonly CampaignTaskStatus[],
  position?: number,
): Promise<number> {
  let query = db
    .updateTable("campaignTasks")
    .set({ status: "waiting", jobId: null, error: null, finishedAt: null, found: 0, fresh: 0 })
    .where("campaignId", "=", campaignId)
    .where("status", "in", statuses)
    .where(
      sql<SqlBool>`(source IS NULL OR (SELECT repeat FROM campaigns WHERE id = campaign_id) = 'never')`,
    );
  if (position !== undefined) query = query.where("position", "=", position);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

export async function countBusyCampaigns(db: Db): Promise<number> {
  const { rows } = await sql<{ busy: number }>`
    SELECT count(*) AS busy FROM campaigns WHERE status != 'complete' AND EXISTS (
      SELECT 1 FROM campaign_tasks WHERE campaign_id = campaigns.id
        AND campaign_tasks.status = 'running')`.execute(db);
  return rows[0]?.busy ?? 0;
}

/** Without EXISTS, which SQLite would turn into a join over all tasks. */
export async function findNextCampaign(db: Db): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    SELECT * FROM campaigns WHERE status = 'running'
      AND (SELECT position FROM campaign_tasks AS task WHERE task.campaign_id = campaigns.id
        AND task.status = 'running' LIMIT 1) IS NULL
      AND (SELECT position FROM campaign_tasks AS task WHERE task.campaign_id = campaigns.id
        AND task.status = 'waiting' AND ${isFree} LIMIT 1) IS NOT NULL
    ORDER BY (SELECT ifnull(max(finished_at), 0) FROM campaign_tasks
      WHERE campaign_id = campaigns.id), created_at, id
    LIMIT 1`.execute(db);
  return rows[0];
}

export function findDoneSearches(db: Db, foldedTerms: readonly string[]) {
  const done = db.selectFrom("campaignSearches").selectAll();
  return done.where("foldedTerm", "in", listed(foldedTerms)).execute();
}

export async function saveDoneSearch(db: Db, search: CampaignSearchRow): Promise<void> {
  await db.replaceInto("campaignSearches").values(search).execute();
}

/** Skips searches that another campaign has done since this one began, but no repetitions. */
export async function skipDoneTasks(
  db: Db,
  { id, createdAt }: Pick<CampaignRow, "id" | "createdAt">,
): Promise<void> {
  await sql`
    UPDATE campaign_tasks
    SET status = 'skipped', found = made.found, fresh = made.fresh, finished_at = made.done_at
    FROM campaign_searches AS made
    WHERE campaign_id = ${id} AND status = 'waiting' AND source IS NULL AND made.done_at > ${createdAt}
      AND made.folded_term = campaign_tasks.folded_term
      AND made.state = campaign_tasks.state AND made.city = campaign_tasks.city`.execute(db);
}

const countedTasks = (db: Db, campaignIds: readonly string[]) =>
  db
    .selectFrom("campaignTasks")
    .select((eb) => [
      "campaignId",
      "status",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("found").as("found"),
      eb.fn.sum<number>("fresh").as("fresh"),
    ])
    .where("campaignId", "in", listed(campaignIds));

export type TaskCount = Awaited<ReturnType<typeof countTasks>>[number];

export function countTasks(db: Db, campaignIds: readonly string[]) {
  return countedTasks(db, campaignIds).groupBy(["campaignId", "status"]).execute();
}

export function countTasksByCell(db: Db, campaignId: string) {
  return countedTasks(db, [campaignId])
    .select(["state", "term"])
    .groupBy(["state", "term", "status"])
    .orderBy((eb) => eb.fn.min("position"))
    .execute();
}

export interface TaskFilter {
  statuses?: readonly CampaignTaskStatus[] | undefined;
  state?: string | undefined;
  term?: string | undefined;
}

export async function findTasks(
  db: Db,
  campaignId: string,
  { statuses, state, term, limit, offset }: TaskFilter & { limit: number; offset: number },
) {
  let query = tasksOf(db, campaignId).selectAll();
  if (statuses !== undefined) query = query.where("status", "in", statuses);
  if (state !== undefined) query = query.where("state", "=", state);
  if (term !== undefined) query = query.where("term", "=", term);
  const { rows, total } = await findSlice(query.orderBy("position"), limit, offset);
  return { tasks: rows, total };
}
