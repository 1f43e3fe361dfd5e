import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadListFilter } from "./lead-conditions";
import { matching, narrow } from "./lead-matches";

/** Unknown values are empty. `seq` is one of the leads. */
export interface LeadPlace {
  state: string;
  postalCode: string;
  n: number;
  seq: number;
}

const BREAK = "\u001f";
const PLACE = sql`ifnull(secondary.federal_state, '') || ':' || ifnull(secondary.postal_code, '')`;

/** Joining the values into one text takes a third of the time of GROUP BY. */
export async function findLeadPlaces(db: Db, filter: LeadListFilter): Promise<LeadPlace[]> {
  const { from, where } = matching(await narrow(db, filter), undefined, true);
  const { rows } = await sql<{ places: string | null; seqs: string }>`
    SELECT group_concat(${PLACE}, ${BREAK}) AS places, json_group_array(secondary.seq) AS seqs
    FROM ${from} WHERE ${where}`.execute(db);
  const seqs: number[] = JSON.parse(rows[0]?.seqs ?? "[]");
  const found = new Map<string, LeadPlace>();
  for (const [at, key] of rows[0]?.places?.split(BREAK).entries() ?? []) {
    const place = found.get(key);
    if (place !== undefined) place.n += 1;
    else {
      const [state = "", postalCode = ""] = key.split(":");
      found.set(key, { state, postalCode, n: 1, seq: seqs[at] ?? 0 });
    }
  }
  return [...found.values()];
}
