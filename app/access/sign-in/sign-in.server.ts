import { z } from "zod";
import { foldText } from "~db/fold";
import { isKnownBrowser } from "~db/queries/sessions";
import {
  getUser,
  getUserBySignIn,
  hasActivePassword,
  replacePasswordHash,
} from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { isRefusal, Refusal } from "../../refusal";
import type { AccessServices } from "../access-services";
import { openSession } from "./sessions.server";

export interface Visitor {
  address: string;
  userAgent: string | null;
  device?: string | undefined;
}

/** Longer names are cut for the counter. */
const MAX_NAME_KEY = 100;

export async function isSignInPossible({ db }: Pick<AccessServices, "db">): Promise<boolean> {
  return hasActivePassword(db);
}

/**
 * Known browsers have their own tries, so strangers cannot lock a user out.
 * @returns the session cookie's value
 * @throws Refusal 422, the same for a wrong name and a wrong password, so that names stay secret; 429
 */
export async function signIn(
  services: AccessServices,
  input: { name: string; password: string },
  from: Visitor,
  now: number,
): Promise<string> {
  const { db, limits, log, passwords } = services;
  const { address, device = "" } = from;
  const nameKey = foldText(input.name).slice(0, MAX_NAME_KEY);
  const isKnown = await isKnownBrowser(db, nameKey, device);
  const take = isKnown ? limits.take(`KNOWN ${device} ${nameKey}`) : limits.take(nameKey, address);
  const taken = await take.catch((error: unknown) => {
    log.warn({ address }, "sign-in has to wait");
    throw error;
  });
  const user = await getUserBySignIn(db, nameKey);
  try {
    const { ok, isOutdated } = await passwords.verify(
      input.password,
      user?.passwordHash ?? null,
      isKnown ? "known" : "stranger",
    );
    const cookieValue = ok && user !== undefined ? await enter(services, user, from, now) : null;
    if (user === undefined || cookieValue === null) {
      // The log omits unknown names: one may be a password in the wrong field.
      log.warn({ address, user: user?.name }, "sign-in refused");
      throw new Refusal(422, "Name oder Passwort stimmt nicht.");
    }
    await limits.succeed(taken);
    log.info({ address, user: user.name }, "signed in");
    if (isOutdated) await renewHash(services, user, input.password);
    return cookieValue;
  } catch (error) {
    if (isRefusal(error, 429)) {
      await limits.giveBack(taken);
      log.warn({ address }, "too many passwords wait to be checked");
    }
    throw error;
  }
}

/** Null if the user was disabled or got a new password during the check. */
async function enter(
  services: AccessServices,
  user: UserRow,
  from: Visitor,
  now: number,
): Promise<string | null> {
  return services.db.transaction().execute(async (db) => {
    const current = await getUser(db, user.id);
    const isSame = current?.passwordHash === user.passwordHash && current.disabledAt === null;
    return isSame ? openSession({ ...services, db }, user, from, now) : null;
  });
}

async function renewHash(
  { db, passwords }: AccessServices,
  user: UserRow,
  password: string,
): Promise<void> {
  try {
    await replacePasswordHash(db, user.id, await passwords.hash(password), user.passwordHash);
  } catch (error) {
    // A later sign-in tries again.
    if (!isRefusal(error, 429)) throw error;
  }
}

const HOME = "/suche";

export function pathAfterSignIn(value: string | null): string {
  const path = safePath(value, HOME);
  return /^\/anmelden(?:[/?]|$)/.test(path) ? HOME : path;
}

export function signInForms(
  services: AccessServices,
  by: { visitor: Visitor; now: number; enter(cookieValue: string): Promise<HeadersInit> },
): PageForms {
  return {
    "": pageForm({
      schema: z.object({
        name: z.string("Den Namen eingeben.").trim().min(1, "Den Namen eingeben."),
        password: z.string("Das Passwort eingeben."),
        weiter: z.string().default(""),
      }),
      hidden: ["password"],
      field: "password",
      async run({ weiter, ...input }) {
        const cookieValue = await signIn(services, input, by.visitor, by.now);
        return { to: pathAfterSignIn(weiter), headers: await by.enter(cookieValue) };
      },
    }),
  };
}
