import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { replaceStartLink, takeStartLink } from "~db/queries/sessions";
import { findOwner, hasActivePassword, insertFirstUser, updateUser } from "~db/queries/users";
import type { AccessServices } from "../access-services";
import { FIRST_USER_NAME } from "../identity";
import { passwordFault } from "../passwords/password-rules.server";
import { randomToken, secretHash } from "../passwords/random-token.server";
import { openSession } from "./sessions.server";
import type { Visitor } from "./sign-in.server";

/** @param input.password accepted even if weak, since a refusal would lock the team out */
export async function prepareAccess(
  services: AccessServices,
  { password }: { password: string | undefined },
  now: number,
): Promise<{ hasPassword: boolean }> {
  const { db, log, passwords } = services;
  await insertFirstUser(db, {
    id: uuid(),
    name: FIRST_USER_NAME,
    nameKey: foldText(FIRST_USER_NAME),
    role: "administrator",
    createdAt: now,
    createdBy: "Einrichtung",
  });
  if (await hasActivePassword(db, "administrator")) return { hasPassword: true };
  const owner = await findOwner(db, FIRST_USER_NAME);
  if (password === undefined || owner === undefined) return { hasPassword: false };
  const fault = await passwordFault(password, owner.name);
  if (fault !== null) log.warn({ user: owner.name, fault }, "the configured password is weak");
  await updateUser(db, owner.id, { passwordHash: await passwords.hash(password) });
  log.info({ user: owner.name }, "the configured password is set");
  return { hasPassword: true };
}

const VALID_MS = 30 * 60_000;

/** Valid once, for half an hour; replaces an earlier link. The store keeps only a hash. */
export async function issueStartLink(db: Db, now: number): Promise<string> {
  const token = randomToken();
  await replaceStartLink(db, { tokenHash: secretHash(token), expiresAt: now + VALID_MS });
  return token;
}

/** @returns the session cookie's value; null for a used, expired or unknown link */
export async function redeemStartLink(
  services: AccessServices,
  token: string,
  from: Visitor,
  now: number,
): Promise<string | null> {
  const entered = await services.db.transaction().execute(async (db) => {
    if (!(await takeStartLink(db, secretHash(token), now))) return null;
    const owner = await findOwner(db, FIRST_USER_NAME);
    if (owner === undefined) return null;
    const value = await openSession({ ...services, db }, owner, from, now, { isByLink: true });
    return { value, name: owner.name };
  });
  const { address } = from;
  if (entered === null) services.log.warn({ address }, "start link refused");
  else services.log.info({ address, user: entered.name }, "signed in by the start link");
  return entered?.value ?? null;
}

export function startLinkAddress(origin: string, token: string): string {
  return `${origin}/anmelden?link=${token}`;
}
