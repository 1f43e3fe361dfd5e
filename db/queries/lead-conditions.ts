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
  offerPackages?: readonly string[];
  owners?: readonly string[];
  /** Fields or labels with values that a lead has not. */
  not?: readonly (readonly [field: string, value: string])[];
  /** Fields without a value: all of them. */
  empty?: readonly string[];
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

function isOneOf(column: RawBuilder<unknown>, values: readonly string[]) {
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} IN (${sql.join(values)})`;
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
type Label = keyof typeof LABELS;

const isLabel = (field: string): field is Label => Object.hasOwn(LABELS, field);

/** The leads that have one of some labels. */
export function labelled(kind: Label, values: readonly string[]): Sql {
  const { table, column } = LABELS[kind];
  const keys = [...new Set(values.map(labelKey))];
  return sql`SELECT DISTINCT lead_seq AS seq FROM ${table} WHERE ${isOneOf(column, keys)}`;
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

/** Fields that `leads_by_seq` holds; `leads_by_secondary` holds the other ones of `not` and `empty`. */
const FACTS = new Set(["email", "phone", "companyType", "federalState"]);

/**
 * The conditions of a filter but for its text, tags and selections, by what answers them: the index `leads_by_seq`, the
 * index `leads_by_secondary`, whose expressions are repeated here word for word, or others by a lead's number.
 */
export function conditionsOf(filter: LeadListFilter) {
  const { contacted, favorite, approved, hasEmail, hasPhone, empty = [], not = [] } = filter;
  const flags: [Sql, boolean | undefined][] = [
    [sql`leads.contacted`, contacted],
    [sql`leads.favorite`, favorite],
    [sql`leads.approved`, approved],
    [sql`(leads.email IS NOT NULL)`, hasEmail],
    [sql`(leads.phone IS NOT NULL)`, hasPhone],
  ];
  const facts = flags.flatMap(([column, value]) =>
    value === undefined ? [] : sql`${column} = ${value ? 1 : 0}`,
  );
  const { companyTypes, federalStates, sourceType, minScore, createdFrom, createdBefore } = filter;
  if (companyTypes?.length) facts.push(isOneOf(sql`leads.company_type`, companyTypes));
  if (federalStates?.length) facts.push(isOneOf(sql`leads.federal_state`, federalStates));
  if (sourceType !== undefined) facts.push(sql`leads.source_type = ${sourceType}`);
  if (minScore !== undefined) facts.push(sql`leads.score_key >= ${minScore}`);
  if (createdFrom !== undefined) facts.push(sql`leads.created_at >= ${createdFrom}`);
  if (createdBefore !== undefined) facts.push(sql`leads.created_at < ${createdBefore}`);

  const { offerPackages, owners, postalCode, near, followUpBefore } = filter;
  const secondary: Sql[] = [];
  if (postalCode !== undefined) secondary.push(isWithin([[postalCode, `${postalCode}a`]]));
  if (near !== undefined) secondary.push(isNear(near));
  if (offerPackages?.length) secondary.push(isOneOf(sql`secondary.offer_package`, offerPackages));
  if (owners?.length) secondary.push(isOneOf(sql`secondary.owner`, owners));
  if (followUpBefore !== undefined) secondary.push(sql`secondary.follow_up_at < ${followUpBefore}`);

  const placeOf = (field: string) => {
    const [table, conditions] = FACTS.has(field) ? ["leads", facts] : ["secondary", secondary];
    return { column: sql.ref(`${table}.${columnOf(field)}`), conditions };
  };
  for (const field of empty) {
    const { column, conditions } = placeOf(field);
    conditions.push(sql`(${column} IS NOT NULL) = 0`);
  }
  const labels: (readonly [kind: Label, value: string])[] = [];
  for (const [field, value] of not) {
    const { column, conditions } = placeOf(field);
    if (isLabel(field)) labels.push([field, value]);
    else conditions.push(sql`${column} IS NOT ${value}`);
  }
  const { terms = [], contactedBefore } = filter;
  const others = (seq: Sql): Sql[] => [
    ...(terms.length > 0 ? [sql`+${seq} IN (${labelled("term", terms)})`] : []),
    ...labels.map(([kind, value]) => sql`+${seq} NOT IN (${labelled(kind, [value])})`),
    ...(contactedBefore === undefined ? [] : [isUntouched(contactedBefore, seq)]),
  ];
  return { facts, secondary, others };
}
