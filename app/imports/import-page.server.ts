import type { Db } from "~db/client";
import { findImports, getImport, type ImportEntry } from "~db/queries/imports";
import { countSkipped } from "~db/queries/job-results";
import type { JobStatus } from "~db/schema";
import { formatDate } from "../format/german";
import { isoTime } from "../format/iso-time";
import { findJob } from "../jobs/find-jobs.server";
import { displayDomain } from "../leads/domain-key.server";
import { FIELD_NAMES } from "../leads/lead";
import { emailText, phoneText } from "../leads/list/lead-view.server";
import type { FileTable } from "../tables/fields";
import { headerChoices } from "../tables/to-table.server";
import { type LoadedImport, loadImport, readImportFile } from "./imports.server";
import {
  countRows,
  importUnavailableReason,
  isOfClass,
  previewImport,
  type RowPreview,
} from "./preview-import.server";
import type { RowClass } from "./row-classes";
import { findUndoing } from "./undo-import.server";

const SAMPLES = 3;
const LOOKED_AT = 1_000;
const MAX_SAMPLE = 80;
const PREVIEW = 8;
/** Rows of a class that are shown; its Excel file has all of them. */
const SHOWN = 50;

type ImportState = JobStatus | "draft" | "undoing" | "undone";

type Undoing = ReadonlyMap<string, string>;

function stateOf({ id, undoneAt, jobId, status }: ImportEntry, undoing: Undoing): ImportState {
  if (undoneAt !== null) return "undone";
  if (undoing.has(id)) return "undoing";
  return jobId === null || status === null ? "draft" : status;
}

function toImportView(entry: ImportEntry, undoing: Undoing) {
  const { fresh, stored, undoneAt } = entry;
  return {
    id: entry.id,
    jobId: entry.jobId,
    fileName: entry.fileName,
    createdAt: isoTime(entry.createdAt),
    state: stateOf(entry, undoing),
    undoneAt: isoTime(undoneAt),
    fresh: fresh ?? 0,
    known: (stored ?? 0) - (fresh ?? 0),
  };
}

export type ImportView = ReturnType<typeof toImportView>;

export async function findRecentImports(db: Db, limit: number): Promise<ImportView[]> {
  const [entries, undoing] = await Promise.all([findImports(db, limit), findUndoing(db)]);
  return entries.map((entry) => toImportView(entry, undoing));
}

export type ColumnView = ReturnType<typeof columnViews>[number];

function columnViews({ header, rows }: FileTable) {
  const first = rows.slice(0, LOOKED_AT);
  const valuesOf = (column: number) =>
    first.flatMap((row) => row[column]?.slice(0, MAX_SAMPLE) || []);
  return header.map((name, column) => ({ name, samples: valuesOf(column).slice(0, SAMPLES) }));
}

function toPreview({ line, outcome, domain, company, cells, messages }: RowPreview) {
  const { tags = [], owner = null, followUpAt = null } = company?.listed ?? {};
  return {
    line,
    outcome,
    companyName: company?.name ?? cells.find((cell) => cell !== "") ?? null,
    domain: domain === null ? null : displayDomain(domain),
    email: emailText(company?.listed?.emails[0] ?? null),
    phone: phoneText(company?.phone ?? null),
    city: company?.city ?? null,
    tags: [
      ...tags,
      ...(owner ? [`${FIELD_NAMES.owner}: ${owner}`] : []),
      ...(followUpAt
        ? [`${FIELD_NAMES.followUpAt}: ${formatDate(isoTime(followUpAt), "UTC")}`]
        : []),
    ],
    messages,
  };
}

function messagesOf(rows: readonly RowPreview[], rowClass: RowClass) {
  return rows
    .filter((row) => isOfClass(row, rowClass))
    .slice(0, SHOWN)
    .map(({ line, messages }) => ({ line, messages }));
}

export type DryRunView = Awaited<ReturnType<typeof dryRunView>>;

/** @param rowClass the rows that are shown; the first ones of all for null */
async function dryRunView(
  db: Db,
  { table, mapping }: Pick<LoadedImport, "table" | "mapping">,
  rowClass: RowClass | null,
) {
  const rows = await previewImport(db, table, mapping);
  const counts = countRows(rows);
  const shown = rowClass === null ? rows : rows.filter((row) => isOfClass(row, rowClass));
  return {
    counts,
    rowClass,
    preview: shown.slice(0, rowClass === null ? PREVIEW : SHOWN).map(toPreview),
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
    faults: messagesOf(rows, "faulty"),
    left: messagesOf(rows, "dropped"),
  };
}

export type ImportOutcome = NonNullable<Awaited<ReturnType<typeof outcomeOf>>>;

async function outcomeOf(db: Db, jobId: string) {
  const job = await findJob(db, jobId);
  return job === undefined ? null : { job, skipped: await countSkipped(db, jobId) };
}

async function draftOf(db: Db, id: string, rowClass: RowClass | null) {
  const loaded = await loadImport(db, id);
  if (loaded === undefined || loaded.table.header.length === 0) return null;
  const { table, mapping, tag } = loaded;
  return {
    columns: columnViews(table),
    mapping,
    tag,
    note: table.note ?? null,
    header: headerView(table),
    dryRun: await dryRunView(db, loaded, rowClass),
  };
}

export type DraftHeader = ReturnType<typeof headerView>;

/** The lines that may name the columns, and the one that does; 0 for none. */
function headerView(table: FileTable) {
  const [first] = table.lines;
  const line = table.above === undefined ? (first ?? 2) - 1 : (table.above.at(-1)?.line ?? 0);
  const choices = headerChoices(table).map((record) => ({
    line: record.line,
    text: record.cells
      .filter((cell) => cell !== "")
      .join(" · ")
      .slice(0, MAX_SAMPLE),
  }));
  return { line, choices };
}

export async function loadImportPage(db: Db, id: string, rowClass: RowClass | null) {
  const row = await getImport(db, id);
  if (row === undefined) return undefined;
  const entry = toImportView(row, await findUndoing(db));
  return {
    entry,
    draft: entry.state === "draft" ? await draftOf(db, id, rowClass) : null,
    outcome: row.jobId === null ? null : await outcomeOf(db, row.jobId),
    isFollowing: ["queued", "running", "undoing"].includes(entry.state),
  };
}
