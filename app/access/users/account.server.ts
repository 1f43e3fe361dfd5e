import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { deleteSession, deleteSessionsOf, updateSession } from "~db/queries/sessions";
import { getUser, replacePasswordHash, updateUser } from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { type PageForms, pageForm } from "../../http/form.server";
import { assertNoErrors, invalid, isRefusal } from "../../refusal";
import type { AccessServices } from "../access-services";
import type { SessionIdentity } from "../identity";
import { passwordFault } from "../passwords/password-rules.server";
import { listSessions } from "../sign-in/sessions.server";
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

const typed = z.string().default("");
const PasswordSchema = z.object({ current: typed, next: typed, repeated: typed });

function done(text: string, tone: "info" | "warn" = "info") {
  return { back: "/einstellungen/konto", flash: { tone, text } };
}

function endedSentence(ended: number): string {
  if (ended === 0) return "Andere Sitzungen gibt es nicht.";
  return ended === 1
    ? "Eine andere Sitzung ist beendet."
    : `${ended} andere Sitzungen sind beendet.`;
}

/** Refusals: 422, or 429 if too many password checks wait. */
export function accountForms(
  services: AccessServices,
  { identity, now }: { identity: SessionIdentity; now: number },
): PageForms {
  const { db, log, passwords } = services;
  const { userId, sessionHash } = identity;
  return {
    /** Ends other sessions. */
    password: pageForm({
      schema: PasswordSchema,
      hidden: Object.keys(PasswordSchema.shape),
      field: "next",
      async run({ current, next, repeated }) {
        const user = await ownUser(db, identity);
        assertNoErrors({
          next: await passwordFault(next, `${user.name} ${user.signInName ?? ""}`),
          repeated: repeated === next ? null : "Die beiden Passwörter stimmen nicht überein.",
        });
        await assertCurrent(services, user, identity, current);
        const hash = await passwords.hash(next);
        const ended = await db.transaction().execute(async (trx) => {
          if (!(await replacePasswordHash(trx, userId, hash, user.passwordHash))) return null;
          await updateSession(trx, sessionHash, { byLink: 0 });
          return deleteSessionsOf(trx, userId, sessionHash);
        });
        if (ended === null) throw invalid("next", "Das Passwort wurde inzwischen geändert.");
        log.info({ user: user.name }, "own password changed");
        const changed =
          user.passwordHash === null
            ? "Passwort festgelegt. Ab jetzt gilt es bei der Anmeldung."
            : "Das neue Passwort gilt ab jetzt.";
        return done(ended === 0 ? changed : `${changed} ${endedSentence(ended)}`);
      },
    }),
    "sign-in-name": pageForm({
      schema: z.object({ signInName: typed, current: typed }),
      hidden: ["current"],
      field: "signInName",
      async run({ current, ...input }) {
        const user = await ownUser(db, identity);
        const signInName = tidyName(input.signInName);
        assertNoErrors({ signInName: await nameFault(db, signInName, userId) });
        await assertCurrent(services, user, identity, current);
        const signInKey = foldText(signInName);
        const isOwnName = signInKey === user.nameKey;
        await db.transaction().execute(async (trx) => {
          assertNoErrors({ signInName: await nameFault(trx, signInName, userId) });
          const change = { signInName, signInKey };
          await updateUser(trx, userId, isOwnName ? { signInName: null, signInKey: null } : change);
        });
        log.info({ user: user.name }, "own sign-in name changed");
        return done(`Die Anmeldung geht ab jetzt mit „${signInName}“.`);
      },
    }),
    "end-session": pageForm({
      schema: z.object({ session: typed }),
      async run({ session }) {
        const own = await listSessions(services, userId, now);
        if (!own.some(({ hash }) => hash === session)) {
          return done("Diese Sitzung ist schon beendet.", "warn");
        }
        await deleteSession(db, session);
        return done("Die Sitzung ist beendet.");
      },
    }),
    "end-others": pageForm({
      schema: z.object({}),
      run: async () => done(endedSentence(await deleteSessionsOf(db, userId, sessionHash))),
    }),
  };
}

/** Skipped without a password or in a start-link session. Counted apart from logins: strangers cannot block it. */
async function assertCurrent(
  { limits, log, passwords }: AccessServices,
  user: UserRow,
  { isByLink }: SessionIdentity,
  current: string,
): Promise<void> {
  if (user.passwordHash === null || isByLink) return;
  if (current === "") throw invalid("current", "Das jetzige Passwort eingeben.");
  // Login names are folded to lower case, so none equals this key.
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
