import { type RawBuilder, sql } from "kysely";
import { labelKey } from "../fold";
import type { SourceType } from "../schema";

/** A filter of leads; absent means not narrowed. Times are milliseconds UTC. */
export interface LeadListFilter {
  q?: string;
  terms?: readonly string[];
  contacted?: boolean;
  favorite?: boolean;
  approved?: boolean;
  hasEmail?: boolean;
  hasPhone?: boolean;
  /** All of them. */
  tags?: readonly string[];
  /** Any of them. */
  companyTypes?: readonly string[];
  federalStates?: readonly string[];
  sourceType?: SourceType;
  minScore?: number;
  createdFrom?: number;
  /** Exclusive. */
  createdBefore?: number;
  /** Only these leads (a selection). */
  ids?: readonly string[];
}

function anyOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

export function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** The conditions of a filter but for the text, one by one. */
export function columnConditions(filter: LeadListFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.terms?.length) {
    const isOne = anyOf(sql`lead_terms.term_key`, filter.terms.map(labelKey));
    conditions.push(
      sql`EXISTS (SELECT 1 FROM lead_terms WHERE ${isOne} AND lead_terms.lead_seq = leads.seq)`,
    );
  }
  // Written as literals: a partial index is only used when its condition is plain to the planner.
  if (filter.contacted !== undefined) {
    conditions.push(filter.contacted ? sql`leads.contacted = 1` : sql`leads.contacted = 0`);
  }
  if (filter.favorite !== undefined) {
    conditions.push(filter.favorite ? sql`leads.favorite = 1` : sql`leads.favorite = 0`);
  }
  if (filter.approved !== undefined)
    conditions.push(sql`leads.approved = ${flag(filter.approved)}`);
  // As expressions of the indexes, word for word; anything else would read the row.
  if (filter.hasEmail !== undefined)
    conditions.push(sql`(leads.email IS NOT NULL) = ${flag(filter.hasEmail)}`);
  if (filter.hasPhone !== undefined)
    conditions.push(sql`(leads.phone IS NOT NULL) = ${flag(filter.hasPhone)}`);
  for (const tag of filter.tags ?? []) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM lead_tags WHERE lead_tags.tag = ${labelKey(tag)} AND lead_tags.lead_seq = leads.seq)`,
    );
  }
  if (filter.companyTypes?.length) {
    conditions.push(anyOf(sql`leads.company_type`, filter.companyTypes));
  }
  if (filter.federalStates?.length) {
    conditions.push(anyOf(sql`leads.federal_state`, filter.federalStates));
  }
  if (filter.sourceType !== undefined)
    conditions.push(sql`leads.source_type = ${filter.sourceType}`);
  if (filter.minScore !== undefined) conditions.push(sql`leads.score_key >= ${filter.minScore}`);
  if (filter.createdFrom !== undefined) {
    conditions.push(sql`leads.created_at >= ${filter.createdFrom}`);
  }
  if (filter.createdBefore !== undefined) {
    conditions.push(sql`leads.created_at < ${filter.createdBefore}`);
  }
  if (filter.ids !== undefined) conditions.push(anyOf(sql`leads.id`, filter.ids));
  return conditions;
}
