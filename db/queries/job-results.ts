import { type ExpressionBuilder, type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../client";
import type {
  Database,
  EmailState,
  JobResultRow,
  JobResultsTable,
  LeadRow,
  SiteState,
  SkipReason,
} from "../schema";
import { insertRows } from "./insert-rows";
import { findLeadsBySeq } from "./lead-list";

export async function insertJobResults(
  db: Db,
  results: readonly Insertable<JobResultsTable>[],
): Promise<void> {
  await insertRows(db, "jobResults", results);
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

interface JobResultPage {
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

/** What a job left out as a portal's or an authority's, or because a domain did not fit its company. */
export async function findLeftOutResults(db: Db, jobId: string): Promise<JobResultRow[]> {
  return db
    .selectFrom("jobResults")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("skipReason", "in", ["platform", "authority", "candidate"])
    .orderBy("position")
    .execute();
}

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

/** A result whose email has not been looked for yet: of a lead, or of a company of which only the name is known. */
export type PendingEmail = Pick<JobResultRow, (typeof PENDING_COLUMNS)[number]>;
const PENDING_COLUMNS = [
  "position",
  "domain",
  "companyName",
  "leadSeq",
  "contactName",
  "contactTitle",
  "contactProfileUrl",
] as const;

/** A company of which only the name is known. What is left of an erased lead has neither domain nor name. */
const isNameOnly = (eb: ExpressionBuilder<Database, "jobResults">) =>
  eb.and([
    eb("leadSeq", "is", null),
    eb("domain", "is", null),
    eb("companyName", "is not", null),
    eb("skipReason", "is", null),
  ]);

/** The results whose email has not been looked for yet, without those whose lead was deleted meanwhile. */
export async function findPendingEmails(db: Db, jobId: string): Promise<PendingEmail[]> {
  return db
    .selectFrom("jobResults")
    .select(PENDING_COLUMNS)
    .where("jobId", "=", jobId)
    .where("emailState", "=", "pending")
    .where((eb) => eb.or([eb("leadSeq", "is not", null), isNameOnly(eb)]))
    .orderBy("position")
    .execute();
}

/** The names of a job's companies of which it knows no domain yet. */
export async function findNameOnlyResults(db: Db, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("jobResults")
    .select("companyName")
    .where("jobId", "=", jobId)
    .where(isNameOnly)
    .execute();
  return rows.flatMap(({ companyName }) => companyName ?? []);
}

/** The first of a job's results whose search for an email ended in a way. */
export async function findResultsInState(
  db: Db,
  jobId: string,
  state: EmailState,
  limit: number,
): Promise<JobResultRow[]> {
  return db
    .selectFrom("jobResults")
    .selectAll()
    .where("jobId", "=", jobId)
    .where("emailState", "=", state)
    .orderBy("position")
    .limit(limit)
    .execute();
}

export async function hasResultDomain(db: Db, jobId: string, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom("jobResults")
    .select("position")
    .where("jobId", "=", jobId)
    .where("domain", "=", domain)
    // A domain that may be another company's is taken by nobody.
    .where((eb) => eb.or([eb("skipReason", "is", null), eb("skipReason", "!=", "candidate")]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function countStates<State extends EmailState | SiteState>(
  db: Db,
  jobId: string,
  column: "email_state" | "site_state",
): Promise<Map<State, number>> {
  const { rows } = await sql<{ state: State; count: number }>`
    SELECT ${sql.ref(column)} AS state, count(*) AS count FROM job_results
    WHERE job_id = ${jobId} AND ${sql.ref(column)} IS NOT NULL GROUP BY state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** How many of a job's results had their email looked for, by outcome. */
export async function countEmailStates(db: Db, jobId: string): Promise<Map<EmailState, number>> {
  return countStates(db, jobId, "email_state");
}

/** Writes how the search for a result's email ended (null: it could not be asked for), with what it found. */
export async function setEmailState(
  db: Db,
  jobId: string,
  position: number,
  state: EmailState | null,
  finding: Updateable<JobResultsTable> = {},
): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ emailState: state, ...finding })
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

/** Marks the emails that are still to be looked for as not looked for; a company without a domain is left out then. */
export async function failPendingEmails(db: Db, jobId: string): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ emailState: "failed", skipReason: "no_domain" })
    .where("jobId", "=", jobId)
    .where("emailState", "=", "pending")
    .where(isNameOnly)
    .execute();
  await db
    .updateTable("jobResults")
    .set({ emailState: "failed" })
    .where("jobId", "=", jobId)
    .where("emailState", "=", "pending")
    .execute();
}

/** A result whose website is still to be read. */
export type PendingSite = Pick<JobResultRow, "position" | "leadSeq">;

export async function findPendingSites(db: Db, jobId: string): Promise<PendingSite[]> {
  return db
    .selectFrom("jobResults")
    .select(["position", "leadSeq"])
    .where("jobId", "=", jobId)
    .where("siteState", "=", "pending")
    .orderBy("position")
    .execute();
}

export async function setSiteState(
  db: Db,
  jobId: string,
  position: number,
  siteState: SiteState,
): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ siteState })
    .where("jobId", "=", jobId)
    .where("position", "=", position)
    .execute();
}

/** Gives up the websites that are still to be read. */
export async function failPendingSites(db: Db, jobId: string): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ siteState: "failed" })
    .where("jobId", "=", jobId)
    .where("siteState", "=", "pending")
    .execute();
}

export async function countSiteStates(db: Db, jobId: string): Promise<Map<SiteState, number>> {
  return countStates(db, jobId, "site_state");
}

/** The leads that a job brought, growing. */
export async function findLeadSeqsOfJob(db: Db, jobId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("jobResults")
    .select("leadSeq")
    .distinct()
    .where("jobId", "=", jobId)
    .where("leadSeq", "is not", null)
    .orderBy("leadSeq")
    .execute();
  return rows.flatMap(({ leadSeq }) => leadSeq ?? []);
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

/** Results, each with its lead as it is now. */
export async function withLeads<Row extends JobResultRow>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { lead: LeadRow | undefined })[]> {
  const seqs = rows.flatMap((row) => row.leadSeq ?? []);
  const leads = await findLeadsBySeq(db, seqs);
  const bySeq = new Map(leads.map((lead) => [lead.seq, lead]));
  return rows.map((row) => ({
    ...row,
    lead: row.leadSeq === null ? undefined : bySeq.get(row.leadSeq),
  }));
}

/**
 * Forgets the people in results that never became a lead, or whose lead is gone, of jobs that ended before a time
 * (milliseconds UTC). The companies stay, so that what was left out can still be explained.
 */
export async function purgeUnstoredResults(db: Db, before: number): Promise<void> {
  await db
    .updateTable("jobResults")
    .set({ contactName: null, contactTitle: null, contactProfileUrl: null })
    .where("leadSeq", "is", null)
    .where("contactName", "is not", null)
    .where("jobId", "in", (eb) =>
      eb.selectFrom("jobs").select("id").where("finishedAt", "<", before),
    )
    .execute();
}
