import { type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../client";
import type {
  EmailState,
  JobResultRow,
  JobResultsTable,
  JobRow,
  JobStatus,
  JobsTable,
  JobType,
  LeadRow,
  NewJobRow,
  SkipReason,
} from "../schema";
import { findLeadsBySeq } from "./lead-list";

export async function insertJob(db: Db, job: NewJobRow): Promise<JobRow> {
  return db.insertInto("jobs").values(job).returningAll().executeTakeFirstOrThrow();
}

export async function getJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
}

export interface JobListFilter {
  type?: JobType;
  status?: JobStatus;
}

/** Jobs, newest first, with the number of all that match. */
export async function findJobs(
  db: Db,
  filter: JobListFilter,
  limit: number,
  offset: number,
): Promise<{ jobs: JobRow[]; total: number }> {
  let query = db.selectFrom("jobs");
  if (filter.type !== undefined) query = query.where("type", "=", filter.type);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  const [jobs, count] = await Promise.all([
    query
      .selectAll()
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirst(),
  ]);
  return { jobs, total: count?.n ?? 0 };
}

/** Jobs that are queued or running, oldest first. */
export async function findOpenJobs(db: Db): Promise<JobRow[]> {
  return db
    .selectFrom("jobs")
    .selectAll()
    .where("status", "in", ["queued", "running"])
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** Takes the oldest queued job for a run; undefined when none waits. */
export async function claimJob(db: Db, runToken: string, now: number): Promise<JobRow | undefined> {
  return db
    .updateTable("jobs")
    .set({
      status: "running",
      runToken,
      startedAt: sql<number>`ifnull(started_at, ${now})`,
    })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("jobs")
        .select("id")
        .where("status", "=", "queued")
        .where("cancelRequestedAt", "is", null)
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

/**
 * Puts back in the queue what a stopped process left running. Only whoever holds the run lock may call this.
 *
 * @param maxInterruptions how many times a job may be found running before it counts as failed
 */
export async function requeueOrphanedJobs(
  db: Db,
  maxInterruptions: number,
  error: string,
  now: number,
): Promise<JobRow[]> {
  await db
    .updateTable("jobs")
    .set({ status: "cancelled", finishedAt: now, runToken: null, phase: "done" })
    .where("status", "in", ["running", "queued"])
    .where("cancelRequestedAt", "is not", null)
    .execute();
  await db
    .updateTable("jobs")
    .set({ status: "failed", error, finishedAt: now, runToken: null })
    .where("status", "=", "running")
    .where("interruptions", ">=", maxInterruptions - 1)
    .execute();
  return db
    .updateTable("jobs")
    .set({ status: "queued", runToken: null, interruptions: sql<number>`interruptions + 1` })
    .where("status", "=", "running")
    .returningAll()
    .execute();
}

/** Gives a running job back to the queue, to go on at its checkpoint after the next start. */
export async function parkJob(db: Db, id: string, runToken: string): Promise<void> {
  await updateRunningJob(db, id, runToken, { status: "queued", runToken: null });
}

/**
 * Asks a job to stop: a queued one is cancelled at once, a running one by its runner.
 *
 * @returns the job; undefined when there is none. A job that has ended comes back unchanged.
 */
export async function requestCancel(db: Db, id: string, now: number): Promise<JobRow | undefined> {
  await db
    .updateTable("jobs")
    .set({ status: "cancelled", cancelRequestedAt: now, finishedAt: now, phase: "done" })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .execute();
  await db
    .updateTable("jobs")
    .set({ cancelRequestedAt: now })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("cancelRequestedAt", "is", null)
    .execute();
  return getJob(db, id);
}

export async function insertJobResults(
  db: Db,
  results: readonly Insertable<JobResultsTable>[],
): Promise<void> {
  if (results.length > 0)
    await db
      .insertInto("jobResults")
      .values([...results])
      .execute();
}

/** The domains a job has already stored or skipped, so that a company counts once in it. */
export async function findResultDomains(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("jobResults")
    .select("domain")
    .where("jobId", "=", jobId)
    .where("domain", "is not", null)
    .execute();
  return new Set(rows.flatMap((row) => row.domain ?? []));
}

export interface JobResultPage {
  results: (JobResultRow & { lead: LeadRow | undefined })[];
  total: number;
}

/** Which of a job's results: those that became leads, those of them that were new, or those left out. */
export type ResultSelection = "stored" | "new" | "skipped";

/** A job's results in the order they were found, each with its lead as it is now. */
export async function findJobResults(
  db: Db,
  jobId: string,
  selection: ResultSelection,
  limit: number,
  offset: number,
): Promise<JobResultPage> {
  let query = db.selectFrom("jobResults").where("jobId", "=", jobId);
  if (selection === "skipped") query = query.where("skipReason", "is not", null);
  else query = query.where("skipReason", "is", null);
  if (selection === "new") query = query.where("isNew", "=", 1);
  const rows = await query.selectAll().orderBy("position").limit(limit).offset(offset).execute();
  const count = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirst();
  return { results: await withLeads(db, rows), total: count?.n ?? 0 };
}

/** How many results a job left out, by reason. */
export async function countSkipped(
  db: Db,
  jobId: string,
): Promise<{ reason: SkipReason; count: number }[]> {
  const rows = await db
    .selectFrom("jobResults")
    .select(["skipReason", (eb) => eb.fn.countAll<number>().as("count")])
    .where("jobId", "=", jobId)
    .where("skipReason", "is not", null)
    .groupBy("skipReason")
    .orderBy("skipReason")
    .execute();
  return rows.flatMap(({ skipReason, count }) =>
    skipReason === null ? [] : [{ reason: skipReason, count }],
  );
}

/** The results whose email has not been looked for yet. */
export async function findPendingEmails(
  db: Db,
  jobId: string,
): Promise<{ position: number; domain: string; leadSeq: number }[]> {
  const rows = await db
    .selectFrom("jobResults")
    .select(["position", "domain", "leadSeq"])
    .where("jobId", "=", jobId)
    .where("emailState", "=", "pending")
    .orderBy("position")
    .execute();
  return rows.flatMap(({ position, domain, leadSeq }) =>
    domain === null || leadSeq === null ? [] : [{ position, domain, leadSeq }],
  );
}

/** How many of a job's results had their email looked for, by outcome. */
export async function countEmailStates(db: Db, jobId: string): Promise<Map<EmailState, number>> {
  const rows = await db
    .selectFrom("jobResults")
    .select(["emailState", (eb) => eb.fn.countAll<number>().as("count")])
    .where("jobId", "=", jobId)
    .where("emailState", "is not", null)
    .groupBy("emailState")
    .execute();
  return new Map(
    rows.flatMap(({ emailState, count }): [EmailState, number][] =>
      emailState === null ? [] : [[emailState, count]],
    ),
  );
}

export async function setEmailState(
  db: Db,
  jobId: string,
  position: number,
  state: EmailState,
): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ emailState: state })
    .where("jobId", "=", jobId)
    .where("position", "=", position)
    .execute();
}

/** Marks the results whose lead has no email, and that were not looked for yet. */
export async function markEmailsPending(db: Db, jobId: string): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ emailState: "pending" })
    .where("jobId", "=", jobId)
    .where("emailState", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("leads")
          .select("leads.seq")
          .whereRef("leads.seq", "=", "jobResults.leadSeq")
          .where("leads.email", "is", null),
      ),
    )
    .execute();
}

/** Marks the emails that are still to be looked for as not looked for. */
export async function failPendingEmails(db: Db, jobId: string): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ emailState: "failed" })
    .where("jobId", "=", jobId)
    .where("emailState", "=", "pending")
    .execute();
}

/** Some of a job's stored results by their positions, each with its lead as it is now. */
export async function findResultsAt(
  db: Db,
  jobId: string,
  positions: readonly number[],
): Promise<JobResultPage["results"]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom("jobResults")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("skipReason", "is", null)
    .where(sql<boolean>`position IN (SELECT value FROM json_each(${JSON.stringify(positions)}))`)
    .orderBy("position")
    .execute();
  return withLeads(db, rows);
}

async function withLeads(db: Db, rows: readonly JobResultRow[]): Promise<JobResultPage["results"]> {
  const seqs = rows.flatMap((row) => row.leadSeq ?? []);
  const leads = await findLeadsBySeq(db, seqs);
  const bySeq = new Map(leads.map((lead) => [lead.seq, lead]));
  return rows.map((row) => ({
    ...row,
    lead: row.leadSeq === null ? undefined : bySeq.get(row.leadSeq),
  }));
}
