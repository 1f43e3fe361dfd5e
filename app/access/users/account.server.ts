import { clearSessionLink } from "~db/queries/sessions";
import { getUser, replacePasswordHash } from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { AccessInputError, type FieldErrors } from "../access-input-error";
import type { AccessServices } from "../access-services";
import type { SessionIdentity } from "../identity";
import { TooManySignInsError } from "../passwords/password-hash.server";
import { passwordFault } from "../passwords/password-rules.server";
import { closeOtherSessions } from "../sign-in/sessions.server";
import { tooManyTries } from "../sign-in/too-many-tries";

export type PasswordField = "current" | "next" | "repeated";
export class PasswordInputError extends AccessInputError<PasswordField> {}

/** Whether somebody has a password. */
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
 * @throws PasswordInputError with all that is wrong
 * @throws TooManySignInsError
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
  const errors: FieldErrors<PasswordField> = {
    next: (await passwordFault(input.next, user.name)) ?? undefined,
    repeated: input.repeated === input.next ? undefined : "Die Wiederholung ist anders.",
  };
  if (errors.next !== undefined || errors.repeated !== undefined) {
    throw new PasswordInputError(errors);
  }
  const isFirst = user.passwordHash === null;
  if (!isFirst && !identity.isByLink) await assertCurrent(services, user, input.current, now);
  const hash = await passwords.hash(input.next);
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await replacePasswordHash(trx, user.id, hash, user.passwordHash))) return null;
    await clearSessionLink(trx, identity.sessionHash);
    return closeOtherSessions({ db: trx }, user.id, identity.sessionHash);
  });
  if (ended === null) {
    throw new PasswordInputError({ next: "Das Passwort wurde inzwischen geändert." });
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
  if (current === "") throw new PasswordInputError({ current: "Das jetzige Passwort eingeben." });
  // No folded name has capitals, so nobody can type this one at the login.
  const key = `OWN ${user.id}`;
  const taken = limits.take(null, key, now);
  if (!taken.ok) throw new PasswordInputError({ current: tooManyTries(taken.retryAfterSeconds) });
  const { ok } = await passwords.verify(current, user.passwordHash).catch((error: unknown) => {
    if (error instanceof TooManySignInsError) limits.giveBack(null, key);
    throw error;
  });
  if (!ok) {
    log.warn({ user: user.name }, "own password not changed: the current one is wrong");
    throw new PasswordInputError({ current: "Das jetzige Passwort stimmt nicht." });
  }
  limits.succeed(null, key);
}
