import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { countApiTokensBy } from "~db/queries/api-tokens";
import { deleteSessionsOf } from "~db/queries/sessions";
import {
  findUsers,
  getUser,
  getUserByName,
  getUserBySignIn,
  hasOtherAdministrator,
  insertUser,
  updateUser,
} from "~db/queries/users";
import type { UserRow } from "~db/schema";
import { formatCount } from "../../format/german";
import { isoTime } from "../../format/iso-time";
import { chosen, type PageForms, pageForm } from "../../http/form.server";
import { assertNoErrors, invalid, Refusal } from "../../refusal";
import type { AccessServices } from "../access-services";
import {
  type Author,
  DEMO_IDENTITY,
  ENVIRONMENT_ACTOR,
  type Identity,
  ROLE_NAMES,
} from "../identity";
import { passwordFault } from "../passwords/password-rules.server";

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u;
const LATIN = /\p{Script=Latin}/u;
const OTHER_LETTER = /[^\p{Script=Latin}\P{L}]/u;
const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 40;
/** The environment's token and the demo use these names. */
const RESERVED_KEYS = [ENVIRONMENT_ACTOR, DEMO_IDENTITY.actor].map(foldText);

export async function listUsers(db: Db) {
  return (await findUsers(db)).map((user) => ({
    id: user.id,
    name: user.name,
    signInName: user.signInName,
    role: user.role,
    hasPassword: user.passwordHash !== null,
    isDisabled: user.disabledAt !== null,
    lastSignInAt: isoTime(user.lastSignInAt),
  }));
}

export type UserView = Awaited<ReturnType<typeof listUsers>>[number];

/** Must run in the change's transaction: rights may change during a password hash. @throws Refusal 403 */
export async function assertAdmin(db: Db, identity: Identity): Promise<void> {
  if (identity.kind !== "session") return;
  const user = await getUser(db, identity.userId);
  if (user?.role === "administrator" && user.disabledAt === null) return;
  throw new Refusal(403, "Das dürfen nur Administratoren.");
}

export function tidyName(name: string): string {
  return name.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** @returns a German sentence; null for a good name. The user `ownId` may keep theirs. */
export async function nameFault(db: Db, name: string, ownId?: string): Promise<string | null> {
  const length = [...name].length;
  if (length < MIN_NAME_LENGTH || length > MAX_NAME_LENGTH) {
    return `Der Name hat ${MIN_NAME_LENGTH} bis ${MAX_NAME_LENGTH} Zeichen.`;
  }
  if (!NAME.test(name)) {
    return "Der Name besteht aus Buchstaben und Ziffern; dazwischen gehen Leerzeichen, Punkt, Binde- und Unterstrich.";
  }
  // A Cyrillic „а“ looks Latin, so a second „admin“ could pose as the first.
  if (LATIN.test(name) && OTHER_LETTER.test(name)) {
    return "Der Name mischt Buchstaben verschiedener Schriften.";
  }
  const nameKey = foldText(name);
  if (RESERVED_KEYS.includes(nameKey)) return `„${name}“ ist kein Name für einen Benutzer.`;
  const holders = [await getUserByName(db, nameKey), await getUserBySignIn(db, nameKey)];
  return holders.every((user) => user === undefined || user.id === ownId) ? null : nameTaken(name);
}

function nameTaken(name: string): string {
  return `Einen Benutzer namens „${name}“ gibt es schon, vielleicht anders geschrieben.`;
}

const typed = z.string().default("");
const UserSchema = z.object({ userId: typed });
const RoleSchema = chosen(
  z.enum(["administrator", "member"]),
  "Das Formular nennt keine Rolle, die es gibt.",
);
const WITH_PASSWORD = { hidden: ["password"], field: "password" };

function done(text: string) {
  return { back: "/einstellungen/benutzer", flash: { text } };
}

/** Refusals: 422 for changing oneself or the last administrator, 403 for a former administrator. */
export function userForms(
  { db, log, passwords }: AccessServices,
  { identity, now }: Author,
): PageForms {
  const refuseSelf = (userId: string, field: string, sentence: string) => {
    if (identity.kind === "session" && identity.userId === userId) throw invalid(field, sentence);
  };
  /** @param apply returns the sentence to show */
  const change = async (
    userId: string,
    event: string,
    apply: (trx: Db, user: UserRow) => Promise<string>,
  ) => {
    const { name, sentence } = await db.transaction().execute(async (trx) => {
      await assertAdmin(trx, identity);
      const user = await userOf(trx, userId);
      return { name: user.name, sentence: await apply(trx, user) };
    });
    log.info({ user: name, actor: identity.actor }, event);
    return done(sentence);
  };
  return {
    create: pageForm({
      ...WITH_PASSWORD,
      schema: z.object({ name: typed, role: RoleSchema, password: typed }),
      async run({ role, password, ...input }) {
        const name = tidyName(input.name);
        assertNoErrors({
          name: await nameFault(db, name),
          password: await passwordFault(password, name),
        });
        const user = {
          id: uuid(),
          name,
          nameKey: foldText(name),
          role,
          passwordHash: await passwords.hash(password),
          createdAt: now,
          createdBy: identity.actor,
        };
        await db.transaction().execute(async (trx) => {
          await assertAdmin(trx, identity);
          if (!(await insertUser(trx, user))) throw invalid("name", nameTaken(name));
        });
        log.info({ user: name, role, actor: identity.actor }, "user added");
        return done(`Benutzer „${name}“ ist angelegt (${ROLE_NAMES[role]}).`);
      },
    }),
    password: pageForm({
      ...WITH_PASSWORD,
      schema: UserSchema.extend({ password: typed }),
      async run({ userId, password }) {
        const { name } = await userOf(db, userId);
        refuseSelf(userId, "password", "Das eigene Passwort lässt sich unter „Mein Konto“ ändern.");
        assertNoErrors({ password: await passwordFault(password, name) });
        const passwordHash = await passwords.hash(password);
        return change(userId, "password set", async (trx) => {
          await updateUser(trx, userId, { passwordHash });
          await deleteSessionsOf(trx, userId, null);
          return `„${name}“ hat ein neues Passwort und ist überall abgemeldet.`;
        });
      },
    }),
    disable: pageForm({
      schema: UserSchema,
      run: ({ userId }) =>
        change(userId, "user disabled", async (trx, user) => {
          refuseSelf(userId, "userId", "Sich selbst kann niemand sperren.");
          await keepAdministrator(trx, user);
          await updateUser(trx, userId, { disabledAt: user.disabledAt ?? now });
          await deleteSessionsOf(trx, userId, null);
          const tokens = await tokenWarning(trx, user.name);
          return `„${user.name}“ ist gesperrt und überall abgemeldet.${tokens}`;
        }),
    }),
    enable: pageForm({
      schema: UserSchema,
      run: ({ userId }) =>
        change(userId, "user enabled", async (trx, { name }) => {
          await updateUser(trx, userId, { disabledAt: null });
          return `„${name}“ kann sich wieder anmelden.`;
        }),
    }),
    role: pageForm({
      schema: UserSchema.extend({ role: RoleSchema }),
      run: ({ userId, role }) =>
        change(userId, `role set: ${role}`, async (trx, user) => {
          const isMember = role === "member";
          if (isMember) {
            refuseSelf(userId, "role", "Sich selbst kann niemand die Rechte nehmen.");
            await keepAdministrator(trx, user);
          }
          await updateUser(trx, userId, { role });
          const tokens = isMember ? await tokenWarning(trx, user.name) : "";
          return `„${user.name}“ ist jetzt ${ROLE_NAMES[role]}.${tokens}`;
        }),
    }),
  };
}

async function userOf(db: Db, id: string): Promise<UserRow> {
  const user = await getUser(db, id);
  if (user === undefined) throw invalid("userId", "Diesen Benutzer gibt es nicht (mehr).");
  return user;
}

async function keepAdministrator(db: Db, user: UserRow): Promise<void> {
  const isActive = user.role === "administrator" && user.disabledAt === null;
  if (!isActive || (await hasOtherAdministrator(db, user.id))) return;
  throw invalid(
    "userId",
    `„${user.name}“ ist der letzte Administrator, der sich anmelden kann. Erst einen anderen dazu machen.`,
  );
}

/** API tokens outlive their creator's rights. */
async function tokenWarning(db: Db, name: string): Promise<string> {
  const count = await countApiTokensBy(db, name);
  if (count === 0) return "";
  const [made, last, object] =
    count === 1 ? ["den", "gilt", "lässt er"] : ["die", "gelten", "lassen sie"];
  return ` ${formatCount(count, "API-Token", "API-Tokens")}, ${made} ${name} angelegt hat, ${last} weiter. Widerrufen ${object} sich unter „API-Tokens“.`;
}
