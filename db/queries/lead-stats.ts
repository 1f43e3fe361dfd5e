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

export async function countNewLeads(db: Db, times: readonly number[]): Promise<number[]> {
  const spans = times.slice(1).map((end, index) => [times[index], end]);
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM leads WHERE created_at >= value ->> 0 AND created_at < value ->> 1) AS n
    FROM json_each(${JSON.stringify(spans)})`.execute(db);
  return rows.map(({ n }) => n);
}
