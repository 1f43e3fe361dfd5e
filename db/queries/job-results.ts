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
import { findStretch } from "./read-rows";

const resultsOf = (db: Db, jobId: string) => db.selectFrom("jobResults").where("jobId", "=", jobId);

export async function insertJobResults(
  db: Db,
  results: readonly Insertable<JobResultsTable>[],
): Promise<void> {
  await insertRows(db, "jobResults", results);
}

/** The domains a job has already stored or skipped, so that a company counts once in it. */
export async function findResultDomains(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await resultsOf(db, jobId).select("domain").execute();
  return new Set(rows.flatMap(({ domain }) => domain ?? []));
}

/** Which of a job's results: those that became leads, those of them that were new, those left out, or outside of the region. */
export type ResultSelection = "stored" | "new" | "skipped" | "outside";

/** A job's results in the order they were found, each with its lead as it is now. */
export async function findJobResults(
  db: Db,
  jobId: string,
  selection: ResultSelection,
  limit: number,
  offset: number,
) {
  let query = resultsOf(db, jobId);
  if (selection === "outside") query = query.where("skipReason", "=", "outside");
  else if (selection === "skipped") query = query.where("skipReason", "!=", "outside");
  else query = query.where("skipReason", "is", null);
  if (selection === "new") query = query.where("isNew", "=", 1);
  const { rows, total } = await findStretch(query.selectAll().orderBy("position"), limit, offset);
  return { results: await withLeads(db, rows), total };
}

const LEFT_OUT: readonly SkipReason[] = ["platform", "authority", "candidate", "outside"];

/** What a job left out as a portal's, an authority's or another region's, or as another company's domain. */
export function findLeftOutResults(db: Db, jobId: string): Promise<JobResultRow[]> {
  const left = resultsOf(db, jobId).where("skipReason", "in", LEFT_OUT);
  return left.selectAll().orderBy("position").execute();
}

export async function countSkipped(db: Db, jobId: string) {
  const counts = resultsOf(db, jobId)
    .select(["skipReason as reason", (eb) => eb.fn.countAll<number>().as("count")])
    .where("skipReason", "is not", null)
    .groupBy("skipReason");
  return counts.orderBy("skipReason").$narrowType<{ reason: SkipReason }>().execute();
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
export function findPendingEmails(db: Db, jobId: string): Promise<PendingEmail[]> {
  return resultsOf(db, jobId)
    .select(PENDING_COLUMNS)
    .where("emailState", "=", "pending")
    .where((eb) => eb.or([eb("leadSeq", "is not", null), isNameOnly(eb)]))
    .orderBy("position")
    .execute();
}

/** The names of a job's companies of which it knows no domain yet. */
export async function findNameOnlyResults(db: Db, jobId: string): Promise<string[]> {
  const rows = await resultsOf(db, jobId).select("companyName").where(isNameOnly).execute();
  return rows.flatMap(({ companyName }) => companyName ?? []);
}

/** The first of a job's results whose search for an email ended in a way. */
export function findResultsInState(db: Db, jobId: string, state: EmailState, limit: number) {
  const results = resultsOf(db, jobId).selectAll().where("emailState", "=", state);
  return results.orderBy("position").limit(limit).execute();
}

export async function hasResultDomain(db: Db, jobId: string, domain: string): Promise<boolean> {
  const row = await resultsOf(db, jobId)
    .select("position")
    .where("domain", "=", domain)
    // A domain that may be another company's is taken by nobody.
    .where("skipReason", "is distinct from", "candidate")
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
export function countEmailStates(db: Db, jobId: string) {
  return countStates<EmailState>(db, jobId, "email_state");
}

function changeResults(db: Db, jobId: string, change: Updateable<JobResultsTable>) {
  return db.updateTable("jobResults").set(change).where("jobId", "=", jobId);
}

/** Writes how the search for a result's email ended (null: it could not be asked for), with what it found. */
export async function setEmailState(
  db: Db,
  jobId: string,
  position: number,
  state: EmailState | null,
  finding: Updateable<JobResultsTable> = {},
): Promise<void> {
  const change = { emailState: state, ...finding };
  await changeResults(db, jobId, change).where("position", "=", position).execute();
}

/** Marks the results whose lead has no email, and that were not looked for yet. */
export async function markEmailsPending(db: Db, jobId: string, onlyNew: boolean): Promise<void> {
  await changeResults(db, jobId, { emailState: "pending" })
    .$if(onlyNew, (results) => results.where("isNew", "=", 1))
    .where("emailState", "is", null)
    .where(sql<boolean>`(SELECT email IS NULL FROM leads WHERE seq = lead_seq)`)
    .execute();
}

/** Marks the emails that are still to be looked for as not looked for; a company without a domain is left out then. */
export async function failPendingEmails(db: Db, jobId: string): Promise<void> {
  const pending = changeResults(db, jobId, { emailState: "failed" });
  const failed = pending.where("emailState", "=", "pending");
  await failed.set({ skipReason: "no_domain" }).where(isNameOnly).execute();
  await failed.execute();
}

/** Marks what a job gave up as still to be looked for, and its websites as still to be read. */
export async function reopenResults(db: Db, jobId: string): Promise<void> {
  await changeResults(db, jobId, { emailState: "pending", skipReason: null })
    .where("emailState", "=", "failed")
    .where((eb) => eb.or([eb("skipReason", "is", null), eb("skipReason", "=", "no_domain")]))
    .execute();
  await changeResults(db, jobId, { siteState: "pending" })
    .where("siteState", "=", "failed")
    .execute();
}

/** A result whose website is still to be read. */
export type PendingSite = Pick<JobResultRow, "position" | "leadSeq">;

export function findPendingSites(db: Db, jobId: string): Promise<PendingSite[]> {
  const sites = resultsOf(db, jobId).select(["position", "leadSeq"]);
  return sites.where("siteState", "=", "pending").orderBy("position").execute();
}

export async function setSiteState(db: Db, jobId: string, position: number, siteState: SiteState) {
  await changeResults(db, jobId, { siteState }).where("position", "=", position).execute();
}

/** Gives up the websites that are still to be read. */
export async function failPendingSites(db: Db, jobId: string): Promise<void> {
  const pending = changeResults(db, jobId, { siteState: "failed" });
  await pending.where("siteState", "=", "pending").execute();
}

export function countSiteStates(db: Db, jobId: string) {
  return countStates<SiteState>(db, jobId, "site_state");
}

/** The leads that a job brought, growing. */
export async function findLeadSeqsOfJob(db: Db, jobId: string): Promise<number[]> {
  const leads = resultsOf(db, jobId).select("leadSeq").distinct();
  const rows = await leads.where("leadSeq", "is not", null).orderBy("leadSeq").execute();
  return rows.flatMap(({ leadSeq }) => leadSeq ?? []);
}

/** Results, each with its lead as it is now. */
export async function withLeads<Row extends JobResultRow>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { lead: LeadRow | undefined })[]> {
  const seqs = rows.flatMap((row) => row.leadSeq ?? []);
  const leads = await findLeadsBySeq(db, seqs);
  const bySeq = new Map(leads.map((lead) => [lead.seq, lead]));
  return rows.map((row) => ({ ...row, lead: bySeq.get(row.leadSeq ?? 0) }));
}

/**
 * Forgets the people in results that never became a lead, or whose lead is gone, of jobs that ended before a time
 * (milliseconds UTC). The companies stay, so that what was left out can still be explained.
 */
export async function purgeUnstoredResults(db: Db, before: number): Promise<void> {
  const ended = db.selectFrom("jobs").select("id").where("finishedAt", "<", before);
  await db
    .updateTable("jobResults")
    .set({ contactName: null, contactTitle: null, contactProfileUrl: null, facts: null })
    .where("leadSeq", "is", null)
    .where((eb) => eb.or([eb("contactName", "is not", null), eb("facts", "is not", null)]))
    .where("jobId", "in", ended)
    .execute();
}
