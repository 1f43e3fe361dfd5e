import { type RawBuilder, sql } from "kysely";
import { labelKey } from "../fold";
import { KM_PER_DEGREE, type Point, postalCodeRanges } from "../german-places";
import type { SourceType } from "../schema";
import { columnOf } from "./read-rows";

/** Leads that some jobs, or those of a campaign, found: all of them, those new to one of these jobs, or those new to none. */
export interface FoundBy {
  jobIds?: readonly string[];
  campaignId?: string;
  isNew?: boolean;
}

type Flag = "contacted" | "favorite" | "approved" | "hasEmail" | "hasPhone";
type Words = "term" | "companyType" | "federalState" | "offerPackage" | "owner";

/** Absent means not narrowed. One of several words is enough; „not.“ wants none of them. Times are milliseconds UTC. */
export interface LeadListFilter
  extends Partial<Record<Flag, boolean>>,
    Partial<Record<Words | `not.${Words | "tag"}`, readonly string[]>> {
  q?: string;
  /** All of them. */
  tag?: readonly string[];
  /** Fields without a value: all of them. */
  without?: readonly string[];
  /** Its first digits. */
  postalCode?: string;
  near?: Point & { km: number };
  followUpBefore?: number;
  contactedBefore?: number;
  sourceType?: SourceType;
  minScore?: number;
  createdFrom?: number;
  /** Exclusive. */
  createdBefore?: number;
  /** All of them. */
  foundBy?: readonly FoundBy[];
  /** Only these leads (a selection). */
  ids?: readonly string[];
}

export type Sql = RawBuilder<unknown>;

export function isUnset(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

export function isEmptyFilter(filter: LeadListFilter): boolean {
  return Object.values(filter).every(isUnset);
}

function isWithin(stretches: readonly [from: string, before: string][]): Sql {
  const half = stretches.length >> 1;
  const [from, before] = stretches[half] ?? ["", ""];
  if (stretches.length <= 1)
    return sql`(secondary.postal_code >= ${from} AND secondary.postal_code < ${before})`;
  return sql`iif(secondary.postal_code < ${from}, ${isWithin(stretches.slice(0, half))}, ${isWithin(stretches.slice(half))})`;
}

/** Leads by their own place, else by that of their postal code. */
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

/** The leads that have one of some labels. */
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

/** A lead's company was not contacted since a time, as far as events and notes tell. */
const isUntouched = (since: number, seq: Sql) => sql`NOT EXISTS (SELECT 1 FROM lead_notes
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

/** Columns of `leads_by_seq` among the fields of `without`; `leads_by_secondary` holds the others. */
const FACTS = new Set(["email", "phone", "companyType", "federalState"]);

/**
 * The conditions of a filter but for its text, tags and selections, by what answers them: the index `leads_by_seq`, the
 * index `leads_by_secondary`, whose expressions are repeated here word for word, or others by a lead's number.
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
    emptyIn("secondary"),
  ];
  const others = (seq: Sql) => [
    when(filter.term, (terms) => sql`+${seq} IN (${labelled("term", terms)})`),
    when(filter["not.term"], (terms) => sql`+${seq} NOT IN (${labelled("term", terms)})`),
    when(filter["not.tag"], (tags) => sql`+${seq} NOT IN (${labelled("tag", tags)})`),
    when(filter.contactedBefore, (time) => isUntouched(time, seq)),
  ];
  return {
    facts: facts.flat(),
    secondary: secondary.flat(),
    others: (seq: Sql) => others(seq).flat(),
  };
}
