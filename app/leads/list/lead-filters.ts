import type { z } from "zod";
import type { LeadFilterSchema, LeadListQuerySchema } from "./lead-filter-schema.server";

export const LEAD_SORTS = [
  "createdAt",
  "updatedAt",
  "companyName",
  "domain",
  "city",
  "salesScore",
  "sourceTerm",
] as const;
export const PAGE_SIZES = [25, 50, 100, 200] as const;
export const MAX_QUERY_LENGTH = 200;

export type LeadFilter = z.infer<typeof LeadFilterSchema>;
export type LeadSortField = (typeof LEAD_SORTS)[number];
export type LeadListQuery = z.infer<typeof LeadListQuerySchema>;

/** Names sort from A, everything else begins with the newest or best. */
export function defaultDirection(sort: LeadSortField): "asc" | "desc" {
  return sort === "createdAt" || sort === "updatedAt" || sort === "salesScore" ? "desc" : "asc";
}
