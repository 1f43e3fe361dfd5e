import { FIELDS, PLAIN_TEXTS } from "~db/schema/lead-fields";
import type { toListLead } from "./lead-view.server";

export const LEAD_SORTS = [
  "createdAt",
  "updatedAt",
  "companyName",
  "domain",
  "city",
  "salesScore",
  "sourceTerm",
] as const;
/** The most useful first. */
export const COLUMN_KEYS = [
  ...(["contact", "tags", "score", "createdAt", "term", "city", "federalState"] as const),
  ...(["companyType", "source", "person", "owner", "followUp", "updatedAt"] as const),
  ...PLAIN_TEXTS.filter((name) => "inList" in FIELDS[name]),
];
export type ColumnKey = (typeof COLUMN_KEYS)[number];
export const COLUMN_WIDTHS = ["narrow", "normal", "wide"] as const;
export type ColumnChoice = readonly [ColumnKey, (typeof COLUMN_WIDTHS)[number]];
export interface ListLayout {
  columns: readonly ColumnChoice[];
  /** Rows are 48 px high. */
  isRoomy: boolean;
}
export interface ListOptions {
  tags: readonly string[];
  layout: ListLayout;
}
export const DEFAULT_COLUMNS = COLUMN_KEYS.slice(0, 5).map((key): ColumnChoice => [key, "normal"]);
export const PAGE_SIZES = [25, 50, 100, 200] as const;

export type ListLead = ReturnType<typeof toListLead>;
export type LeadSortField = (typeof LEAD_SORTS)[number];

export function defaultDirection(sort: LeadSortField): "asc" | "desc" {
  return sort === "createdAt" || sort === "updatedAt" || sort === "salesScore" ? "desc" : "asc";
}
