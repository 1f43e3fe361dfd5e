import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { deleteSessionsOf, updateSession } from "~db/queries/sessions";
import { getUser, replacePasswordHash, updateUser } from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { assertNoErrors, invalid, isRefusal } from "../../refusal";
import type { AccessServices } from "../access-services";
import type { SessionIdentity } from "../identity";
import { passwordFault } from "../passwords/password-rules.server";
import { nameFault, tidyName } from "./users.server";

export async function findOwnAccount(
  { db }: Pick<AccessServices, "db">,
  identity: SessionIdentity,
): Promise<{ signInName: string; hasPassword: boolean }> {
  const user = await ownUser(db, identity);
  return { signInName: user.signInName ?? user.name, hasPassword: user.passwordHash !== null };
}

async function ownUser(db: Db, { userId }: SessionIdentity): Promise<UserRow> {
  const user = await getUser(db, userId);
  if (user === undefined) throw new Error("the user of a session is gone");
  return user;
}

function asksForCurrent(user: UserRow, { isByLink }: SessionIdentity): boolean {
  return user.passwordHash !== null && !isByLink;
}

/** @throws Refusal 422, or 429 if too many password checks wait */
export async function changeOwnSignInName(
  services: AccessServices,
  identity: SessionIdentity,
  input: { signInName: string; current: string },
): Promise<string> {
  const { db, log } = services;
  const user = await ownUser(db, identity);
  const signInName = tidyName(input.signInName);
  assertNoErrors({ signInName: await nameFault(db, signInName, user.id) });
  if (asksForCurrent(user, identity)) await assertCurrent(services, user, input.current);
  const signInKey = foldText(signInName);
  const change =
    signInKey === user.nameKey ? { signInName: null, signInKey: null } : { signInName, signInKey };
  await db.transaction().execute(async (trx) => {
    assertNoErrors({ signInName: await nameFault(trx, signInName, user.id) });
    await updateUser(trx, user.id, change);
  });
  log.info({ user: user.name }, "own sign-in name changed");
  return signInName;
}

/**
 * Ends other sessions. Needs `current`, except without a password or in a session of the start link.
 * @throws Refusal 422, or 429 if too many password checks wait
 */
export async function changeOwnPassword(
  services: AccessServices,
  identity: SessionIdentity,
  input: { current: string; next: string; repeated: string },
): Promise<{ ended: number; isFirst: boolean }> {
  const { db, log, passwords } = services;
  const user = await ownUser(db, identity);
  assertNoErrors({
    next: await passwordFault(input.next, `${user.name} ${user.signInName ?? ""}`),
    repeated: input.repeated === input.next ? null : "Die beiden Passwörter stimmen nicht überein.",
  });
  const isFirst = user.passwordHash === null;
  if (asksForCurrent(user, identity)) await assertCurrent(services, user, input.current);
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

/** Counts apart from the login: strangers must not block a password change. */
async function assertCurrent(
  { limits, log, passwords }: AccessServices,
  user: UserRow,
  current: string,
): Promise<void> {
  if (current === "") throw invalid("current", "Das jetzige Passwort eingeben.");
  // Folded names have no capitals, so a login cannot use this one.
  const taken = await limits.take(`OWN ${user.id}`).catch((error: unknown) => {
    throw isRefusal(error, 429) ? invalid("current", error.message) : error;
  });
  const check = passwords.verify(current, user.passwordHash, "known");
  const { ok } = await check.catch(async (error: unknown) => {
    if (isRefusal(error, 429)) await limits.giveBack(taken);
    throw error;
  });
  if (!ok) {
    log.warn({ user: user.name }, "own password not changed: the current one is wrong");
    throw invalid("current", "Das jetzige Passwort stimmt nicht.");
  }
  await limits.succeed(taken);
}
