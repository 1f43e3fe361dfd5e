import type { Db } from "~db/client";
import { findDeletedByDomain } from "~db/queries/deleted-leads";
import { countSiteStates, withoutHidden } from "~db/queries/job-results";
import { findFollowUps, findParts, getJob } from "~db/queries/jobs";
import { countJointResults, countWithEmail, findJointResults } from "~db/queries/joint-results";
import { findTags } from "~db/queries/leads";
import type { JobRow } from "~db/schema";
import { findAreaCount } from "../area/find-area.server";
import { countSkippedJointly, findSupplement } from "../find-jobs.server";
import { toJob, toResultView } from "../job-json.server";
import { jobCost } from "../ledger/cost.server";
import {
  countResults,
  isOver,
  type JobSnapshot,
  RESULTS_PER_PAGE,
  type ResultsQuery,
} from "./job-snapshot";

export const FIRST_PAGE: ResultsQuery = { selection: "stored", page: 1 };

/** Larger imports show no email count. */
const MAX_COUNTED = 5_000;

function pageWithin(page: number, count: number): number {
  return Math.min(page, Math.max(1, Math.ceil(count / RESULTS_PER_PAGE)));
}

/** Counts each company once. */
export async function totalsOf(db: Db, rows: readonly JobRow[]): Promise<JobSnapshot["totals"]> {
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  const [only] = rows;
  const { stored, fresh } =
    rows.length === 1 && only
      ? only
      : await countJointResults(
          db,
          rows.map(({ id }) => id),
        );
  return { found, stored, storedNew: fresh };
}

export async function getJobSnapshot(
  db: Db,
  id: string,
  query: ResultsQuery = FIRST_PAGE,
): Promise<JobSnapshot | undefined> {
  const order = performance.timeOrigin + performance.now();
  const asked = await getJob(db, id);
  if (asked === undefined) return undefined;
  const rows = await withoutHidden(db, [asked, ...(await findParts(db, id))]);
  const [row = asked, ...parts] = rows;
  const ids = rows.map((entry) => entry.id);
  const totals = await totalsOf(db, rows);
  const skipped = await countSkippedJointly(db, rows, totals.stored);
  const page = pageWithin(query.page, countResults({ totals, skipped })[query.selection]);
  const offset = (page - 1) * RESULTS_PER_PAGE;
  const results = await findJointResults(db, ids, query.selection, RESULTS_PER_PAGE, offset);
  const followUps = await findFollowUps(db, ids);
  const inTrash = results.filter(({ skipReason }) => skipReason === "in_trash");
  const domains = inTrash.flatMap(({ domain }) => domain ?? []);
  const deletedLeads = await findDeletedByDomain(db, domains);
  const seqs = results.flatMap(({ leadSeq }) => leadSeq ?? []);
  const tags = await findTags(db, seqs);
  const run = { job: toJob(row), parts: parts.map(toJob), followUps: followUps.map(toJob) };
  const isCounted = isOver(run) && totals.stored <= MAX_COUNTED;
  return {
    ...run,
    supplement: await findSupplement(db, id),
    totals,
    readAt: Date.now(),
    order,
    unreadable: (await countSiteStates(db, id)).get("unreadable") ?? 0,
    withEmail: isCounted ? await countWithEmail(db, ids) : null,
    results: results.map((result) =>
      toResultView(result, rows[result.part] ?? row, deletedLeads, tags),
    ),
    page,
    skipped,
    area: await findAreaCount(db, asked),
    cost: await jobCost(db, [...ids, ...followUps.map((job) => job.id)]),
  };
}
