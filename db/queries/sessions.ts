import type { Insertable, Updateable } from "kysely";
import type { Db } from "../client";
import type { SessionsTable, StartLinksTable } from "../schema";
import { signInKey } from "./users";

/** A valid session was opened after the one time and seen after the other. */
export interface SessionAge {
  createdAfter: number;
  seenAfter: number;
}

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/** A session that still counts, with its user; undefined where there is none or the user is disabled. */
export function getSession(db: Db, idHash: string, { createdAfter, seenAfter }: SessionAge) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .selectAll("sessions")
    .select(["users.name", "users.role"])
    .where("sessions.idHash", "=", idHash)
    .where("sessions.createdAt", ">", createdAfter)
    .where("sessions.lastSeenAt", ">", seenAfter)
    .where("sessions.endedAt", "is", null)
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();
}

/** The sessions of a user that still count, the one last seen first. */
export function findSessions(db: Db, userId: string, { createdAfter, seenAfter }: SessionAge) {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("userId", "=", userId)
    .where("createdAt", ">", createdAfter)
    .where("lastSeenAt", ">", seenAfter)
    .where("endedAt", "is", null)
    .orderBy("lastSeenAt", "desc")
    .orderBy("idHash")
    .execute();
}

/** Notes when a session was seen or ended; without `byLink` it counts like one that was opened by a password. */
export async function updateSession(
  db: Db,
  idHash: string,
  change: Pick<Updateable<SessionsTable>, "lastSeenAt" | "byLink" | "endedAt">,
): Promise<void> {
  await db.updateTable("sessions").set(change).where("idHash", "=", idHash).execute();
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom("sessions").where("idHash", "=", idHash).execute();
}

/**
 * Ends the sessions of a user.
 *
 * @param keptHash the one that stays; null ends all
 * @returns how many were ended
 */
export async function deleteSessionsOf(
  db: Db,
  userId: string,
  keptHash: string | null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .where("idHash", "is not", keptHash)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The user of a folded name has signed in from the session's browser. */
export async function isKnownBrowser(db: Db, nameKey: string, idHash: string): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select("idHash")
    .where(signInKey, "=", nameKey)
    .where("idHash", "=", idHash)
    .executeTakeFirst();
  return session !== undefined;
}

/** Ends outdated sessions for good, so that a clock set back can't revive them. */
export async function endOverdueSessions(db: Db, age: SessionAge, now: number): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ endedAt: now })
    .where("endedAt", "is", null)
    .where(({ eb, or }) =>
      or([eb("createdAt", "<=", age.createdAfter), eb("lastSeenAt", "<=", age.seenAfter)]),
    )
    .execute();
}

/** Removes what was seen no later than the given time. */
export async function deleteOldSessions(db: Db, before: number): Promise<void> {
  await db.deleteFrom("sessions").where("lastSeenAt", "<=", before).execute();
}

/** Stores a start link and ends the one before. */
export async function replaceStartLink(db: Db, link: Insertable<StartLinksTable>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("startLinks").execute();
    await trx.insertInto("startLinks").values(link).execute();
  });
}

/** Uses a start link up; true for the first caller alone. */
export async function takeStartLink(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("startLinks")
    .where("tokenHash", "=", tokenHash)
    .where("expiresAt", ">", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
