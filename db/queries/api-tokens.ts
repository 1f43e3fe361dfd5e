import type { Db } from "../client";
import type { ApiTokenRow, New } from "../schema";
import { countRows } from "./read-pages";

export async function findApiTokens(db: Db): Promise<ApiTokenRow[]> {
  return db.selectFrom("apiTokens").selectAll().orderBy("nameKey").execute();
}

export function getApiToken(db: Db, tokenHash: string) {
  const tokens = db.selectFrom("apiTokens").selectAll();
  return tokens.where("tokenHash", "=", tokenHash).executeTakeFirst();
}

export function countApiTokensBy(db: Db, createdBy: string): Promise<number> {
  return countRows(db.selectFrom("apiTokens").where("createdBy", "=", createdBy));
}

/** @returns false for a taken name */
export async function insertApiToken(db: Db, token: New<"apiTokens">): Promise<boolean> {
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

/** @returns the token's name; undefined for an unknown id */
export async function deleteApiToken(db: Db, id: string): Promise<string | undefined> {
  const query = db.deleteFrom("apiTokens").where("id", "=", id).returning("name");
  return (await query.executeTakeFirst())?.name;
}
