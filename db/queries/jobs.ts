import { type SqlBool, sql, type Updateable } from "kysely";
import type { Db } from "../client";
import type { JobKindName, JobRow, JobStatus, JobsTable, NewJobRow } from "../schema";
import { JOB_KIND_NAMES } from "../schema/jobs";
import { findStretch, listed } from "./read-rows";

export async function insertJob(db: Db, job: NewJobRow): Promise<JobRow> {
  return db.insertInto("jobs").values(job).returningAll().executeTakeFirstOrThrow();
}

export function getJob(db: Db, id: string) {
  return db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Some jobs, and those that they are parts of. */
export function findJobsWithParents(db: Db, ids: readonly string[]) {
  const parents = db.selectFrom("jobs").select("parentId").where("id", "in", listed(ids));
  return db
    .selectFrom("jobs")
    .select(["id", "parentId", "query", "region", "createdAt"])
    .where(({ eb, or }) => or([eb("id", "in", listed(ids)), eb("id", "in", parents)]))
    .execute();
}

/** In the order they were started. */
function findChildren(db: Db, jobIds: readonly string[], kind: JobKindName): Promise<JobRow[]> {
  const children = db.selectFrom("jobs").selectAll().where("parentId", "in", listed(jobIds));
  return children.where("kind", "=", kind).orderBy("createdAt").orderBy("id").execute();
}

/** The jobs that take from a public source. */
export async function findJobsOfSource(db: Db, source: "osm" | "register"): Promise<string[]> {
  const isFrom = sql<SqlBool>`ifnull(params ->> 'source', kind) = ${source}`;
  const jobs = await db.selectFrom("jobs").select("id").where(isFrom).execute();
  return jobs.map(({ id }) => id);
}

/** The jobs that run as parts of another one, in the order they were started. */
export function findParts(db: Db, jobId: string) {
  return findChildren(db, [jobId], "web");
}

/** The jobs that read the websites which some jobs brought, in the order they were started. */
export function findFollowUps(db: Db, jobIds: readonly string[]) {
  return findChildren(db, jobIds, "reading");
}

/** Those of some jobs of which a part, or what follows from it or from a part, still waits or runs. */
export async function findContinued(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT child.parent_id AS id FROM jobs AS child
    LEFT JOIN jobs AS grandchild ON grandchild.parent_id = child.id
    WHERE child.parent_id IN ${listed(ids)}
      AND (child.status IN ('queued', 'running') OR grandchild.status IN ('queued', 'running'))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The runs of which something waits or runs: each job that began one, with all that came of it, oldest first. */
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

/** A job with the same input as another one, started later and not at its end yet; undefined when there is none. */
export function findOpenTwin(
  db: Db,
  { id, kind, params, requested, parentId, createdAt }: JobRow,
): Promise<JobRow | undefined> {
  return openJobs(db)
    .where("id", "!=", id)
    .where("kind", "=", kind)
    .where("params", "=", params)
    .where("requested", "=", requested)
    .where("parentId", "is", parentId)
    .where("createdAt", ">=", createdAt)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

interface JobListFilter {
  kinds?: readonly JobKindName[];
  status?: JobStatus;
  /** Queued and running ones, or all others. */
  isOpen?: boolean;
  /** Without the searches of campaigns. */
  isAlone?: boolean;
}

export async function findJobs(
  db: Db,
  filter: JobListFilter,
  limit: number,
  offset: number,
): Promise<{ jobs: JobRow[]; total: number }> {
  let query = db.selectFrom("jobs").selectAll();
  if (filter.kinds !== undefined) query = query.where("kind", "in", filter.kinds);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.isOpen !== undefined)
    query = query.where("status", filter.isOpen ? "in" : "not in", OPEN);
  if (filter.isAlone) {
    const tasks = db.selectFrom("campaignTasks").select("jobId").where("jobId", "is not", null);
    query = query.where("id", "not in", tasks.$narrowType<{ jobId: string }>());
  }
  const newest = query.orderBy("createdAt", "desc").orderBy("id", "desc");
  const { rows: jobs, total } = await findStretch(newest, limit, offset);
  return { jobs, total };
}

/** Jobs that are queued or running, oldest first. */
export function findOpenJobs(db: Db): Promise<JobRow[]> {
  return openJobs(db).orderBy("createdAt").orderBy("id").execute();
}

/** Jobs that failed since a time, the last first. */
export function findFailedJobs(db: Db, since: number): Promise<JobRow[]> {
  const failed = db.selectFrom("jobs").selectAll().where("status", "=", "failed");
  return failed.where("finishedAt", ">=", since).orderBy("finishedAt", "desc").execute();
}

/**
 * Takes the oldest queued job of some kinds for a run, those in the background only when no other waits; undefined when
 * none waits.
 *
 * @param withBackground whether those in the background may be taken at all
 */
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

/**
 * Changes a job that is running under a token.
 *
 * @returns the job, or undefined when another run has it or it has ended: the caller must write nothing more
 */
export async function updateRunningJob(
  db: Db,
  id: string,
  runToken: string,
  change: Updateable<JobsTable>,
): Promise<JobRow | undefined> {
  const { progress, ...rest } = change;
  return db
    .updateTable("jobs")
    .set({
      // As it is; without any column there would be no statement.
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

/** Counts results that became leads after they were left out. */
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

/**
 * Puts back in the queue what a process that died left running, and fails what was found so too often. Only whoever holds
 * the run lock may call this.
 *
 * @param limit how many starts in a row find a job running, without a new checkpoint in between, before it counts as failed
 */
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

/** Queues a job again that ended early, to go on at its checkpoint. */
export function reopenJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db
    .updateTable("jobs")
    .set({
      status: "queued",
      failureKind: null,
      error: null,
      finishedAt: null,
      cancelRequestedAt: null,
      interruptions: 0,
    })
    .where("id", "=", id)
    .where("status", "in", ["failed", "cancelled"])
    .returningAll()
    .executeTakeFirst();
}

/**
 * Gives a running job back to the queue, to go on at its checkpoint.
 *
 * @param resumeAt not before, in milliseconds UTC; null: at once
 * @param error why it waits, as far as people are told
 */
export async function parkJob(
  db: Db,
  id: string,
  runToken: string,
  resumeAt: number | null = null,
  error: string | null = null,
): Promise<void> {
  await updateRunningJob(db, id, runToken, { status: "queued", runToken: null, resumeAt, error });
}

/** Lets the jobs that wait for a time go on earlier by so many milliseconds. */
export async function advanceResumptions(db: Db, milliseconds: number): Promise<void> {
  await db
    .updateTable("jobs")
    .set((eb) => ({ resumeAt: eb("resumeAt", "-", Math.ceil(milliseconds)) }))
    .where("status", "=", "queued")
    .where("resumeAt", "is not", null)
    .execute();
}

/** When the first of the waiting jobs may go on, in milliseconds UTC; null where none waits for a time. */
export async function getNextResumption(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("jobs")
    .select((eb) => eb.fn.min("resumeAt").as("resumeAt"))
    .where("status", "=", "queued")
    .where("resumeAt", "is not", null)
    .executeTakeFirst();
  return row?.resumeAt ?? null;
}

/**
 * Asks a job to stop: a queued one is cancelled at once, a running one by its runner.
 *
 * @returns the job; undefined when there is none. A job that has ended comes back unchanged.
 */
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

/** The newest profile job that was asked for exactly this, started since then. */
export function findLastProfileJob(
  db: Db,
  params: string,
  since: number,
): Promise<JobRow | undefined> {
  return db
    .selectFrom("jobs")
    .selectAll()
    .where("kind", "=", "profiles")
    .where("createdAt", ">=", since)
    .where("params", "=", params)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
