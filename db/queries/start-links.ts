import type { Insertable } from "kysely";
import type { Db } from "../client";
import type { StartLinksTable } from "../schema";

/** Stores a start link and ends the one before. */
export async function replaceStartLink(db: Db, link: Insertable<StartLinksTable>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("startLinks").execute();
    await trx.insertInto("startLinks").values(link).execute();
  });
}

/** Uses a start link up; true for the one caller to whom it was still good. */
export async function takeStartLink(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("startLinks")
    .where("tokenHash", "=", tokenHash)
    .where("expiresAt", ">", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
