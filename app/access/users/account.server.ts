import { deleteSessionsOf, updateSession } from "~db/queries/sessions";
import { getUser, replacePasswordHash } from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { assertNoErrors, invalid, isRefusal } from "../../refusal";
import type { AccessServices } from "../access-services";
import type { SessionIdentity } from "../identity";
import { passwordFault } from "../passwords/password-rules.server";
import { tooManyTries } from "../sign-in/sign-in-limits.server";

export async function hasOwnPassword(
  { db }: Pick<AccessServices, "db">,
  { userId }: SessionIdentity,
): Promise<boolean> {
  return typeof (await getUser(db, userId))?.passwordHash === "string";
}

/**
 * Changes one's own password and ends one's other sessions. `current` is asked for unless there is none yet or the
 * start link opened the session, which is how a forgotten one is mended; that holds until a password is set.
 *
 * @returns `ended`: how many other sessions were; `isFirst`: whether there was no password before
 * @throws Refusal 422 with all that is wrong, 429 where too many passwords are being checked
 */
export async function changeOwnPassword(
  services: AccessServices,
  identity: SessionIdentity,
  input: { current: string; next: string; repeated: string },
  now: number,
): Promise<{ ended: number; isFirst: boolean }> {
  const { db, log, passwords } = services;
  const user = await getUser(db, identity.userId);
  if (user === undefined) throw new Error("the user of a session is gone");
  assertNoErrors({
    next: await passwordFault(input.next, user.name),
    repeated: input.repeated === input.next ? null : "Die beiden Passwörter stimmen nicht überein.",
  });
  const isFirst = user.passwordHash === null;
  if (!isFirst && !identity.isByLink) await assertCurrent(services, user, input.current, now);
  const hash = await passwords.hash(input.next);
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await replacePasswordHash(trx, user.id, hash, user.passwordHash))) return null;
    await updateSession(trx, identity.sessionHash, { byLink: 0 });
    return deleteSessionsOf(trx, user.id, identity.sessionHash);
  });
  if (ended === null) {
    throw invalid("next", "Das Passwort wurde inzwischen geändert.");
  }
  log.info({ user: user.name }, "own password changed");
  return { ended, isFirst };
}

/** Guesses count, but not like those at the login: strangers must not keep anybody from changing their password. */
async function assertCurrent(
  { limits, log, passwords }: AccessServices,
  user: UserRow,
  current: string,
  now: number,
): Promise<void> {
  if (current === "") throw invalid("current", "Das jetzige Passwort eingeben.");
  // No folded name has capitals, so nobody can type this one at the login.
  const key = `OWN ${user.id}`;
  const taken = limits.take(null, key, now);
  if (!taken.ok) throw invalid("current", tooManyTries(taken.retryAfterSeconds).message);
  const { ok } = await passwords.verify(current, user.passwordHash).catch((error: unknown) => {
    if (isRefusal(error, 429)) limits.giveBack(taken);
    throw error;
  });
  if (!ok) {
    log.warn({ user: user.name }, "own password not changed: the current one is wrong");
    throw invalid("current", "Das jetzige Passwort stimmt nicht.");
  }
  limits.succeed(taken);
}
