import { describe, expect, it } from "vitest";
import type { UserRow } from "~db/schema";
import {
  addUser,
  OTHER_PASSWORD,
  openAccess,
  PASSWORD,
  signedIn,
  signInStatus,
  type TestAccess,
} from "~tests/access";
import { sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import { type Author, DEMO_IDENTITY } from "../identity";
import { listSessions } from "../sign-in/sessions.server";
import { createToken } from "../tokens/api-tokens.server";
import { listUsers, userForms } from "./users.server";

/** Sends a form of the page. @returns its message, or its errors by field */
async function answerOf(access: TestAccess, by: Author, fields: Record<string, string>) {
  const answer = await sendForm(userForms(access, by), fields);
  if ("to" in answer) return "flash" in answer ? answer.flash?.text : "";
  return answer.errors ?? {};
}

async function withChef() {
  const access = await openAccess();
  const chef = await addUser(access, "Chef");
  const by: Author = { identity: await signedIn(access, chef), now: NOON };
  const send = (intent: string, userId: string, fields: Record<string, string> = {}) =>
    answerOf(access, by, { intent, userId, ...fields });
  const add = (name: string) => send("create", "", { name, role: "member", password: PASSWORD });
  const anna = () => addUser(access, "Anna", { role: "member" });
  return { access, chef, by, send, add, anna };
}

async function canSignIn(access: TestAccess, name: string, password = PASSWORD) {
  return (await signInStatus(access, name, password)) === 200;
}

const GONE = { userId: "Diesen Benutzer gibt es nicht (mehr)." };
const LAST = { userId: expect.stringMatching(/letzte Administrator/) };

describe("a new user", () => {
  it("signs in with the given password and has the given role", async () => {
    const { access, add } = await withChef();
    expect(await add("  Jörg   Müller ")).toBe("Benutzer „Jörg Müller“ ist angelegt (Mitglied).");
    expect((await listUsers(access.db))[1]).toEqual({
      id: expect.any(String),
      name: "Jörg Müller",
      signInName: null,
      role: "member",
      hasPassword: true,
      isDisabled: false,
      lastSignInAt: null,
    });
    expect(await canSignIn(access, "joerg mueller")).toBe(true);
    expect(access.logged.join()).not.toContain(PASSWORD);
  });

  it.each(["ab", "Jörg Müller", "j.mueller", "anna-maria_2", "7x", "李雷", "a".repeat(40)])(
    "may be called %j",
    async (name) => {
      const { add } = await withChef();
      expect(await add(name)).toContain(`„${name}“ ist angelegt`);
    },
  );

  it.each([
    ...["", "a", "a".repeat(41), "-anna", "anna.", "anna@firma.de", "<b>anna</b>", "an\u0000na"],
    ...["Api", "lokal", "ab\u0301\u0301 \u0301", "\u0430dmin"],
  ])("may not be called %j", async (name) => {
    const { access, add } = await withChef();
    expect(await add(name)).toEqual({
      name: expect.stringMatching(/^Der Name .*\.$|ist kein Name/),
    });
    expect(await listUsers(access.db)).toHaveLength(1);
  });

  it("has a name of its own, however it is written, also where two are added at once", async () => {
    const { access, add } = await withChef();
    await add("Jörg");
    for (const name of ["jörg", "JOERG", "Jo\u0308rg"]) {
      expect(await add(name)).toEqual({
        name: `Einen Benutzer namens „${name.normalize("NFC")}“ gibt es schon, vielleicht anders geschrieben.`,
      });
    }
    const [first, second] = await Promise.all([add("Zwei"), add("zwei")]);
    expect(first).toContain("„Zwei“ ist angelegt");
    expect(second).toEqual({ name: expect.stringMatching(/gibt es schon/) });
    expect(await listUsers(access.db)).toHaveLength(3);
  });
});

describe("another's password", () => {
  it("is set, and ends their sessions", async () => {
    const { access, chef, send, anna } = await withChef();
    const { id, name } = await anna();
    await signedIn(access, { id, name });
    expect(await send("password", id, { password: OTHER_PASSWORD })).toMatch(/^„Anna“ hat/);
    expect(await listSessions(access, id, NOON)).toEqual([]);
    expect(await listSessions(access, chef.id, NOON)).toHaveLength(1);
    expect(await canSignIn(access, "Anna")).toBe(false);
    expect(await canSignIn(access, "Anna", OTHER_PASSWORD)).toBe(true);
  });

  it("is not one's own, and follows the rules", async () => {
    const { access, chef, send, anna } = await withChef();
    const { id } = await anna();
    for (const [userId, password, errors] of [
      [chef.id, OTHER_PASSWORD, { password: expect.stringMatching(/„Mein Konto“/) }],
      [id, "kurz", { password: expect.stringMatching(/12 Zeichen/) }],
      ["weg", OTHER_PASSWORD, GONE],
    ] as const) {
      expect(await send("password", userId, { password })).toEqual(errors);
    }
    expect(await canSignIn(access, "Chef")).toBe(true);
    expect(await canSignIn(access, "Anna")).toBe(true);
  });
});

describe("a disabled user", () => {
  it("is out at once, and in again when enabled, with no session of before", async () => {
    const { access, by, send, anna } = await withChef();
    const { id } = await anna();
    expect(await canSignIn(access, "Anna")).toBe(true);
    expect(await send("disable", id)).toBe("„Anna“ ist gesperrt und überall abgemeldet.");
    expect(await canSignIn(access, "Anna")).toBe(false);
    const disabledAt = () =>
      access.db.selectFrom("users").select("disabledAt").where("id", "=", id).execute();
    await answerOf(access, { ...by, now: NOON + 1 }, { intent: "disable", userId: id });
    expect(await disabledAt()).toEqual([{ disabledAt: NOON }]);
    expect(await send("enable", id)).toBe("„Anna“ kann sich wieder anmelden.");
    expect(await listSessions(access, id, NOON)).toEqual([]);
    expect(await canSignIn(access, "Anna")).toBe(true);
    expect(await send("disable", "weg")).toEqual(GONE);
    expect(await send("enable", "weg")).toEqual(GONE);
  });

  it("is never oneself", async () => {
    const { access, chef, send } = await withChef();
    await addUser(access, "Zweite");
    const own = expect.stringMatching(/Sich selbst/);
    expect(await send("disable", chef.id)).toEqual({ userId: own });
    expect(await send("role", chef.id, { role: "member" })).toEqual({ role: own });
    const same = await send("role", chef.id, { role: "administrator" });
    expect(same).toBe("„Chef“ ist jetzt Administrator.");
    expect(await listUsers(access.db)).toMatchObject([
      { role: "administrator", isDisabled: false },
      { role: "administrator", isDisabled: false },
    ]);
  });
});

describe("the last administrator", () => {
  it("stays one, while others do not count who are disabled or members", async () => {
    const { access, chef } = await withChef();
    // This identity is not a user.
    const send = (intent: string, userId: string, role = "member") =>
      answerOf(access, { identity: DEMO_IDENTITY, now: NOON }, { intent, userId, role });
    await addUser(access, "Gesperrt", { disabledAt: NOON });
    await addUser(access, "Mitglied", { role: "member" });
    expect(await send("disable", chef.id)).toEqual(LAST);
    expect(await send("role", chef.id)).toEqual(LAST);
    expect(await listSessions(access, chef.id, NOON)).toHaveLength(1);
    const anna = await addUser(access, "Anna");
    await send("role", chef.id);
    expect(await send("disable", anna.id)).toEqual(LAST);
    await send("role", chef.id, "administrator");
    expect(await send("disable", anna.id)).toMatch(/gesperrt/);
  });

  it("is left when two disable each other at once", async () => {
    const { access, chef, send } = await withChef();
    const anna = await addUser(access, "Anna");
    const byAnna = { identity: await signedIn(access, anna), now: NOON };
    const both = await Promise.allSettled([
      send("disable", anna.id),
      answerOf(access, byAnna, { intent: "disable", userId: chef.id }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    const active = (await listUsers(access.db)).filter(({ isDisabled }) => !isDisabled);
    expect(active.map(({ name }) => name)).toEqual(["Chef"]);
  });
});

it("says which tokens outlive what is taken from their maker", async () => {
  const { access, send, anna } = await withChef();
  const maker = await anna();
  await send("role", maker.id, { role: "administrator" });
  const annas = { identity: await signedIn(access, maker), now: NOON };
  const make = (name: string) => createToken(access, { name, scope: "full" }, annas);
  await make("Eins");
  expect(await send("disable", maker.id)).toBe(
    "„Anna“ ist gesperrt und überall abgemeldet. 1 API-Token, den Anna angelegt hat, gilt weiter. Widerrufen lässt er sich unter „API-Tokens“.",
  );
  await send("enable", maker.id);
  await make("Zwei");
  expect(await send("role", maker.id, { role: "member" })).toBe(
    "„Anna“ ist jetzt Mitglied. 2 API-Tokens, die Anna angelegt hat, gelten weiter. Widerrufen lassen sie sich unter „API-Tokens“.",
  );
});

it.each<Record<string, string>>([
  { intent: "create", name: "Ben", role: "owner", password: PASSWORD },
  { intent: "create", name: "Ben", password: PASSWORD },
  { intent: "role", role: "__proto__" },
])("refuses %j, which no page sends", async (fields) => {
  const { access, by, anna } = await withChef();
  const { id } = await anna();
  const before = await listUsers(access.db);
  await expect(answerOf(access, by, { userId: id, ...fields })).rejects.toMatchObject({
    status: 400,
  });
  expect(await listUsers(access.db)).toEqual(before);
});

describe("whoever is no longer an administrator", () => {
  const changes: Record<string, Partial<UserRow>> = {
    disabled: { disabledAt: NOON },
    "a member": { role: "member" },
  };
  const form = (intent: string, fields: Record<string, string> = {}) => {
    return (access: TestAccess, userId: string, by: Author): Promise<unknown> =>
      answerOf(access, by, { intent, userId, ...fields });
  };
  const wishes = {
    "adds nobody": form("create", { name: "Neu", role: "administrator", password: PASSWORD }),
    "sets no password": form("password", { password: OTHER_PASSWORD }),
    "disables nobody": form("disable"),
    "enables nobody": form("enable"),
    "gives no role": form("role", { role: "administrator" }),
    "makes no token": (access: TestAccess, _: string, by: Author): Promise<unknown> =>
      createToken(access, { name: "Neu", scope: "full" }, by),
  };
  const cases = Object.values(changes).flatMap((change) =>
    Object.entries(wishes).map(([wish, send]) => ({ change, wish, send })),
  );

  it.each(cases)("$wish: $change", async ({ change, wish, send }) => {
    const { access, chef, by, anna } = await withChef();
    const { id } = await anna();
    const demote = () =>
      access.db.updateTable("users").set(change).where("id", "=", chef.id).execute();
    const stored = async () => ({
      users: await access.db.selectFrom("users").selectAll().where("id", "!=", chef.id).execute(),
      tokens: await access.db.selectFrom("apiTokens").selectAll().execute(),
    });
    const { passwords } = access;
    const hash = passwords.hash.bind(passwords);
    // The user is demoted while the admitted request waits for its password hash.
    passwords.hash = async (password) => {
      const made = await hash(password);
      await demote();
      return made;
    };
    if (!/adds|sets/.test(wish)) await demote();
    const before = await stored();
    await expect(send(access, id, by)).rejects.toMatchObject({
      status: 403,
      message: "Das dürfen nur Administratoren.",
    });
    expect(await stored()).toEqual(before);
  });
});
