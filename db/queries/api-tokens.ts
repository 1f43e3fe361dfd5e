import type { Insertable } from "kysely";
import type { Db } from "../client";
import type { ApiTokenRow, ApiTokensTable } from "../schema";

export async function findApiTokens(db: Db): Promise<ApiTokenRow[]> {
  return db.selectFrom("apiTokens").selectAll().orderBy("nameKey").execute();
}

export async function getApiToken(db: Db, tokenHash: string): Promise<ApiTokenRow | undefined> {
  return db
    .selectFrom("apiTokens")
    .selectAll()
    .where("tokenHash", "=", tokenHash)
    .executeTakeFirst();
}

export async function getApiTokenByName(db: Db, nameKey: string): Promise<ApiTokenRow | undefined> {
  return db.selectFrom("apiTokens").selectAll().where("nameKey", "=", nameKey).executeTakeFirst();
}

export async function countApiTokensBy(db: Db, createdBy: string): Promise<number> {
  const { count } = await db
    .selectFrom("apiTokens")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("createdBy", "=", createdBy)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a token; false where the name is taken. */
export async function insertApiToken(db: Db, token: Insertable<ApiTokensTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("apiTokens")
    .values(token)
    .onConflict((conflict) => conflict.column("nameKey").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function setApiTokenUsed(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable("apiTokens").set({ lastUsedAt: at }).where("id", "=", id).execute();
}

/** Takes a token away; answers its name, or undefined where there is none of this id. */
export async function deleteApiToken(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("apiTokens")
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}
