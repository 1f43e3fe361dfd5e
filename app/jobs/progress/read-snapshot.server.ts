import type { Db } from "~db/client";
import { findDeletedByDomain } from "~db/queries/deleted-leads";
import { findResultsAt } from "~db/queries/job-results";
import { findFollowUps, findParts, getJob } from "~db/queries/jobs";
import { countJointResults, countWithEmail, findJointResults } from "~db/queries/joint-results";
import { findTags } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { countSkippedJointly, findSupplement } from "../find-jobs.server";
import { toJob, toResultView } from "../job-json.server";
import { JOB_KINDS } from "../kinds/registry";
import { jobCost } from "../ledger/cost.server";
import {
  countResults,
  isOver,
  type JobSnapshot,
  RESULTS_PER_PAGE,
  type ResultsQuery,
} from "./job-snapshot";

export const FIRST_PAGE: ResultsQuery = { selection: "stored", page: 1 };

/** Of a larger import nobody asks how many have an email. */
const MOST_COUNTED = 5_000;

/** Positions of the results that changed, by job. */
export type Changes = ReadonlyMap<string, ReadonlySet<number>>;

async function wholePage(db: Db, rows: readonly JobRow[], { selection, page }: ResultsQuery) {
  const ids = rows.map(({ id }) => id);
  const offset = (page - 1) * RESULTS_PER_PAGE;
  return findJointResults(db, ids, selection, RESULTS_PER_PAGE, offset);
}

async function changedResults(db: Db, id: string, changes: Changes, { selection }: ResultsQuery) {
  const rows = await findResultsAt(db, id, [...(changes.get(id) ?? [])]);
  return rows
    .filter(({ isNew }) => selection === "stored" || isNew === 1)
    .map((row) => ({ ...row, part: 0 }));
}

/** The page asked for, or the last one where there are fewer. */
function pageWithin(page: number, count: number): number {
  return Math.min(page, Math.max(1, Math.ceil(count / RESULTS_PER_PAGE)));
}

/**
 * Whether results may leave their place while a job runs, so that a page must be told as a whole: a company that a
 * second job finds as well, one of a list that was looked for in vain, and those of every page but the first, since a
 * change does not tell its page.
 */
function mayMove(
  row: JobRow,
  parts: readonly JobRow[],
  { selection, page }: ResultsQuery,
): boolean {
  return (
    JOB_KINDS[row.kind].results === "rows" ||
    parts.length > 0 ||
    !["stored", "new"].includes(selection) ||
    page > 1
  );
}

/** What several jobs found together, each company counted once. */
export async function totalsOf(db: Db, rows: readonly JobRow[]): Promise<JobSnapshot["totals"]> {
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  const [only] = rows;
  if (rows.length === 1 && only) return { found, stored: only.stored, storedNew: only.fresh };
  const { stored, fresh } = await countJointResults(
    db,
    rows.map(({ id }) => id),
  );
  return { found, stored, storedNew: fresh };
}

/**
 * A job as it is now with a page of its results; undefined when there is no such job.
 *
 * @param changes narrows the results to those that changed, where their places hold
 */
export async function getJobSnapshot(
  db: Db,
  id: string,
  query: ResultsQuery = FIRST_PAGE,
  changes: Changes | "all" = "all",
): Promise<JobSnapshot | undefined> {
  const row = await getJob(db, id);
  if (row === undefined) return undefined;
  const parts = await findParts(db, id);
  const rows = [row, ...parts];
  const totals = await totalsOf(db, rows);
  const skipped = await countSkippedJointly(db, rows, totals.stored);
  const page = pageWithin(query.page, countResults({ totals, skipped })[query.selection]);
  const isWhole = changes === "all" || mayMove(row, parts, query);
  const results = isWhole
    ? await wholePage(db, rows, { ...query, page })
    : await changedResults(db, id, changes, query);
  const ids = rows.map((entry) => entry.id);
  const followUps = await findFollowUps(db, ids);
  const left = results.filter(({ skipReason }) => skipReason === "in_trash");
  const deletedLeads = await findDeletedByDomain(
    db,
    left.flatMap(({ domain }) => domain ?? []),
  );
  const tags = await findTags(
    db,
    results.flatMap(({ leadSeq }) => leadSeq ?? []),
  );
  const run = {
    job: toJob(row),
    parts: parts.map(toJob),
    followUps: followUps.map(toJob),
  };
  const isCounted = isOver(run) && totals.stored <= MOST_COUNTED;
  return {
    ...run,
    supplement: await findSupplement(db, id),
    totals,
    readAt: Date.now(),
    withEmail: isCounted ? await countWithEmail(db, ids) : null,
    results: results.map((result) =>
      toResultView(result, rows[result.part] ?? row, deletedLeads, tags),
    ),
    page,
    isWhole,
    skipped,
    cost: await jobCost(db, [...ids, ...followUps.map((job) => job.id)]),
  };
}
