import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../client";
import type {
  Change,
  Database,
  EmailState,
  JobResultRow,
  JobRow,
  LeadRow,
  New,
  SiteState,
  SkipReason,
} from "../schema";
import { insertRows } from "./insert-rows";
import { findLeadsBySeq } from "./lead-list";
import { findSlice } from "./read-pages";
import { listed } from "./read-rows";

const resultsOf = (db: Db, jobId: string) => db.selectFrom("jobResults").where("jobId", "=", jobId);

export async function insertJobResults(
  db: Db,
  results: readonly New<"jobResults">[],
): Promise<void> {
  await insertRows(db, "jobResults", results);
}

/** Keeps a company from counting twice in a job. */
export async function findResultDomains(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await resultsOf(db, jobId)
    .leftJoin("leads", "seq", "leadSeq")
    .select(["jobResults.domain", "leads.domain as own"])
    .execute();
  return new Set(rows.flatMap(({ domain, own }) => [domain ?? [], own ?? []].flat()));
}

export type ResultSelection = "stored" | "new" | "skipped" | "outside";

/** Hides companies that must not be contacted. */
export const isListed = sql<boolean>`(lead_seq IS NOT NULL OR domain IS NULL
  OR domain NOT IN (SELECT domain FROM objections UNION ALL SELECT contact FROM blocked_contacts))`;

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
  else query = query.where("skipReason", "is", null).where(isListed);
  if (selection === "new") query = query.where("isNew", "=", 1);
  const { rows, total } = await findSlice(query.selectAll().orderBy("position"), limit, offset);
  return { results: await withLeads(db, rows), total };
}

type JobCounts = Pick<JobRow, "id" | "found" | "stored" | "fresh">;

/** Counts only the results that are listed. */
export async function withoutHidden<Row extends JobCounts>(
  db: Db,
  jobs: readonly Row[],
): Promise<Row[]> {
  const { rows } = await sql<{ id: string; stored: number; fresh: number }>`
    SELECT job_id AS id, count(*) AS stored, sum(is_new) AS fresh
    FROM (SELECT domain FROM objections UNION SELECT contact FROM blocked_contacts)
      CROSS JOIN job_results AS r INDEXED BY job_results_without_lead USING (domain)
    WHERE job_id IN ${listed(jobs.map(({ id }) => id))} AND lead_seq IS NULL AND skip_reason IS NULL
    GROUP BY job_id`.execute(db);
  const hidden = new Map(rows.map((row) => [row.id, row]));
  return jobs.map((job) => {
    const { stored = 0, fresh = 0 } = hidden.get(job.id) ?? {};
    const { found, stored: all, fresh: allFresh } = job;
    return { ...job, found: found - stored, stored: all - stored, fresh: allFresh - fresh };
  });
}

const LEFT_OUT: readonly SkipReason[] = ["platform", "authority", "candidate", "outside"];

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

/** Excludes erased leads, which have no name either. */
const isNameOnly = (eb: ExpressionBuilder<Database, "jobResults">) =>
  eb.and([
    eb("leadSeq", "is", null),
    eb("domain", "is", null),
    eb("companyName", "is not", null),
    eb("skipReason", "is", null),
  ]);

export function findPendingEmails(db: Db, jobId: string): Promise<PendingEmail[]> {
  return resultsOf(db, jobId)
    .select(PENDING_COLUMNS)
    .where("emailState", "=", "pending")
    .where((eb) => eb.or([eb("leadSeq", "is not", null), isNameOnly(eb)]))
    .orderBy("position")
    .execute();
}

export async function findNameOnlyResults(db: Db, jobId: string): Promise<string[]> {
  const rows = await resultsOf(db, jobId).select("companyName").where(isNameOnly).execute();
  return rows.flatMap(({ companyName }) => companyName ?? []);
}

export function findResultsInState(db: Db, jobId: string, state: EmailState, limit: number) {
  const results = resultsOf(db, jobId).selectAll().where("emailState", "=", state);
  return results.orderBy("position").limit(limit).execute();
}

export async function hasResultDomain(db: Db, jobId: string, domain: string): Promise<boolean> {
  const row = await resultsOf(db, jobId)
    .select("position")
    .where("domain", "=", domain)
    // A candidate may be another company's domain.
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

export function countEmailStates(db: Db, jobId: string) {
  return countStates<EmailState>(db, jobId, "email_state");
}

function changeResults(db: Db, jobId: string, change: Change<"jobResults">) {
  return db.updateTable("jobResults").set(change).where("jobId", "=", jobId);
}

/** @param state null if the provider could not be asked */
export async function setEmailState(
  db: Db,
  jobId: string,
  position: number,
  state: EmailState | null,
  finding: Change<"jobResults"> = {},
): Promise<void> {
  const change = { emailState: state, ...finding };
  await changeResults(db, jobId, change).where("position", "=", position).execute();
}

export async function markEmailsPending(db: Db, jobId: string, onlyNew: boolean): Promise<void> {
  await changeResults(db, jobId, { emailState: "pending" })
    .$if(onlyNew, (results) => results.where("isNew", "=", 1))
    .where("emailState", "is", null)
    .where(sql<boolean>`(SELECT email IS NULL FROM leads WHERE seq = lead_seq)`)
    .execute();
}

/** Skips companies that still have no domain. */
export async function failPendingEmails(db: Db, jobId: string): Promise<void> {
  const pending = changeResults(db, jobId, { emailState: "failed" });
  const failed = pending.where("emailState", "=", "pending");
  await failed.set({ skipReason: "no_domain" }).where(isNameOnly).execute();
  await failed.execute();
}

/** Undoes `failPendingEmails` and `failPendingSites`. */
export async function reopenResults(db: Db, jobId: string): Promise<void> {
  await changeResults(db, jobId, { emailState: "pending", skipReason: null })
    .where("emailState", "=", "failed")
    .where((eb) => eb.or([eb("skipReason", "is", null), eb("skipReason", "=", "no_domain")]))
    .execute();
  await changeResults(db, jobId, { siteState: "pending" })
    .where("siteState", "=", "failed")
    .execute();
}

export type PendingSite = Pick<JobResultRow, "position" | "leadSeq">;

export function findPendingSites(db: Db, jobId: string): Promise<PendingSite[]> {
  const sites = resultsOf(db, jobId).select(["position", "leadSeq"]);
  return sites.where("siteState", "=", "pending").orderBy("position").execute();
}

export async function setSiteState(db: Db, jobId: string, position: number, siteState: SiteState) {
  await changeResults(db, jobId, { siteState }).where("position", "=", position).execute();
}

export async function failPendingSites(db: Db, jobId: string): Promise<void> {
  const pending = changeResults(db, jobId, { siteState: "failed" });
  await pending.where("siteState", "=", "pending").execute();
}

export function countSiteStates(db: Db, jobId: string) {
  return countStates<SiteState>(db, jobId, "site_state");
}

export async function findLeadSeqsOfJob(db: Db, jobId: string): Promise<number[]> {
  const leads = resultsOf(db, jobId).select("leadSeq").distinct();
  const rows = await leads.where("leadSeq", "is not", null).orderBy("leadSeq").execute();
  return rows.flatMap(({ leadSeq }) => leadSeq ?? []);
}

export async function withLeads<Row extends JobResultRow>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { lead: LeadRow | undefined })[]> {
  const seqs = rows.flatMap((row) => row.leadSeq ?? []);
  const leads = await findLeadsBySeq(db, seqs);
  const bySeq = new Map(leads.map((lead) => [lead.seq, lead]));
  return rows.map((row) => ({ ...row, lead: bySeq.get(row.leadSeq ?? 0) }));
}

/** `before` is milliseconds UTC. Company names stay, so skips can be explained. */
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
