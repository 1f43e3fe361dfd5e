import type { Db } from "~db/client";
import type { ResultSelection } from "~db/queries/job-results";
import { findJobsOfSource } from "~db/queries/jobs";
import { findJointResults, type JointResultRow } from "~db/queries/joint-results";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  findHits,
  findLeadsBySeq,
  findPageSeqs,
  type LeadSort,
  type SortDirection,
} from "~db/queries/lead-list";
import { findTags, hasJobFound } from "~db/queries/leads";
import { skipText } from "../jobs/job-words";
import { parseImprint } from "../leads/lead-schema";
import { displayDomain } from "../reading/companies/domain-key.server";
import type { SheetRow, SkippedSheetRow } from "./lead-columns";

export type ExportSelection =
  | { kind: "list"; filter: LeadListFilter; sort: LeadSort; dir: SortDirection }
  /** Jobs of one search; each lead comes once. */
  | {
      kind: "jobs";
      jobIds: readonly string[];
      selection: "stored" | "new";
      /** Only companies that object to advertising (true), or only the others. */
      adObjection?: boolean | undefined;
    };

export interface SkippedSelection {
  kind: "skipped";
  jobIds: readonly string[];
  /** The companies come from a list and were looked up by name. */
  isList: boolean;
  /** Positions are rows in the file. */
  hasLines: boolean;
  /** Only results outside of the region (true), or only the others. */
  outside?: boolean;
}

const CHUNK = 1_000;

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

async function* seqChunks(db: Db, selection: ExportSelection): AsyncGenerator<number[]> {
  if (selection.kind === "jobs") {
    for await (const results of resultChunks(db, selection.jobIds, selection.selection))
      yield results.flatMap(({ leadSeq }) => leadSeq ?? []);
    return;
  }
  const { filter, ...order } = selection;
  const hits = await findHits(db, filter);
  const seqs = await findPageSeqs(db, { ...order, limit: Number.MAX_SAFE_INTEGER }, hits);
  for (let at = 0; at < seqs.length; at += CHUNK) yield seqs.slice(at, at + CHUNK);
}

export async function* leadRows(db: Db, selection: ExportSelection): AsyncGenerator<SheetRow> {
  for await (const seqs of seqChunks(db, selection)) {
    const tags = await findTags(db, seqs);
    for (const { imprint, ...lead } of await findLeadsBySeq(db, seqs)) {
      const isObjecting = lead.adObjection !== null;
      if (selection.kind === "jobs" && (selection.adObjection ?? isObjecting) !== isObjecting)
        continue;
      yield {
        ...lead,
        tags: tags.get(lead.seq) ?? [],
        imprint: imprint === null ? null : parseImprint(imprint),
      };
    }
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
