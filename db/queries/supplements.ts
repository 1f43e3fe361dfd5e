import type { Insertable, Selectable } from "kysely";
import type { Db } from "../client";
import type { SupplementsTable } from "../schema";

export type SupplementRow = Selectable<SupplementsTable>;

export async function getSupplement(db: Db, jobId: string): Promise<SupplementRow | undefined> {
  return db.selectFrom("supplements").selectAll().where("jobId", "=", jobId).executeTakeFirst();
}

/** Keeps which web search goes on for which search on the map; a second one for the same is refused by the store. */
export async function insertSupplement(
  db: Db,
  supplement: Insertable<SupplementsTable>,
): Promise<SupplementRow> {
  return db.insertInto("supplements").values(supplement).returningAll().executeTakeFirstOrThrow();
}
