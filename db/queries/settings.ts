import type { Db } from "../client";

export async function getSetting(db: Db, name: string): Promise<unknown> {
  const query = db.selectFrom("settings").select("value").where("name", "=", name);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.value);
}

export async function putSetting(
  db: Db,
  name: string,
  value: unknown,
  by: { actor: string; now: number },
): Promise<void> {
  const row = { name, value: JSON.stringify(value), updatedAt: by.now, updatedBy: by.actor };
  await db.replaceInto("settings").values(row).execute();
}

export function findLastChange(db: Db, names: readonly string[]) {
  return db
    .selectFrom("settings")
    .select(["updatedAt", "updatedBy"])
    .where("name", "in", names)
    .orderBy("updatedAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function getConfirmation(db: Db, name: string) {
  return db.selectFrom("confirmations").selectAll().where("name", "=", name).executeTakeFirst();
}

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
