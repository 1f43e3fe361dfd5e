import type { LeadListFilter } from "~db/queries/lead-conditions";
import type { LeadSort, SortDirection } from "~db/queries/lead-list";

/** Which leads an Excel file holds: those of a filtered list in its order, or the results of jobs. */
export type ExportSelection =
  | { kind: "list"; filter: LeadListFilter; sort: LeadSort; dir: SortDirection }
  /** Several jobs are parts of one search: a lead of two of them stands in the file once. */
  | { kind: "jobs"; jobIds: readonly string[] };

/** What the worker thread that writes a file is told. */
export interface ExportRequest {
  databasePath: string;
  /** The file to write. */
  path: string;
  timeZone: string;
  selection: ExportSelection;
}

/** What it answers. */
export type ExportAnswer = { rows: number } | { error: string };
