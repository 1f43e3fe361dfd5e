import type { Db } from "~db/client";
import { findImports, getImport, type ImportEntry } from "~db/queries/imports";
import { countSkipped } from "~db/queries/job-results";
import type { JobStatus } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { findJob } from "../jobs/find-jobs.server";
import { displayDomain } from "../leads/domain-key.server";
import { emailText, phoneText } from "../leads/list/lead-view.server";
import type { FileTable, Mapping } from "../tables/fields";
import { loadImport, readImportFile } from "./imports.server";
import {
  countRows,
  importUnavailableReason,
  previewImport,
  type RowPreview,
} from "./preview-import.server";
import { isUndoing } from "./undo-import.server";

const SAMPLES = 3;
const MAX_SAMPLE = 80;
const PREVIEW = 8;
/** Faulty rows that are named; the file of faulty rows has all of them. */
const SHOWN_FAULTS = 50;

type ImportState = JobStatus | "draft" | "undoing" | "undone";

function stateOf({ id, undoneAt, jobId, status }: ImportEntry): ImportState {
  if (undoneAt !== null) return "undone";
  if (isUndoing(id)) return "undoing";
  return jobId === null || status === null ? "draft" : status;
}

function toImportView(entry: ImportEntry) {
  const { fresh, stored, undoneAt } = entry;
  return {
    id: entry.id,
    fileName: entry.fileName,
    createdAt: isoTime(entry.createdAt),
    state: stateOf(entry),
    undoneAt: isoTime(undoneAt),
    fresh: fresh ?? 0,
    known: (stored ?? 0) - (fresh ?? 0),
  };
}

export type ImportView = ReturnType<typeof toImportView>;

export async function findRecentImports(db: Db, limit: number): Promise<ImportView[]> {
  return (await findImports(db, limit)).map(toImportView);
}

export type ColumnView = ReturnType<typeof columnViews>[number];

function columnViews(table: FileTable) {
  return table.header.map((name, column) => {
    const samples: string[] = [];
    for (const row of table.rows) {
      const value = row[column] ?? "";
      if (value !== "") samples.push(value.slice(0, MAX_SAMPLE));
      if (samples.length === SAMPLES) break;
    }
    return { name, samples };
  });
}

function toPreview({ line, outcome, domain, company }: RowPreview) {
  if (company === null) return [];
  return [
    {
      line,
      outcome,
      companyName: company.name,
      domain: domain === null ? null : displayDomain(domain),
      email: emailText(company.listed?.emails[0] ?? null),
      phone: phoneText(company.phone),
      city: company.city,
      tags: company.listed?.tags ?? [],
    },
  ];
}

function faultsOf(rows: readonly RowPreview[]) {
  return rows
    .filter(({ outcome }) => outcome === "faulty")
    .slice(0, SHOWN_FAULTS)
    .map(({ line, faults }) => ({ line, messages: faults }));
}

export type DryRunView = Awaited<ReturnType<typeof dryRunView>>;

async function dryRunView(db: Db, table: FileTable, mapping: Mapping) {
  const rows = await previewImport(db, table, mapping);
  const counts = countRows(rows);
  return {
    counts,
    preview: rows.flatMap(toPreview).slice(0, PREVIEW),
    faults: faultsOf(rows),
    /** Why the import can't start; null when it can. */
    obstacle: importUnavailableReason(mapping, counts),
  };
}

/** @throws Refusal when the file can't be read */
export async function dryRunReport(db: Db, file: File) {
  const { table, mapping } = await readImportFile(file);
  const rows = await previewImport(db, table, mapping);
  return {
    ...countRows(rows),
    mapping: table.header.map((column, index) => ({ column, field: mapping[index] ?? null })),
    faults: faultsOf(rows),
  };
}

export type ImportOutcome = NonNullable<Awaited<ReturnType<typeof outcomeOf>>>;

async function outcomeOf(db: Db, jobId: string) {
  const job = await findJob(db, jobId);
  return job === undefined ? null : { job, skipped: await countSkipped(db, jobId) };
}

async function draftOf(db: Db, id: string) {
  const loaded = await loadImport(db, id);
  if (loaded === undefined || loaded.table.header.length === 0) return null;
  const { table, mapping } = loaded;
  return { columns: columnViews(table), mapping, dryRun: await dryRunView(db, table, mapping) };
}

export async function loadImportPage(db: Db, id: string) {
  const row = await getImport(db, id);
  if (row === undefined) return undefined;
  const entry = toImportView(row);
  return {
    entry,
    draft: entry.state === "draft" ? await draftOf(db, id) : null,
    outcome: row.jobId === null ? null : await outcomeOf(db, row.jobId),
    isFollowing: ["queued", "running", "undoing"].includes(entry.state),
  };
}
