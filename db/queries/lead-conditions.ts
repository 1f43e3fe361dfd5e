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

export function isOneOf(column: RawBuilder<unknown>, values: readonly string[]) {
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} IN (${sql.join(values)})`;
}

const work = (field: string) => sql.ref(`work.${columnOf(field)}`);

function isNot([field, value]: readonly [string, string]) {
  if (field !== "tag" && field !== "term") return sql`${work(field)} IS NOT ${value}`;
  const [table, column] = field === "tag" ? ["lead_tags", "tag"] : ["lead_terms", "term_key"];
  return sql`+work.seq NOT IN (SELECT lead_seq FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ${labelKey(value)})`;
}

function isWithin(stretches: readonly [from: string, before: string][]): RawBuilder<unknown> {
  const half = stretches.length >> 1;
  const [from, before] = stretches[half] ?? ["", ""];
  if (stretches.length <= 1)
    return sql`(work.postal_code >= ${from} AND work.postal_code < ${before})`;
  return sql`iif(work.postal_code < ${from}, ${isWithin(stretches.slice(0, half))}, ${isWithin(stretches.slice(half))})`;
}

/** Leads by their own place, else by that of their postal code. */
function isNear({ km, ...centre }: Point & { km: number }): RawBuilder<unknown> {
  const { latitude, longitude } = centre;
  const width = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const north = sql`((work.latitude - ${latitude}) * ${KM_PER_DEGREE})`;
  const east = sql`((work.longitude - ${longitude}) * ${width})`;
  const degrees = km / KM_PER_DEGREE;
  return sql`(work.latitude BETWEEN ${latitude - degrees} AND ${latitude + degrees}
      AND ${north} * ${north} + ${east} * ${east} <= ${km * km}
    OR work.latitude IS NULL AND length(work.postal_code) = 5 AND ${isWithin(postalStretches(centre, km))})`;
}

/** A lead's company was not contacted since a time, as far as events and notes tell. */
const isUntouched = (since: number) => sql`NOT EXISTS (SELECT 1 FROM lead_notes
    WHERE lead_seq = work.seq AND at >= ${since} AND channel IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM lead_events WHERE lead_seq = work.seq AND at >= ${since}
    AND changes ->> '$.tags.to' LIKE '%"kontaktiert"%'
    AND changes ->> '$.tags.from' NOT LIKE '%"kontaktiert"%')`;

/** The conditions that the index `leads_by_work` answers, here called `work`. */
export function workConditions(filter: LeadListFilter): RawBuilder<unknown>[] {
  const { empty = [], not = [], offerPackages = [], owners = [], postalCode, near } = filter;
  const { followUpBefore, contactedBefore } = filter;
  const isEmpty = (field: string) => sql`(${work(field)} IS NULL) = 1`;
  const conditions = [...empty.map(isEmpty), ...not.map(isNot)];
  if (offerPackages.length > 0) conditions.push(isOneOf(work("offerPackage"), offerPackages));
  if (owners.length > 0) conditions.push(isOneOf(work("owner"), owners));
  if (postalCode !== undefined) conditions.push(isWithin([[postalCode, `${postalCode}a`]]));
  if (near !== undefined) conditions.push(isNear(near));
  if (followUpBefore !== undefined) conditions.push(sql`work.follow_up_at < ${followUpBefore}`);
  if (contactedBefore !== undefined) conditions.push(isUntouched(contactedBefore));
  return conditions;
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
