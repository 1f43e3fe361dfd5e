import { sql } from "kysely";
import type { Db } from "../client";
import type { Change, New, UserRow } from "../schema";

type Role = UserRow["role"];

export function findUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom("users").selectAll().orderBy("nameKey").execute();
}

/** Names of those who may sign in. */
export async function findActiveNames(db: Db): Promise<string[]> {
  const active = db.selectFrom("users").select("name").where("disabledAt", "is", null);
  return (await active.orderBy("nameKey").execute()).map(({ name }) => name);
}

export async function getUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function getUserByName(db: Db, nameKey: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("nameKey", "=", nameKey).executeTakeFirst();
}

export const signInKey = sql<string>`coalesce(users.sign_in_key, users.name_key)`;

export async function getUserBySignIn(db: Db, key: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where(signInKey, "=", key).executeTakeFirst();
}

/** @returns false for a taken name */
export async function insertUser(db: Db, user: New<"users">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertFirstUser(db: Db, user: New<"users">): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const someone = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (someone === undefined) await insertUser(trx, user);
  });
}

const active = (db: Db) => db.selectFrom("users").selectAll().where("disabledAt", "is", null);
const administrators = (db: Db) => active(db).where("role", "=", "administrator");

/** May sign in without a password: the administrator with this folded name, else the oldest. */
export function findOwner(db: Db, preferredKey: string): Promise<UserRow | undefined> {
  return administrators(db)
    .orderBy((eb) => eb("nameKey", "=", preferredKey), "desc")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export async function hasActivePassword(db: Db, role?: Role): Promise<boolean> {
  let users = active(db).where("passwordHash", "is not", null);
  if (role !== undefined) users = users.where("role", "=", role);
  return (await users.limit(1).executeTakeFirst()) !== undefined;
}

export async function hasOtherAdministrator(db: Db, id: string): Promise<boolean> {
  return (await administrators(db).where("id", "!=", id).executeTakeFirst()) !== undefined;
}

/** Changes nothing and returns false unless the current hash is `replaced`. */
export async function replacePasswordHash(
  db: Db,
  id: string,
  hash: string,
  replaced: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ passwordHash: hash })
    .where("id", "=", id)
    .where("passwordHash", "is", replaced)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** `disabledAt: null` enables the user again. */
export async function updateUser(
  db: Db,
  id: string,
  change: Omit<Change<"users">, "id" | "name" | "nameKey" | "createdAt" | "createdBy">,
): Promise<void> {
  await db.updateTable("users").set(change).where("id", "=", id).execute();
}
