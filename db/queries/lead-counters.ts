import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { LeadListFilter } from "./lead-conditions";
import { listed } from "./read-rows";

/** The flags that each counter is kept by, as bits of one number. */
export const FLAGS = { approved: 1, contacted: 2, favorite: 4, hasEmail: 8, hasPhone: 16 } as const;

const isFlag = (name: string): name is keyof typeof FLAGS => Object.hasOwn(FLAGS, name);

/** What the counters tell besides the flags, and besides one tag or one search term alone. */
const FACETS = new Set(["sourceType", "minScore", "companyTypes", "federalStates"]);

export function isUnset(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Whether the counters tell of a filter. */
export const isFacet = (name: string) => isFlag(name) || FACETS.has(name);

function isCounted({ ids, ...filter }: LeadListFilter): boolean {
  const isTold = ([name, value]: [string, unknown]) => isFacet(name) || isUnset(value);
  // No ids at all are no leads at all, and no filter left out.
  return ids === undefined && Object.entries(filter).every(isTold);
}

export function isEmptyFilter(filter: LeadListFilter): boolean {
  return Object.values(filter).every(isUnset);
}

const anyOf = (values: readonly string[] = []) =>
  values.length === 0 ? [] : [sql`IN ${listed(values)}`];

/** How many leads meet a filter without text, null where the counters can't tell. */
export async function countByCounters(db: Db, filter: LeadListFilter): Promise<number | null> {
  const { tags = [], terms = [], ...rest } = filter;
  if (tags.length + terms.length === 1 && isEmptyFilter(rest)) {
    const [key] = [...tags, ...terms].map(labelKey);
    const { rows } = await (tags.length === 1
      ? sql<{ n: number }>`SELECT n FROM lead_tag_counts WHERE tag = ${key}`
      : sql<{ n: number }>`SELECT n FROM lead_term_counts WHERE term_key = ${key}`
    ).execute(db);
    return rows[0]?.n ?? 0;
  }
  const { followUpBefore, ...undated } = filter;
  if (followUpBefore !== undefined && isEmptyFilter(undated)) {
    // Few leads have a day to get back to; an index has them alone.
    const due = sql<{
      n: number;
    }>`SELECT count(*) AS n FROM leads WHERE follow_up_at < ${followUpBefore}`;
    return (await due.execute(db)).rows[0]?.n ?? 0;
  }
  if (!isCounted(filter)) return null;
  const facets = Object.entries({
    federal_state: anyOf(filter.federalStates),
    company_type: anyOf(filter.companyTypes),
    source_type: filter.sourceType === undefined ? [] : [sql`= ${filter.sourceType}`],
    score: filter.minScore === undefined ? [] : [sql`>= ${filter.minScore}`],
  }).flatMap(([column, asked]) => asked.map((condition) => ({ column, condition })));
  const [first = { column: "all", condition: sql`= ''` }] = facets;
  // The key begins with the state, of which there are few: a type is looked for within each of them.
  const states = sql`federal_state IN (SELECT value FROM lead_facet_counts WHERE kind = 'federal_state')`;
  const conditions =
    facets.length < 2
      ? [sql`kind = ${first.column}`, sql`value ${first.condition}`]
      : [
          ...(first.column === "company_type" ? [states] : []),
          ...facets.map(({ column, condition }) => sql`${sql.ref(column)} ${condition}`),
        ];
  const asked = Object.keys(filter)
    .filter(isFlag)
    .filter((name) => filter[name] !== undefined);
  const mask = asked.reduce((bits, name) => bits + FLAGS[name], 0);
  const flags = asked.reduce((bits, name) => bits + (filter[name] ? FLAGS[name] : 0), 0);
  const { rows } = await sql<{ n: number }>`SELECT ifnull(sum(n), 0) AS n
    FROM ${sql.ref(facets.length < 2 ? "lead_facet_counts" : "lead_counts")}
    WHERE ${sql.join(conditions, sql` AND `)} AND flags & ${mask} = ${flags}`.execute(db);
  return rows[0]?.n ?? 0;
}
