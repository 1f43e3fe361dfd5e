import { sql } from "kysely";
import type { Db } from "../client";
import { isUnset, type LeadListFilter, type Sql } from "./lead-conditions";
import { listed } from "./read-rows";

/** Bits of the counters' `flags` column. */
export const FLAGS = { approved: 1, contacted: 2, favorite: 4, hasEmail: 8, hasPhone: 16 } as const;

const isFlag = (name: string): name is keyof typeof FLAGS => Object.hasOwn(FLAGS, name);

/** Filters that the counters answer, at most one at a time. */
const FACETS: Record<string, (filter: LeadListFilter) => Sql> = {
  federalState: ({ federalState = [] }) =>
    sql`kind = 'federal_state' AND value IN ${listed(federalState)}`,
  companyType: ({ companyType = [] }) =>
    sql`kind = 'company_type' AND value IN ${listed(companyType)}`,
  sourceType: ({ sourceType }) => sql`kind = 'source_type' AND value = ${sourceType}`,
  minScore: ({ minScore }) => sql`kind = 'score' AND value >= ${minScore}`,
};

const namesOf = (filter: LeadListFilter) =>
  Object.entries(filter).flatMap(([name, value]) =>
    // An empty `ids` matches no lead; other empty lists do not filter.
    value === undefined || (isUnset(value) && name !== "ids") ? [] : name,
  );

function queryFor(filter: LeadListFilter): Sql | null {
  const names = namesOf(filter);
  const [facet, ...others] = names.filter((name) => !isFlag(name));
  const condition = facet === undefined ? sql`kind = 'all'` : FACETS[facet]?.(filter);
  if (condition === undefined || others.length > 0) return null;
  const flags = names.filter(isFlag);
  const mask = flags.reduce((bits, name) => bits + FLAGS[name], 0);
  const wanted = flags.reduce((bits, name) => bits + (filter[name] ? FLAGS[name] : 0), 0);
  return sql`SELECT ifnull(sum(n), 0) AS n FROM lead_facet_counts
    WHERE ${condition} AND flags & ${mask} = ${wanted}`;
}

/** Null if the counters can't answer the filter. */
export async function countByCounters(db: Db, filter: LeadListFilter): Promise<number | null> {
  const query = queryFor(filter);
  if (query === null) return null;
  const { rows } = await sql<{ n: number }>`${query}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findTotals(db: Db) {
  const { rows } = await sql<{ flags: number; n: number }>`
    SELECT flags, n FROM lead_facet_counts WHERE kind = 'all'`.execute(db);
  const count = (bit: number) =>
    rows.reduce((sum, { flags, n }) => ((flags & bit) === bit ? sum + n : sum), 0);
  return {
    total: count(0),
    contacted: count(FLAGS.contacted),
    favorites: count(FLAGS.favorite),
    approved: count(FLAGS.approved),
    withEmail: count(FLAGS.hasEmail),
    withPhone: count(FLAGS.hasPhone),
  };
}

export async function countNewLeads(db: Db, times: readonly number[]): Promise<number[]> {
  const spans = times.slice(1).map((end, index) => [times[index], end]);
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM leads WHERE created_at >= value ->> 0 AND created_at < value ->> 1) AS n
    FROM json_each(${JSON.stringify(spans)})`.execute(db);
  return rows.map(({ n }) => n);
}
