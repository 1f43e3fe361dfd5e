import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { LeadListFilter } from "./lead-conditions";

/** A tag or a search term by its key, and how many leads have it. */
interface Label {
  kind: "tag" | "term";
  key: string;
  n: number;
}

/** The labels that every lead of a filter has; several terms are an alternative. */
function labelsOf({ tags = [], terms = [] }: LeadListFilter): Omit<Label, "n">[] {
  return [
    ...tags.map((tag) => ({ kind: "tag" as const, key: labelKey(tag) })),
    ...(terms.length === 1 ? terms : []).map((term) => ({
      kind: "term" as const,
      key: labelKey(term),
    })),
  ];
}

/** The flags that each counter is kept by, as bits of one number. */
export const FLAGS = { approved: 1, contacted: 2, favorite: 4, hasEmail: 8, hasPhone: 16 } as const;

const isFlag = (name: string): name is keyof typeof FLAGS => Object.hasOwn(FLAGS, name);

/** What the counters tell besides the flags, and besides one tag or one search term alone. */
const FACETS = new Set(["sourceType", "minScore", "companyTypes", "federalStates"]);

export function isUnset(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function isCounted({ ids, ...filter }: LeadListFilter): boolean {
  const isTold = ([name, value]: [string, unknown]) =>
    isFlag(name) || FACETS.has(name) || isUnset(value);
  // No ids at all are no leads at all, and no filter left out.
  return ids === undefined && Object.entries(filter).every(isTold);
}

export function isEmptyFilter(filter: LeadListFilter): boolean {
  return Object.values(filter).every(isUnset);
}

const anyOf = (values: readonly string[] = []) =>
  values.length === 0 ? [] : [sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`];

/** How many leads meet a filter without text, null where the counters can't tell. */
export async function countByCounters(db: Db, filter: LeadListFilter): Promise<number | null> {
  const { tags: _tags, terms = [], ...rest } = filter;
  const rarest = await findRarest(db, filter);
  const isOnly = labelsOf(filter).length === 1 && terms.length < 2 && isEmptyFilter(rest);
  if (rarest !== null && (rarest.n === 0 || isOnly)) return rarest.n;
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

/** The wanted tag, or the only search term, that fewest leads have, of which there may be none. */
async function findRarest(db: Db, filter: LeadListFilter): Promise<Label | null> {
  const labels = labelsOf(filter);
  if (labels.length === 0) return null;
  const keysOf = (kind: Label["kind"]) =>
    JSON.stringify(labels.flatMap((label) => (label.kind === kind ? label.key : [])));
  const { rows } = await sql<Label>`
    SELECT 'tag' AS kind, tag AS key, n FROM lead_tag_counts
      WHERE tag IN (SELECT value FROM json_each(${keysOf("tag")}))
    UNION ALL SELECT 'term', term_key, n FROM lead_term_counts
      WHERE term_key IN (SELECT value FROM json_each(${keysOf("term")}))`.execute(db);
  const counted = labels.map(
    (label) =>
      rows.find(({ kind, key }) => kind === label.kind && key === label.key) ?? { ...label, n: 0 },
  );
  return counted.reduce((rarest, one) => (one.n < rarest.n ? one : rarest));
}
