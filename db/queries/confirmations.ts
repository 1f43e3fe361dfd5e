import type { Db } from "../client";

export function getConfirmation(db: Db, name: string) {
  return db.selectFrom("confirmations").selectAll().where("name", "=", name).executeTakeFirst();
}

/** Keeps that somebody confirmed a notice; the first one's name stays. */
export async function confirm(
  db: Db,
  name: string,
  by: { actor: string; now: number },
): Promise<void> {
  await db
    .insertInto("confirmations")
    .values({ name, confirmedAt: by.now, confirmedBy: by.actor })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
