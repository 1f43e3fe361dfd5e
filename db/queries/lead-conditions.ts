import { type RawBuilder, sql } from "kysely";
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
  /** Any of them; null where none is known. */
  federalStates?: readonly string[] | readonly [null];
  sourceType?: SourceType;
  minScore?: number;
  createdFrom?: number;
  /** Exclusive. */
  createdBefore?: number;
  /** Only these leads (a selection). */
  ids?: readonly string[];
}

export function isOneOf(column: RawBuilder<unknown>, values: readonly (string | null)[]) {
  if (values.length === 1)
    return values[0] === null ? sql`${column} IS NULL` : sql`${column} = ${values[0]}`;
  return sql`${column} IN (${sql.join(values)})`;
}

/** The conditions that the index `leads_by_seq` answers, here called `facts`: expressions as it has them, word for word. */
export function factConditions(filter: LeadListFilter): RawBuilder<unknown>[] {
  const { contacted, favorite, approved, hasEmail, hasPhone } = filter;
  const flags: [RawBuilder<unknown>, boolean | undefined][] = [
    [sql`facts.contacted`, contacted],
    [sql`facts.favorite`, favorite],
    [sql`facts.approved`, approved],
    [sql`(facts.email IS NOT NULL)`, hasEmail],
    [sql`(facts.phone IS NOT NULL)`, hasPhone],
  ];
  const conditions = flags.flatMap(([column, value]) =>
    value === undefined ? [] : sql`${column} = ${value ? 1 : 0}`,
  );
  const { companyTypes, federalStates, sourceType, minScore, createdFrom, createdBefore } = filter;
  if (companyTypes?.length) conditions.push(isOneOf(sql`facts.company_type`, companyTypes));
  if (federalStates?.length) conditions.push(isOneOf(sql`facts.federal_state`, federalStates));
  if (sourceType !== undefined) conditions.push(sql`facts.source_type = ${sourceType}`);
  if (minScore !== undefined) conditions.push(sql`facts.score_key >= ${minScore}`);
  if (createdFrom !== undefined) conditions.push(sql`facts.created_at >= ${createdFrom}`);
  if (createdBefore !== undefined) conditions.push(sql`facts.created_at < ${createdBefore}`);
  return conditions;
}
