import type { Insertable } from "kysely";
import type { Db } from "../client";
import type { UserRow, UsersTable } from "../schema";

type Role = UserRow["role"];

export async function findUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom("users").selectAll().orderBy("nameKey").execute();
}

export async function getUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function getUserByName(db: Db, nameKey: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("nameKey", "=", nameKey).executeTakeFirst();
}

/** Stores a user; false where the name is taken. */
export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.column("nameKey").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the first user, unless there is one. */
export async function insertFirstUser(db: Db, user: Insertable<UsersTable>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const someone = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (someone === undefined) await insertUser(trx, user);
  });
}

/** The administrator who may come in without a password: the one of this folded name, else the oldest. */
export async function findOwner(db: Db, preferredKey: string): Promise<UserRow | undefined> {
  return db
    .selectFrom("users")
    .selectAll()
    .where("role", "=", "administrator")
    .where("disabledAt", "is", null)
    .orderBy((eb) => eb("nameKey", "=", preferredKey), "desc")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Whether somebody who is not disabled has a password.
 *
 * @param role of whom; anybody's counts where it is not given
 */
export async function hasActivePassword(db: Db, role?: UserRow["role"]): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("passwordHash", "is not", null)
    .where("disabledAt", "is", null)
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "administrator"))
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/** Whether anybody but this user could still manage the others. */
export async function hasOtherAdministrator(db: Db, id: string): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "administrator")
    .where("disabledAt", "is", null)
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/**
 * Gives a user another password.
 *
 * @param replaced the hash that is known to stand there; where it no longer does, nothing is changed and false answered
 */
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

export async function setPasswordHash(db: Db, id: string, hash: string): Promise<void> {
  await db.updateTable("users").set({ passwordHash: hash }).where("id", "=", id).execute();
}

export async function setUserRole(db: Db, id: string, role: Role): Promise<void> {
  await db.updateTable("users").set({ role }).where("id", "=", id).execute();
}

/** @param disabledAt null lets the user in again */
export async function setUserDisabled(
  db: Db,
  id: string,
  disabledAt: number | null,
): Promise<void> {
  await db.updateTable("users").set({ disabledAt }).where("id", "=", id).execute();
}

export async function setLastSignIn(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable("users").set({ lastSignInAt: at }).where("id", "=", id).execute();
}
