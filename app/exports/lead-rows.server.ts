import type { Db } from "~db/client";
import type { ResultSelection } from "~db/queries/job-results";
import { findJobsOfSource } from "~db/queries/jobs";
import { findJointResults, type JointResultRow } from "~db/queries/joint-results";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  findMatchingSeqs,
  findPageSeqs,
  findSheetRows,
  type LeadCursor,
  type LeadSort,
  type SheetRow,
  type SortDirection,
  UNCOUNTED,
} from "~db/queries/lead-list";
import { hasJobFound } from "~db/queries/leads";
import { skipText } from "../jobs/job-words";
import { displayDomain } from "../reading/companies/domain-key.server";
import { SHEET_FIELDS, type SkippedSheetRow } from "./lead-columns";

export type ExportSelection =
  | { kind: "list"; filter: LeadListFilter; sort: LeadSort; dir: SortDirection }
  /** Parts of one search; a lead of two of them stands there once. */
  | { kind: "jobs"; jobIds: readonly string[]; selection: "stored" | "new" };

export interface SkippedSelection {
  kind: "skipped";
  jobIds: readonly string[];
  /** Companies of a list, which were looked for by name. */
  isList: boolean;
  /** Places are rows in the file. */
  hasLines: boolean;
  /** Only what lies outside of the region, or only the rest. */
  outside?: boolean;
}

const CHUNK = 1_000;

async function* listChunks(
  db: Db,
  { filter, sort, dir }: Extract<ExportSelection, { kind: "list" }>,
): AsyncGenerator<SheetRow[]> {
  let after: LeadCursor | undefined;
  for (;;) {
    const request = { filter, sort, dir, limit: CHUNK, offset: 0, after };
    const seqs = await findPageSeqs(db, request, UNCOUNTED);
    const { rows, last } = await findSheetRows(db, SHEET_FIELDS, seqs, sort);
    yield rows;
    if (seqs.length < CHUNK) return;
    // Goes on from here where all of the chunk were deleted meanwhile.
    after = last ?? after;
  }
}

async function* resultChunks(
  db: Db,
  jobIds: readonly string[],
  selection: ResultSelection,
): AsyncGenerator<JointResultRow[]> {
  for (let offset = 0; ; offset += CHUNK) {
    const results = await findJointResults(db, jobIds, selection, CHUNK, offset);
    yield results;
    if (results.length < CHUNK) return;
  }
}

export async function* leadRows(db: Db, selection: ExportSelection): AsyncGenerator<SheetRow> {
  if (selection.kind === "list") {
    for await (const rows of listChunks(db, selection)) yield* rows;
    return;
  }
  for await (const seqs of seqChunks(db, selection)) {
    yield* (await findSheetRows(db, SHEET_FIELDS, seqs, "createdAt")).rows;
  }
}

async function* seqChunks(db: Db, selection: ExportSelection): AsyncGenerator<number[]> {
  if (selection.kind === "jobs") {
    for await (const results of resultChunks(db, selection.jobIds, selection.selection)) {
      yield results.flatMap(({ leadSeq }) => leadSeq ?? []);
    }
    return;
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const seqs = await findMatchingSeqs(db, selection.filter, { after, limit: CHUNK });
    yield seqs;
    after = seqs.at(-1);
  }
}

export async function hasRowOf(
  db: Db,
  selection: ExportSelection | SkippedSelection,
  source: "osm" | "register",
): Promise<boolean> {
  const jobs = await findJobsOfSource(db, source);
  if (jobs.length === 0) return false;
  if (selection.kind === "skipped") return selection.jobIds.some((id) => jobs.includes(id));
  for await (const seqs of seqChunks(db, selection)) {
    if (await hasJobFound(db, jobs, seqs)) return true;
  }
  return false;
}

export async function* skippedRows(
  db: Db,
  { jobIds, isList, hasLines, outside }: SkippedSelection,
): AsyncGenerator<SkippedSheetRow> {
  for (const selection of ["skipped", "outside"] as const) {
    if ((outside ?? selection === "outside") !== (selection === "outside")) continue;
    for await (const results of resultChunks(db, jobIds, selection)) {
      for (const { skipReason, position, domain, ...row } of results) {
        if (skipReason === null) continue;
        yield {
          ...row,
          number: hasLines ? position + 1 : position,
          domain: domain === null ? null : displayDomain(domain),
          reason: skipText(skipReason, isList),
        };
      }
    }
  }
}
