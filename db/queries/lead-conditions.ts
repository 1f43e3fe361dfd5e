import { type RawBuilder, sql } from "kysely";
import { labelKey } from "../fold";
import { KM_PER_DEGREE, type Point, postalStretches } from "../german-places";
import type { SourceType } from "../schema";
import { columnOf } from "./read-rows";

/** Leads that some jobs, or those of a campaign, found: all of them, those new to one of these jobs, or those new to none. */
export interface FoundBy {
  jobIds?: readonly string[];
  campaignId?: string;
  isNew?: boolean;
}

/** Absent means not narrowed. Times are milliseconds UTC. */
export interface LeadListFilter {
  q?: string;
  contacted?: boolean;
  favorite?: boolean;
  approved?: boolean;
  hasEmail?: boolean;
  hasPhone?: boolean;
  /** All of them. */
  tag?: readonly string[];
  /** Any of them. */
  term?: readonly string[];
  companyType?: readonly string[];
  federalState?: readonly string[];
  offerPackage?: readonly string[];
  owner?: readonly string[];
  /** None of them. */
  "not.tag"?: readonly string[];
  "not.term"?: readonly string[];
  "not.companyType"?: readonly string[];
  "not.federalState"?: readonly string[];
  "not.offerPackage"?: readonly string[];
  "not.owner"?: readonly string[];
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
    OR secondary.latitude IS NULL AND length(secondary.postal_code) = 5 AND ${isWithin(postalStretches(centre, km))})`;
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
  sql`ifnull(${column}, '') NOT IN (${sql.join(values)})`;
const isFlag = (column: Sql) => (value: boolean) => sql`${column} = ${value ? 1 : 0}`;
const isEmpty = (column: string) => sql`(${sql.ref(column)} IS NOT NULL) = 0`;

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
  const { without = [] } = filter;
  const facts = [
    when(filter.contacted, isFlag(sql`leads.contacted`)),
    when(filter.favorite, isFlag(sql`leads.favorite`)),
    when(filter.approved, isFlag(sql`leads.approved`)),
    when(filter.hasEmail, isFlag(sql`(leads.email IS NOT NULL)`)),
    when(filter.hasPhone, isFlag(sql`(leads.phone IS NOT NULL)`)),
    when(filter.companyType, isOneOf(sql`leads.company_type`)),
    when(filter["not.companyType"], isNoneOf(sql`leads.company_type`)),
    when(filter.federalState, isOneOf(sql`leads.federal_state`)),
    when(filter["not.federalState"], isNoneOf(sql`leads.federal_state`)),
    when(filter.sourceType, (type) => sql`leads.source_type = ${type}`),
    when(filter.minScore, (score) => sql`leads.score_key >= ${score}`),
    when(filter.createdFrom, (time) => sql`leads.created_at >= ${time}`),
    when(filter.createdBefore, (time) => sql`leads.created_at < ${time}`),
    without.flatMap((field) => (FACTS.has(field) ? isEmpty(`leads.${columnOf(field)}`) : [])),
  ];
  const secondary = [
    when(filter.postalCode, (start) => isWithin([[start, `${start}a`]])),
    when(filter.near, isNear),
    when(filter.offerPackage, isOneOf(sql`secondary.offer_package`)),
    when(filter["not.offerPackage"], isNoneOf(sql`secondary.offer_package`)),
    when(filter.owner, isOneOf(sql`secondary.owner`)),
    when(filter["not.owner"], isNoneOf(sql`secondary.owner`)),
    when(filter.followUpBefore, (time) => sql`secondary.follow_up_at < ${time}`),
    without.flatMap((field) => (FACTS.has(field) ? [] : isEmpty(`secondary.${columnOf(field)}`))),
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
