import type { Db } from "~db/client";
import { findJointResults } from "~db/queries/joint-results";
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
import { leadDisplay } from "../leads/store/change-lead.server";
import type { LeadSheetRow } from "./lead-columns";

/** The leads of an Excel file: a filtered list in its order, or the results of jobs. */
export type ExportSelection =
  | { kind: "list"; filter: LeadListFilter; sort: LeadSort; dir: SortDirection }
  /** Several jobs are parts of one search: a lead of two of them stands in the file once. */
  | { kind: "jobs"; jobIds: readonly string[] };

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

async function* jobChunks(db: Db, jobIds: readonly string[]): AsyncGenerator<LeadRow[]> {
  for (let offset = 0; ; offset += CHUNK) {
    const results = await findJointResults(db, jobIds, "stored", CHUNK, offset);
    yield results.flatMap(({ lead }) => lead ?? []);
    if (results.length < CHUNK) return;
  }
}

/** The rows of an Excel file, read some at a time. */
export async function* leadRows(db: Db, selection: ExportSelection): AsyncGenerator<LeadSheetRow> {
  const chunks =
    selection.kind === "list" ? listChunks(db, selection) : jobChunks(db, selection.jobIds);
  for await (const chunk of chunks) {
    const seqs = chunk.map((lead) => lead.seq);
    const tags = await findTags(db, seqs);
    for (const lead of chunk) yield toSheetRow(lead, tags.get(lead.seq) ?? []);
  }
}
