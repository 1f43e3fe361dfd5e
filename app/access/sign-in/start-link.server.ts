import type { Db } from "~db/client";
import { replaceStartLink, takeStartLink } from "~db/queries/sessions";
import { findOwner } from "~db/queries/users";
import type { AccessServices } from "../access-services";
import { FIRST_USER_NAME } from "../identity";
import { randomToken, secretHash } from "../passwords/random-token.server";
import { openSession } from "./sessions.server";
import type { Visitor } from "./sign-in.server";

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
