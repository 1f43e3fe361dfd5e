import type { Db } from "../client";

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
  const row = await db
    .selectFrom("leadCounts")
    .select(({ fn, ref }) => {
      const sumWhere = (column: "contacted" | "favorite" | "approved" | "hasEmail" | "hasPhone") =>
        fn.sum<number | null>("n").filterWhere(ref(column), "=", 1);
      return [
        fn.sum<number | null>("n").as("total"),
        sumWhere("contacted").as("contacted"),
        sumWhere("favorite").as("favorites"),
        sumWhere("approved").as("approved"),
        sumWhere("hasEmail").as("withEmail"),
        sumWhere("hasPhone").as("withPhone"),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    total: row.total ?? 0,
    contacted: row.contacted ?? 0,
    favorites: row.favorites ?? 0,
    approved: row.approved ?? 0,
    withEmail: row.withEmail ?? 0,
    withPhone: row.withPhone ?? 0,
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
