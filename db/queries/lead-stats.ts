import { sql } from "kysely";
import type { Db } from "../client";
import { FLAGS } from "./lead-counters";

export interface StoreTotals {
  total: number;
  contacted: number;
  favorites: number;
  approved: number;
  withEmail: number;
  withPhone: number;
}

/** The numbers of the whole store, summed from the counters. */
export async function findTotals(db: Db): Promise<StoreTotals> {
  const { rows } = await sql<{ flags: number; n: number }>`
    SELECT flags, n FROM lead_facet_counts WHERE kind = 'all'`.execute(db);
  const count = (bit: number) =>
    rows.reduce((sum, { flags, n }) => ((flags & bit) === bit ? sum + n : sum), 0);
  return {
    total: count(0),
    contacted: count(FLAGS.contacted),
    favorites: count(FLAGS.favorite),
    approved: count(FLAGS.approved),
    withEmail: count(FLAGS.hasEmail),
    withPhone: count(FLAGS.hasPhone),
  };
}

export const QUARTER_MS = 900_000;

/** New leads by quarter of an hour, from a time on (milliseconds UTC); quarters without one are missing. */
export async function findQuarterCounts(
  db: Db,
  from: number,
): Promise<{ quarter: number; n: number }[]> {
  return db
    .selectFrom("leadQuarterCounts")
    .selectAll()
    .where("quarter", ">=", Math.floor(from / QUARTER_MS))
    .where("n", ">", 0)
    .orderBy("quarter")
    .execute();
}
