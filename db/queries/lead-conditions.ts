import { type RawBuilder, sql } from "kysely";
import { labelKey } from "../fold";
import { KM_PER_DEGREE, type Point, postalCodeRanges } from "../german-places";
import type { SourceType } from "../schema";
import { columnOf } from "./read-rows";

/** Leads that the jobs or the campaign found. `isNew` keeps those new to any of the jobs (true) or to none (false). */
export interface FoundBy {
  jobIds?: readonly string[];
  campaignId?: string;
  isNew?: boolean;
}

type Flag = "contacted" | "favorite" | "approved" | "hasEmail" | "hasPhone" | "adObjection";
type Words = "term" | "companyType" | "federalState" | "offerPackage" | "owner";

/** Absent fields do not filter. Any of several words matches; „not.“ excludes each. Times are milliseconds UTC. */
export interface LeadListFilter
  extends Partial<Record<Flag, boolean>>,
    Partial<Record<Words | `not.${Words | "tag"}`, readonly string[]>> {
  q?: string;
  /** A lead needs all of them. */
  tag?: readonly string[];
  /** All these fields must be empty. */
  without?: readonly string[];
  /** The first digits. */
  postalCode?: string;
  near?: Point & { km: number };
  followUpBefore?: number;
  contactedBefore?: number;
  sourceType?: SourceType;
  minScore?: number;
  /** Only true filters. */
  fits?: boolean | undefined;
  duplicate?: boolean | undefined;
  createdFrom?: number;
  /** Exclusive. */
  createdBefore?: number;
  /** A lead must match all of them. */
  foundBy?: readonly FoundBy[];
  /** Public ids of selected leads. */
  ids?: readonly string[];
}

export type Sql = RawBuilder<unknown>;

export function isUnset(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

export function isEmptyFilter(filter: LeadListFilter): boolean {
  return Object.values(filter).every(isUnset);
}

function isWithin(ranges: readonly [from: string, before: string][]): Sql {
  const half = ranges.length >> 1;
  const [from, before] = ranges[half] ?? ["", ""];
  if (ranges.length <= 1)
    return sql`(secondary.postal_code >= ${from} AND secondary.postal_code < ${before})`;
  return sql`iif(secondary.postal_code < ${from}, ${isWithin(ranges.slice(0, half))}, ${isWithin(ranges.slice(half))})`;
}

/** Uses a lead's coordinates, else its postal code. */
function isNear({ km, ...centre }: Point & { km: number }): Sql {
  const { latitude, longitude } = centre;
  const width = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const north = sql`((secondary.latitude - ${latitude}) * ${KM_PER_DEGREE})`;
  const east = sql`((secondary.longitude - ${longitude}) * ${width})`;
  const degrees = km / KM_PER_DEGREE;
  return sql`(secondary.latitude BETWEEN ${latitude - degrees} AND ${latitude + degrees}
      AND ${north} * ${north} + ${east} * ${east} <= ${km * km}
    OR secondary.latitude IS NULL AND length(secondary.postal_code) = 5 AND ${isWithin(postalCodeRanges(centre, km))})`;
}

const LABELS = {
  tag: { table: sql`lead_tags`, column: sql`tag` },
  term: { table: sql`lead_terms`, column: sql`term_key` },
};

/** Leads with any of the labels. */
export function labelled(kind: keyof typeof LABELS, values: readonly string[]): Sql {
  const { table, column } = LABELS[kind];
  const keys = [...new Set(values.map(labelKey))];
  return sql`SELECT DISTINCT lead_seq AS seq FROM ${table} WHERE ${isOneOf(column)(keys)}`;
}

export function createdWithin({ createdFrom = 0, createdBefore }: LeadListFilter): Sql {
  return sql`SELECT seq FROM leads INDEXED BY leads_by_created
    WHERE created_at >= ${createdFrom} AND created_at < ${createdBefore ?? Number.MAX_SAFE_INTEGER}`;
}

export const dueBefore = (time: number) => sql`SELECT seq FROM leads WHERE follow_up_at < ${time}`;

const isUncontactedSince = (since: number, seq: Sql) => sql`NOT EXISTS (SELECT 1 FROM lead_notes
    WHERE lead_seq = ${seq} AND at >= ${since} AND channel IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM lead_events WHERE lead_seq = ${seq} AND at >= ${since}
    AND changes ->> '$.tags.to' LIKE '%"kontaktiert"%'
    AND changes ->> '$.tags.from' NOT LIKE '%"kontaktiert"%')`;

const isOneOf = (column: Sql) => (values: readonly string[]) =>
  sql`${column} IN (${sql.join(values)})`;
const isNoneOf = (column: Sql) => (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${column} IS NOT ${value}`),
    sql` AND `,
  );
const isFlag = (column: Sql) => (value: boolean) => sql`${column} = ${value ? 1 : 0}`;

function when<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql[] {
  return value === undefined || isUnset(value) ? [] : [condition(value)];
}

/** Fields of `without` that `leads_by_seq` covers; `leads_by_secondary` covers the others. */
const FACTS = new Set(["email", "phone", "companyType", "federalState"]);

/**
 * A filter's conditions, without its text, tags and selections: `facts` for the index `leads_by_seq`, `secondary` for
 * `leads_by_secondary`, and `others` by lead number. SQLite uses the indexes only for literally equal expressions.
 */
export function conditionsOf(filter: LeadListFilter) {
  const wordsIn = (table: string, ...names: Exclude<Words, "term">[]) =>
    names.flatMap((name) => {
      const column = sql.ref(`${table}.${columnOf(name)}`);
      const not = when(filter[`not.${name}`], isNoneOf(column));
      return [...when(filter[name], isOneOf(column)), ...not];
    });
  const emptyIn = (table: "facts" | "secondary") =>
    (filter.without ?? [])
      .filter((field) => FACTS.has(field) === (table === "facts"))
      .map((field) => sql`(${sql.ref(`${table}.${columnOf(field)}`)} IS NOT NULL) = 0`);
  const facts = [
    when(filter.contacted, isFlag(sql`facts.contacted`)),
    when(filter.favorite, isFlag(sql`facts.favorite`)),
    when(filter.approved, isFlag(sql`facts.approved`)),
    when(filter.hasEmail, isFlag(sql`(facts.email IS NOT NULL)`)),
    when(filter.hasPhone, isFlag(sql`(facts.phone IS NOT NULL)`)),
    wordsIn("facts", "companyType", "federalState"),
    when(filter.sourceType, (type) => sql`facts.source_type = ${type}`),
    when(filter.minScore, (score) => sql`facts.score_key >= ${score}`),
    when(filter.createdFrom, (time) => sql`facts.created_at >= ${time}`),
    when(filter.createdBefore, (time) => sql`facts.created_at < ${time}`),
    emptyIn("facts"),
  ];
  const secondary = [
    when(filter.postalCode, (start) => isWithin([[start, `${start}a`]])),
    when(filter.near, isNear),
    wordsIn("secondary", "offerPackage", "owner"),
    when(filter.followUpBefore, (time) => sql`secondary.follow_up_at < ${time}`),
    when(filter.adObjection, isFlag(sql`(secondary.ad_objection IS NOT NULL)`)),
    emptyIn("secondary"),
  ];
  const others = (seq: Sql) => [
    when(filter.term, (terms) => sql`+${seq} IN (${labelled("term", terms)})`),
    when(filter["not.term"], (terms) => sql`+${seq} NOT IN (${labelled("term", terms)})`),
    when(filter["not.tag"], (tags) => sql`+${seq} NOT IN (${labelled("tag", tags)})`),
    when(filter.contactedBefore, (time) => isUncontactedSince(time, seq)),
  ];
  return {
    facts: facts.flat(),
    secondary: secondary.flat(),
    others: (seq: Sql) => others(seq).flat(),
  };
}
