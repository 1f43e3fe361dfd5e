import type { Db } from "../client";
import type { Change, New } from "../schema";
import { signInKey } from "./users";

export interface SessionAge {
  createdAfter: number;
  seenAfter: number;
}

export async function insertSession(db: Db, session: New<"sessions">): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/** Undefined for an outdated session or a disabled user. */
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

/** `byLink: 0` makes the session count as opened by a password. */
export async function updateSession(
  db: Db,
  idHash: string,
  change: Pick<Change<"sessions">, "lastSeenAt" | "byLink" | "endedAt">,
): Promise<void> {
  await db.updateTable("sessions").set(change).where("idHash", "=", idHash).execute();
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom("sessions").where("idHash", "=", idHash).execute();
}

/** Ends the user's sessions but `keptHash`. Returns the number of ended ones. */
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

/** Includes sessions last seen at `before` itself. */
export async function deleteOldSessions(db: Db, before: number): Promise<void> {
  await db.deleteFrom("sessions").where("lastSeenAt", "<=", before).execute();
}

export async function replaceStartLink(db: Db, link: New<"startLinks">): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("startLinks").execute();
    await trx.insertInto("startLinks").values(link).execute();
  });
}

/** True only for the first caller. */
export async function takeStartLink(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("startLinks")
    .where("tokenHash", "=", tokenHash)
    .where("expiresAt", ">", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
