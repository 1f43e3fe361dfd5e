import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadListFilter } from "./lead-conditions";
import { expectedMatches, plansFor } from "./lead-plan";
import { workPart } from "./lead-sides";
import { findAllParts, spansOf } from "./lead-totals";

/** Leads of one federal state and postal code, empty where they have none; `seq` is the number of one of them. */
export interface LeadPlace {
  state: string;
  postalCode: string;
  n: number;
  seq: number;
}

/** Microseconds for each lead that is taken, as are those of a plan. */
const TAKEN = 0.4;
/** Stands in no value. */
const BREAK = "\u001f";
const PLACE = sql`ifnull(work.federal_state, '') || ':' || ifnull(work.postal_code, '')`;

function placeOf(key: string, seq = 0): LeadPlace {
  const [state = "", postalCode = ""] = key.split(":");
  return { state, postalCode, n: 1, seq };
}

/**
 * Where the leads of a filter are: each of them counted, whatever a list's total says. SQLite hands over the values as
 * one text, which takes half as long as to group them there.
 */
export async function findLeadPlaces(db: Db, filter: LeadListFilter): Promise<LeadPlace[]> {
  const { parts, all } = await findAllParts(db, filter);
  const placed = [workPart(filter, all), ...parts.filter(({ test }) => test?.name !== "work")];
  const matches = expectedMatches(placed, all);
  const [plan] = plansFor(placed, { limit: all, matches, all, order: null });
  const found = new Map<string, LeadPlace>();
  for await (const within of spansOf(db, { ...plan, cost: plan.cost + matches * TAKEN })) {
    const { rows } = await sql<{ places: string | null; seqs: string }>`
      SELECT group_concat(${PLACE}, ${BREAK}) AS places, json_group_array(work.seq) AS seqs
      FROM ${plan.from} WHERE ${sql.join([...plan.where, within], sql` AND `)}`.execute(db);
    const seqs: number[] = JSON.parse(rows[0]?.seqs ?? "[]");
    for (const [at, key] of rows[0]?.places?.split(BREAK).entries() ?? []) {
      const place = found.get(key);
      if (place !== undefined) place.n += 1;
      else found.set(key, placeOf(key, seqs[at]));
    }
  }
  return [...found.values()];
}
