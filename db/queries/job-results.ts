import { type Insertable, sql } from "kysely";
import type { Db } from "../client";
import type { EmailState, JobResultRow, JobResultsTable, LeadRow, SkipReason } from "../schema";
import { findLeadsBySeq } from "./lead-list";

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
