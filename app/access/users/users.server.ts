import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
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
import { isoTime } from "../../format/iso-time";
import { assertNoErrors, invalid, Refusal } from "../../refusal";
import type { AccessServices } from "../access-services";
import {
  type Author,
  DEMO_IDENTITY,
  ENVIRONMENT_ACTOR,
  type Identity,
  type Role,
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

/** Must run in the change's transaction: rights may change during a password hash. @throws Refusal 403 */
export async function assertAdmin(db: Db, identity: Identity): Promise<void> {
  if (identity.kind !== "session") return;
  const user = await getUser(db, identity.userId);
  if (user?.role === "administrator" && user.disabledAt === null) return;
  throw new Refusal(403, "Das dürfen nur Administratoren.");
}

export type UserView = Awaited<ReturnType<typeof listUsers>>[number];

export function tidyName(name: string): string {
  return name.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** A German sentence; null for a good name. `ownId` may keep the name. */
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

/** @throws Refusal 422, or 403 as all functions below */
export async function createUser(
  { db, log, passwords }: AccessServices,
  input: { name: string; role: Role; password: string },
  { identity, now }: Author,
): Promise<{ id: string; name: string }> {
  const name = tidyName(input.name);
  assertNoErrors({
    name: await nameFault(db, name),
    password: await passwordFault(input.password, name),
  });
  const id = uuid();
  const user = {
    id,
    name,
    nameKey: foldText(name),
    role: input.role,
    passwordHash: await passwords.hash(input.password),
    createdAt: now,
    createdBy: identity.actor,
  };
  await db.transaction().execute(async (trx) => {
    await assertAdmin(trx, identity);
    if (!(await insertUser(trx, user))) throw invalid("name", nameTaken(name));
  });
  log.info({ user: name, role: input.role, actor: identity.actor }, "user added");
  return { id, name };
}

/** Ends the user's sessions. @returns the user's name, as all functions below */
export async function setUserPassword(
  services: AccessServices,
  userId: string,
  password: string,
  author: Author,
): Promise<string> {
  const { db, passwords } = services;
  const { name } = await userOf(db, userId);
  if (isSelf(author.identity, userId)) {
    throw invalid("password", "Das eigene Passwort lässt sich unter „Mein Konto“ ändern.");
  }
  const fault = await passwordFault(password, name);
  if (fault !== null) throw invalid("password", fault);
  const hash = await passwords.hash(password);
  return changeUser(services, userId, author, "password set", async (trx) => {
    await updateUser(trx, userId, { passwordHash: hash });
    await deleteSessionsOf(trx, userId, null);
  });
}

/** Ends the user's sessions. @throws Refusal 422 for oneself and the last administrator */
export function disableUser(services: AccessServices, userId: string, author: Author) {
  return changeUser(services, userId, author, "user disabled", async (trx, user) => {
    if (isSelf(author.identity, userId)) {
      throw invalid("userId", "Sich selbst kann niemand sperren.");
    }
    await keepAdministrator(trx, user);
    await updateUser(trx, userId, { disabledAt: user.disabledAt ?? author.now });
    await deleteSessionsOf(trx, userId, null);
  });
}

export function enableUser(services: AccessServices, userId: string, author: Author) {
  return changeUser(services, userId, author, "user enabled", (trx) =>
    updateUser(trx, userId, { disabledAt: null }),
  );
}

/** @throws Refusal 422 for oneself and the last administrator */
export function setRole(services: AccessServices, userId: string, role: Role, author: Author) {
  return changeUser(services, userId, author, `role set: ${role}`, async (trx, user) => {
    if (role !== "administrator") {
      if (isSelf(author.identity, userId)) {
        throw invalid("role", "Sich selbst kann niemand die Rechte nehmen.");
      }
      await keepAdministrator(trx, user);
    }
    await updateUser(trx, userId, { role });
  });
}

async function changeUser(
  { db, log }: AccessServices,
  userId: string,
  { identity }: Author,
  done: string,
  change: (trx: Db, user: UserRow) => Promise<void>,
): Promise<string> {
  const name = await db.transaction().execute(async (trx) => {
    await assertAdmin(trx, identity);
    const user = await userOf(trx, userId);
    await change(trx, user);
    return user.name;
  });
  log.info({ user: name, actor: identity.actor }, done);
  return name;
}

async function userOf(db: Db, id: string): Promise<UserRow> {
  const user = await getUser(db, id);
  if (user === undefined) {
    throw invalid("userId", "Diesen Benutzer gibt es nicht (mehr).");
  }
  return user;
}

function isSelf(identity: Identity, userId: string): boolean {
  return identity.kind === "session" && identity.userId === userId;
}

async function keepAdministrator(db: Db, user: UserRow): Promise<void> {
  const isActive = user.role === "administrator" && user.disabledAt === null;
  if (!isActive || (await hasOtherAdministrator(db, user.id))) return;
  throw invalid(
    "userId",
    `„${user.name}“ ist der letzte Administrator, der sich anmelden kann. Erst einen anderen dazu machen.`,
  );
}
