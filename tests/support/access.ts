import { v7 as uuid } from "uuid";
import type { AccessServices } from "~/access/access-services";
import type { SessionIdentity } from "~/access/identity";
import { PasswordHasher } from "~/access/passwords/password-hash.server";
import { findSession, openSession } from "~/access/sign-in/sessions.server";
import { signIn, type Visitor } from "~/access/sign-in/sign-in.server";
import { SignInLimits } from "~/access/sign-in/sign-in-limits.server";
import { isRefusal } from "~/refusal";
import { foldText } from "~db/fold";
import { insertUser } from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { NOON, openTestStore } from "./store";

/** Good enough a password for every rule. */
export const PASSWORD = "Zaun Wolke Trompete";
export const OTHER_PASSWORD = "Kessel Banane Nordwind";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
export const VISITOR = { address: "192.0.2.1", userAgent: FIREFOX };

export interface TestAccess extends AccessServices {
  /** Every entry of the log, as text. */
  logged: string[];
}

/** What letting people in works with, over an empty store and with hashes that take no time. */
export async function openAccess(more: Partial<AccessServices> = {}): Promise<TestAccess> {
  const logged: string[] = [];
  const keep = (entry: object, message: string) => {
    logged.push(JSON.stringify({ ...entry, message }));
  };
  return {
    db: await openTestStore(),
    isDemo: false,
    sessionKey: new Uint8Array(32).fill(7),
    environmentToken: undefined,
    passwords: new PasswordHasher({ cost: 2 }),
    limits: new SignInLimits(),
    log: { info: keep, warn: keep },
    logged,
    ...more,
  };
}

/** A user with {@link PASSWORD}, unless said otherwise. */
export async function addUser(
  { db, passwords }: AccessServices,
  name: string,
  fields: Partial<UserRow> = {},
): Promise<UserRow> {
  const user: UserRow = {
    id: uuid(),
    name,
    nameKey: foldText(name),
    role: "administrator",
    passwordHash: await passwords.hash(PASSWORD),
    createdAt: NOON,
    createdBy: "Test",
    signInName: null,
    signInKey: null,
    disabledAt: null,
    lastSignInAt: null,
    ...fields,
  };
  await insertUser(db, user);
  return user;
}

/** The status that a sign-in is refused with; 200 where it is not. */
export async function signInStatus(
  services: AccessServices,
  name: string,
  password: string,
  { from = VISITOR, now = NOON }: { from?: Visitor; now?: number } = {},
): Promise<number> {
  try {
    await signIn(services, { name, password }, from, now);
    return 200;
  } catch (error) {
    if (isRefusal(error)) return error.status;
    throw error;
  }
}

/** Somebody who is signed in. */
export async function signedIn(
  services: AccessServices,
  user: { id: string; name: string },
  now: number = NOON,
): Promise<SessionIdentity> {
  const value = await openSession(services, user, VISITOR, now);
  const identity = await findSession(services, value, now);
  if (identity === null) throw new Error(`${user.name} is not signed in`);
  return identity;
}
