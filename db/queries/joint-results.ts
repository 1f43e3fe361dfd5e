import { sql } from "kysely";
import type { Db } from "../client";
import type { JobResultRow, LeadRow } from "../schema";
import { findJobResults, isListed, type ResultSelection, withLeads } from "./job-results";

export type JointResultRow = JobResultRow & {
  /** Position of the job in the request, from 0. */
  part: number;
  lead: LeadRow | undefined;
};

/** `nth` ranks a company's results: the job that found it new first, then in the order of the jobs. */
const numbered = (jobIds: readonly string[]) => sql`
  WITH asked AS (SELECT value AS job_id, key AS part FROM json_each(${JSON.stringify(jobIds)})),
  numbered AS (
    SELECT r.*, asked.part, iif(r.skip_reason IS NULL AND r.domain IS NOT NULL, row_number() OVER (
      PARTITION BY r.skip_reason IS NULL, ifnull(r.lead_seq, r.domain) ORDER BY r.is_new DESC, asked.part), 1) AS nth
    FROM asked JOIN job_results AS r ON r.job_id = asked.job_id
  )`;

const CONDITIONS = {
  stored: sql`skip_reason IS NULL AND nth = 1 AND ${isListed}`,
  new: sql`skip_reason IS NULL AND nth = 1 AND is_new = 1 AND ${isListed}`,
  skipped: sql`(skip_reason <> 'outside' OR nth > 1) AND (skip_reason IS NOT NULL OR ${isListed})`,
  outside: sql`skip_reason = 'outside'`,
} satisfies Record<ResultSelection, unknown>;

/** In the order of the jobs. A company's further results are duplicates. */
export async function findJointResults(
  db: Db,
  jobIds: readonly string[],
  selection: ResultSelection,
  limit: number,
  offset: number,
): Promise<JointResultRow[]> {
  const [first] = jobIds;
  if (first === undefined) return [];
  if (jobIds.length === 1) {
    const { results } = await findJobResults(db, first, selection, limit, offset);
    return results.map((result) => ({ ...result, part: 0 }));
  }
  const { rows } = await sql<JobResultRow & { part: number; nth: number }>`
    ${numbered(jobIds)} SELECT * FROM numbered WHERE ${CONDITIONS[selection]}
    ORDER BY part, position LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const results = rows.map(({ nth, ...row }) => ({
    ...row,
    skipReason: nth > 1 ? ("duplicate" as const) : row.skipReason,
  }));
  return withLeads(db, results);
}

export async function countWithEmail(db: Db, jobIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT leads.seq) AS count FROM job_results AS r JOIN leads ON leads.seq = r.lead_seq
    WHERE r.job_id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)}))
      AND r.skip_reason IS NULL AND leads.email IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts each company once. */
export async function countJointResults(
  db: Db,
  jobIds: readonly string[],
): Promise<{ stored: number; fresh: number }> {
  const { rows } = await sql<{ stored: number; fresh: number }>`
    ${numbered(jobIds)} SELECT count(*) AS stored, ifnull(sum(is_new), 0) AS fresh
    FROM numbered WHERE ${CONDITIONS.stored}`.execute(db);
  return rows[0] ?? { stored: 0, fresh: 0 };
}
