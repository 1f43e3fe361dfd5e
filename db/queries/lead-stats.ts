import { sql } from "kysely";
import type { Db } from "../client";
import { FLAGS } from "./lead-counters";

interface StoreTotals {
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

const QUARTER_MS = 900_000;

/** New leads between each two times that follow one another (milliseconds UTC, on the quarters of an hour). */
export async function countNewLeads(db: Db, times: readonly number[]): Promise<number[]> {
  const quarters = times.map((time) => Math.ceil(time / QUARTER_MS));
  const spans = quarters.slice(1).map((end, index) => [quarters[index], end]);
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT ifnull(sum(n), 0) FROM lead_quarter_counts
      WHERE quarter >= value ->> 0 AND quarter < value ->> 1) AS n
    FROM json_each(${JSON.stringify(spans)})`.execute(db);
  return rows.map(({ n }) => n);
}
