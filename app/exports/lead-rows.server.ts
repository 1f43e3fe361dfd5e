import type { Db } from "~db/client";
import type { ResultSelection } from "~db/queries/job-results";
import { findJointResults, type JointResultRow } from "~db/queries/joint-results";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  findLeadPage,
  type LeadSort,
  type SortDirection,
  sortKeyOf,
  UNCOUNTED,
} from "~db/queries/lead-list";
import { findTags, parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { skipText } from "../jobs/job-words";
import { displayDomain } from "../leads/domain-key.server";
import { leadDisplay } from "../leads/store/change-lead.server";
import type { LeadSheetRow, SkippedSheetRow } from "./lead-columns";

/** The leads of an Excel file: a filtered list in its order, or the results of jobs. */
export type ExportSelection =
  | { kind: "list"; filter: LeadListFilter; sort: LeadSort; dir: SortDirection }
  /** Several jobs are parts of one search: a lead of two of them stands in the file once. */
  | { kind: "jobs"; jobIds: readonly string[]; selection: "stored" | "new" };

/** What jobs found and left out. */
export interface SkippedSelection {
  kind: "skipped";
  jobIds: readonly string[];
  /** The companies come from a list and were looked for by name. */
  isList: boolean;
  /** Each result's place tells its row in the file. */
  hasLines: boolean;
}

/** Leads read at once while a file is written. */
const CHUNK = 500;

function toSheetRow(row: LeadRow, tags: readonly string[]): LeadSheetRow {
  const { unicodeDomain: domain, nationalPhone: phone } = leadDisplay(row.domain, row.phone);
  const [emails, topics] = [parseList(row.emails), parseList(row.topics)];
  return { ...row, domain, emails, topics, phone, tags };
}

async function* listChunks(
  db: Db,
  { filter, sort, dir }: Extract<ExportSelection, { kind: "list" }>,
): AsyncGenerator<LeadRow[]> {
  let last: LeadRow | undefined;
  do {
    const after = last && { key: sortKeyOf(last, sort), seq: last.seq };
    const chunk = await findLeadPage(
      db,
      { filter, sort, dir, limit: CHUNK, offset: 0, after },
      UNCOUNTED,
    );
    yield chunk;
    last = chunk.length === CHUNK ? chunk.at(-1) : undefined;
  } while (last !== undefined);
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

/** The rows of an Excel file, read some at a time. */
export async function* leadRows(db: Db, selection: ExportSelection): AsyncGenerator<LeadSheetRow> {
  const chunks =
    selection.kind === "list"
      ? listChunks(db, selection)
      : resultChunks(db, selection.jobIds, selection.selection);
  for await (const found of chunks) {
    const chunk = found.flatMap((entry) => ("lead" in entry ? (entry.lead ?? []) : entry));
    const seqs = chunk.map((lead) => lead.seq);
    const tags = await findTags(db, seqs);
    for (const lead of chunk) yield toSheetRow(lead, tags.get(lead.seq) ?? []);
  }
}

/** The rows of an Excel file of what was left out, read some at a time. */
export async function* skippedRows(
  db: Db,
  { jobIds, isList, hasLines }: SkippedSelection,
): AsyncGenerator<SkippedSheetRow> {
  for await (const results of resultChunks(db, jobIds, "skipped")) {
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
