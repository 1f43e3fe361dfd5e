import { type SqlBool, sql } from "kysely";
import type { Db } from "../client";
import type { Change, JobKindName, JobRow, JobStatus, NewJobRow } from "../schema";
import { JOB_KIND_NAMES } from "../schema/jobs";
import { findSlice } from "./read-pages";
import { listed } from "./read-rows";

export async function insertJob(db: Db, job: NewJobRow): Promise<JobRow> {
  return db.insertInto("jobs").values(job).returningAll().executeTakeFirstOrThrow();
}

export function getJob(db: Db, id: string) {
  return db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findJobsWithParents(db: Db, ids: readonly string[]) {
  const parents = db.selectFrom("jobs").select("parentId").where("id", "in", listed(ids));
  return db
    .selectFrom("jobs")
    .select(["id", "parentId", "query", "region", "createdAt"])
    .where(({ eb, or }) => or([eb("id", "in", listed(ids)), eb("id", "in", parents)]))
    .execute();
}

function findChildren(db: Db, jobIds: readonly string[], kind: JobKindName): Promise<JobRow[]> {
  const children = db.selectFrom("jobs").selectAll().where("parentId", "in", listed(jobIds));
  return children.where("kind", "=", kind).orderBy("createdAt").orderBy("id").execute();
}

export async function findJobsOfSource(db: Db, source: "osm" | "register"): Promise<string[]> {
  const isFrom = sql<SqlBool>`ifnull(params ->> 'source', kind) = ${source}`;
  const jobs = await db.selectFrom("jobs").select("id").where(isFrom).execute();
  return jobs.map(({ id }) => id);
}

export function findParts(db: Db, jobId: string) {
  return findChildren(db, [jobId], "web");
}

/** Each with its web searches. */
export async function findSearchJobs(db: Db, ids: readonly string[]): Promise<JobRow[]> {
  const searches = db.selectFrom("jobs").selectAll().where("id", "in", listed(ids));
  return [...(await searches.execute()), ...(await findChildren(db, ids, "web"))];
}

export function findFollowUps(db: Db, jobIds: readonly string[]) {
  return findChildren(db, jobIds, "reading");
}

export async function findContinued(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT child.parent_id AS id FROM jobs AS child
    WHERE child.parent_id IN ${listed(ids)} AND child.status IN ('queued', 'running')`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findOpenFamilies(db: Db): Promise<JobRow[][]> {
  const { rows } = await sql<JobRow & { root: string }>`
    WITH RECURSIVE up (id, parent_id) AS (
      SELECT id, parent_id FROM jobs WHERE status IN ('queued', 'running')
      UNION SELECT jobs.id, jobs.parent_id FROM up JOIN jobs ON jobs.id = up.parent_id
    ), down (id, root) AS (
      SELECT id, id FROM up WHERE parent_id IS NULL
      UNION SELECT jobs.id, root FROM down JOIN jobs ON jobs.parent_id = down.id
    ) SELECT jobs.*, root FROM down JOIN jobs USING (id) ORDER BY created_at, jobs.id`.execute(db);
  const families = new Map<string, JobRow[]>();
  for (const { root, ...row } of rows) families.set(root, [...(families.get(root) ?? []), row]);
  return [...families.values()];
}

const OPEN: readonly JobStatus[] = ["queued", "running"];
const openJobs = (db: Db) => db.selectFrom("jobs").selectAll().where("status", "in", OPEN);
const newestFirst = (db: Db) =>
  db.selectFrom("jobs").orderBy("createdAt", "desc").orderBy("id", "desc");

/** A person's last bulk action since a time. */
export async function findLastBulkAction(db: Db, person: string, since: number) {
  const bulk = newestFirst(db).where("kind", "=", "bulk").where("createdAt", ">=", since);
  const own = bulk.where("createdBy", "=", person);
  const row = await own.select(["id", "query", "progress", "status"]).limit(1).executeTakeFirst();
  return row === undefined ? null : { ...row, isOpen: OPEN.includes(row.status) };
}

export function findOpenTwin(
  db: Db,
  { id, kind, params, requested, parentId, createdAt }: JobRow,
): Promise<JobRow | undefined> {
  return newestFirst(db)
    .selectAll()
    .where("status", "in", OPEN)
    .where("id", "!=", id)
    .where("kind", "=", kind)
    .where("params", "=", params)
    .where("requested", "=", requested)
    .where("parentId", "is", parentId)
    .where("createdAt", ">=", createdAt)
    .limit(1)
    .executeTakeFirst();
}

interface JobListFilter {
  kinds?: readonly JobKindName[];
  status?: JobStatus;
  isOpen?: boolean;
}

export async function findJobs(
  db: Db,
  filter: JobListFilter,
  limit: number,
  offset: number,
): Promise<{ jobs: JobRow[]; total: number }> {
  let query = newestFirst(db).selectAll();
  if (filter.kinds !== undefined) query = query.where("kind", "in", filter.kinds);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.isOpen !== undefined)
    query = query.where("status", filter.isOpen ? "in" : "not in", OPEN);
  const { rows: jobs, total } = await findSlice(query, limit, offset);
  return { jobs, total };
}

export function findOpenJobs(db: Db): Promise<JobRow[]> {
  return openJobs(db).orderBy("createdAt").orderBy("id").execute();
}

export function findFailedJobs(db: Db, since: number): Promise<JobRow[]> {
  const failed = db.selectFrom("jobs").selectAll().where("status", "=", "failed");
  return failed.where("finishedAt", ">=", since).orderBy("finishedAt", "desc").execute();
}

/** Background jobs come last. */
export async function claimJob(
  db: Db,
  runToken: string,
  now: number,
  {
    kinds = JOB_KIND_NAMES,
    withBackground = true,
  }: { kinds?: readonly JobKindName[]; withBackground?: boolean } = {},
): Promise<JobRow | undefined> {
  return db
    .updateTable("jobs")
    .set({
      status: "running",
      runToken,
      resumeAt: null,
      error: null,
      startedAt: sql<number>`ifnull(started_at, ${now})`,
    })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("jobs")
        .select("id")
        .where("status", "=", "queued")
        .where("kind", "in", kinds)
        .where("cancelRequestedAt", "is", null)
        .where((eb) => eb.or([eb("resumeAt", "is", null), eb("resumeAt", "<=", now)]))
        .where("isBackground", "<=", withBackground ? 1 : 0)
        .orderBy("isBackground")
        .orderBy("createdAt")
        .orderBy("id")
        .limit(1),
    )
    .where("status", "=", "queued")
    .returningAll()
    .executeTakeFirst();
}

/** @returns undefined when another run has the job or it has ended: the caller must write nothing more */
export async function updateRunningJob(
  db: Db,
  id: string,
  runToken: string,
  change: Change<"jobs">,
): Promise<JobRow | undefined> {
  const { progress, ...rest } = change;
  return db
    .updateTable("jobs")
    .set({
      // An UPDATE needs at least one column.
      status: "running",
      ...rest,
      ...(typeof progress === "number"
        ? { progress: sql<number>`max(progress, ${progress})` }
        : {}),
    })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("runToken", "=", runToken)
    .returningAll()
    .executeTakeFirst();
}

export async function addToJob(
  db: Db,
  id: string,
  { stored, fresh }: Pick<JobRow, "stored" | "fresh">,
): Promise<void> {
  await db
    .updateTable("jobs")
    .set((eb) => ({ stored: eb("stored", "+", stored), fresh: eb("fresh", "+", fresh) }))
    .where("id", "=", id)
    .execute();
}

/** Fails jobs that were interrupted `limit` times in a row. Needs the run lock. */
export async function requeueOrphanedJobs(
  db: Db,
  limit: number,
  error: string,
  now: number,
): Promise<JobRow[]> {
  await db
    .updateTable("jobs")
    .set({ status: "cancelled", finishedAt: now, runToken: null, phase: "done" })
    .where("status", "in", OPEN)
    .where("cancelRequestedAt", "is not", null)
    .execute();
  const running = db.updateTable("jobs").where("status", "=", "running");
  await running.set((eb) => ({ interruptions: eb("interruptions", "+", 1) })).execute();
  await running
    .set({ status: "failed", failureKind: "crashed", error, finishedAt: now, runToken: null })
    .where("interruptions", ">=", limit)
    .execute();
  return running.set({ status: "queued", runToken: null }).returningAll().execute();
}

const REOPENABLE: readonly JobStatus[] = ["failed", "cancelled"];

/** @param anew begins again from this checkpoint */
export function reopenJob(
  db: Db,
  id: string,
  anew?: Pick<JobRow, "checkpoint">,
): Promise<JobRow | undefined> {
  const begun = { phase: "searching", progress: 0, startedAt: null, warnings: "[]" } as const;
  return db
    .updateTable("jobs")
    .set(anew === undefined ? {} : { ...begun, ...anew })
    .set({
      status: "queued",
      failureKind: null,
      error: null,
      finishedAt: null,
      cancelRequestedAt: null,
      interruptions: 0,
    })
    .where("id", "=", id)
    .where("status", "in", anew === undefined ? REOPENABLE : [...REOPENABLE, "complete"])
    .returningAll()
    .executeTakeFirst();
}

export async function getNextResumption(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("jobs")
    .select((eb) => eb.fn.min("resumeAt").as("resumeAt"))
    .where("status", "=", "queued")
    .where("resumeAt", "is not", null)
    .executeTakeFirst();
  return row?.resumeAt ?? null;
}

/** Ends a queued job at once; its runner ends a running one. */
export async function requestCancel(db: Db, id: string, now: number) {
  const job = (status: JobStatus) =>
    db.updateTable("jobs").where("id", "=", id).where("status", "=", status);
  await job("queued")
    .set({ status: "cancelled", cancelRequestedAt: now, finishedAt: now, phase: "done" })
    .execute();
  await job("running")
    .set({ cancelRequestedAt: now })
    .where("cancelRequestedAt", "is", null)
    .execute();
  return getJob(db, id);
}

export function findLastProfileJob(
  db: Db,
  params: string,
  since: number,
): Promise<JobRow | undefined> {
  return newestFirst(db)
    .selectAll()
    .where("kind", "=", "profiles")
    .where("createdAt", ">=", since)
    .where("params", "=", params)
    .limit(1)
    .executeTakeFirst();
}
