import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import { flag, type LeadListFilter } from "./lead-conditions";

/** A tag or a search term by its key, and how many leads have it. */
export interface Label {
  kind: "tag" | "term";
  key: string;
  n: number;
}

/** The labels that every lead of a filter has; several terms are an alternative. */
export function labelsOf({ tags = [], terms = [] }: LeadListFilter): Omit<Label, "n">[] {
  return [
    ...tags.map((tag) => ({ kind: "tag" as const, key: labelKey(tag) })),
    ...(terms.length === 1 ? terms : []).map((term) => ({
      kind: "term" as const,
      key: labelKey(term),
    })),
  ];
}

/** What the counters are kept by. A filter that is not among them is counted in the rows. */
const COUNTED: readonly string[] = [
  "contacted",
  "favorite",
  "approved",
  "hasEmail",
  "hasPhone",
  "sourceType",
  "minScore",
  "companyTypes",
  "federalStates",
] satisfies (keyof LeadListFilter)[];

function isUnset(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function isCounted({ ids, ...filter }: LeadListFilter): boolean {
  const others = Object.entries(filter).filter(([name]) => !COUNTED.includes(name));
  // No ids at all are no leads at all, and no filter left out.
  return ids === undefined && others.every(([, value]) => isUnset(value));
}

export function isEmptyFilter(filter: LeadListFilter): boolean {
  return Object.values(filter).every(isUnset);
}

/** How many leads meet a filter without text, null where the counters can't tell. */
export async function countByCounters(db: Db, filter: LeadListFilter): Promise<number | null> {
  const { tags: _tags, terms: _terms, ...rest } = filter;
  const rarest = await findRarest(db, filter);
  const isOnly = labelsOf(filter).length === 1 && isEmptyFilter(rest);
  if (rarest !== null && (rarest.n === 0 || isOnly)) return rarest.n;
  if (!isCounted(filter)) return null;
  let query = db.selectFrom("leadCounts").select((eb) => eb.fn.sum<number | null>("n").as("n"));
  const flags = {
    contacted: filter.contacted,
    favorite: filter.favorite,
    approved: filter.approved,
  };
  for (const [column, value] of Object.entries(flags)) {
    if (value !== undefined) query = query.where(sql.ref(column), "=", flag(value));
  }
  if (filter.hasEmail !== undefined)
    query = query.where(sql`has_email`, "=", flag(filter.hasEmail));
  if (filter.hasPhone !== undefined)
    query = query.where(sql`has_phone`, "=", flag(filter.hasPhone));
  if (filter.sourceType !== undefined) query = query.where("sourceType", "=", filter.sourceType);
  if (filter.minScore !== undefined) query = query.where("score", ">=", filter.minScore);
  if (filter.companyTypes?.length) query = query.where("companyType", "in", filter.companyTypes);
  if (filter.federalStates?.length) query = query.where("federalState", "in", filter.federalStates);
  const row = await query.executeTakeFirst();
  return row?.n ?? 0;
}

/** The wanted tag, or the only search term, that fewest leads have, of which there may be none. */
export async function findRarest(db: Db, filter: LeadListFilter): Promise<Label | null> {
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
