import { describe, expect, it } from "vitest";
import {
  addUser,
  OTHER_PASSWORD,
  openAccess,
  PASSWORD,
  signedIn,
  signInStatus,
  type TestAccess,
} from "~tests/access";
import { NOON } from "~tests/store";
import { isRefusal } from "../../refusal";
import { DEMO_IDENTITY } from "../identity";
import { listSessions } from "../sign-in/sessions.server";
import {
  createUser,
  disableUser,
  enableUser,
  listUsers,
  setRole,
  setUserPassword,
} from "./users.server";

async function withChef() {
  const access = await openAccess();
  const chef = await addUser(access, "Chef");
  const by = { identity: await signedIn(access, chef), now: NOON };
  const add = (name: string, password = PASSWORD) =>
    createUser(access, { name, role: "member", password }, by);
  return { access, chef, by, add };
}

async function errorsOf(promise: Promise<unknown>): Promise<Record<string, string | undefined>> {
  const error = await promise.catch((caught: unknown) => caught);
  if (isRefusal(error, 422)) return error.fieldErrors;
  throw new Error("nothing was refused", { cause: error });
}

async function canSignIn(access: TestAccess, name: string, password = PASSWORD) {
  return (await signInStatus(access, name, password)) === 200;
}

describe("a new user", () => {
  it("signs in with the given password and has the given role", async () => {
    const { access, add } = await withChef();
    const { id, name } = await add("  Jörg   Müller ");
    expect(name).toBe("Jörg Müller");
    expect((await listUsers(access.db)).find((user) => user.id === id)).toEqual({
      id,
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
      expect(await add(name)).toMatchObject({ name });
    },
  );

  it.each([
    ...["", "a", "a".repeat(41), "-anna", "anna.", "anna@firma.de", "<b>anna</b>", "an\u0000na"],
    ...["an\u202ena", "Api", "lokal", "ab\u0301\u0301 \u0301", "\u0430dmin"],
  ])("may not be called %j", async (name) => {
    const { access, add } = await withChef();
    expect(await errorsOf(add(name))).toEqual({
      name: expect.stringMatching(/^Der Name .*\.$|ist kein Name/),
      password: undefined,
    });
    expect(await listUsers(access.db)).toHaveLength(1);
  });

  it("has a name of its own, however it is written, also where two are added at once", async () => {
    const { access, add } = await withChef();
    await add("Jörg");
    for (const name of ["jörg", "JOERG", "Jo\u0308rg"]) {
      expect(await errorsOf(add(name))).toEqual({
        name: `Einen Benutzer namens „${name.normalize("NFC")}“ gibt es schon, vielleicht anders geschrieben.`,
        password: undefined,
      });
    }
    const both = await Promise.allSettled([add("Zwei"), add("zwei")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { fieldErrors: { name: expect.stringMatching(/gibt es schon/) } },
    });
    expect(await listUsers(access.db)).toHaveLength(3);
  });
});

describe("another's password", () => {
  it("is set, and ends their sessions", async () => {
    const { access, chef, by, add } = await withChef();
    const { id, name } = await add("Anna");
    await signedIn(access, { id, name });
    expect(await setUserPassword(access, id, OTHER_PASSWORD, by)).toBe("Anna");
    expect(await listSessions(access, id, NOON)).toEqual([]);
    expect(await listSessions(access, chef.id, NOON)).toHaveLength(1);
    expect(await canSignIn(access, "Anna")).toBe(false);
    expect(await canSignIn(access, "Anna", OTHER_PASSWORD)).toBe(true);
  });

  it("is not one's own, and follows the rules", async () => {
    const { access, chef, by, add } = await withChef();
    const { id } = await add("Anna");
    const refused = async (userId: string, password: string) =>
      errorsOf(setUserPassword(access, userId, password, by));
    expect(await refused(chef.id, OTHER_PASSWORD)).toMatchObject({
      password: expect.stringMatching(/„Mein Konto“/),
    });
    expect(await refused(id, "kurz")).toMatchObject({
      password: expect.stringMatching(/12 Zeichen/),
    });
    expect(await refused("weg", OTHER_PASSWORD)).toMatchObject({
      userId: expect.stringMatching(/gibt es nicht/),
    });
    expect(await canSignIn(access, "Chef")).toBe(true);
    expect(await canSignIn(access, "Anna")).toBe(true);
  });
});

describe("a disabled user", () => {
  it("is out at once, and in again when enabled, with no session of before", async () => {
    const { access, by, add } = await withChef();
    const { id } = await add("Anna");
    expect(await canSignIn(access, "Anna")).toBe(true);
    expect(await disableUser(access, id, by)).toBe("Anna");
    expect(await canSignIn(access, "Anna")).toBe(false);
    const disabledAt = () =>
      access.db.selectFrom("users").select("disabledAt").where("id", "=", id).execute();
    await disableUser(access, id, { ...by, now: NOON + 1 });
    expect(await disabledAt()).toEqual([{ disabledAt: NOON }]);
    await enableUser(access, id, by);
    expect(await listSessions(access, id, NOON)).toEqual([]);
    expect(await canSignIn(access, "Anna")).toBe(true);
    expect(await errorsOf(disableUser(access, "weg", by))).toMatchObject({
      userId: expect.stringMatching(/gibt es nicht/),
    });
    expect(await errorsOf(enableUser(access, "weg", by))).toMatchObject({
      userId: expect.stringMatching(/gibt es nicht/),
    });
  });

  it("is never oneself", async () => {
    const { access, chef, by } = await withChef();
    await addUser(access, "Zweite");
    expect(await errorsOf(disableUser(access, chef.id, by))).toMatchObject({
      userId: expect.stringMatching(/Sich selbst/),
    });
    expect(await errorsOf(setRole(access, chef.id, "member", by))).toMatchObject({
      role: expect.stringMatching(/Sich selbst/),
    });
    expect(await setRole(access, chef.id, "administrator", by)).toBe("Chef");
    expect(await listUsers(access.db)).toMatchObject([
      { role: "administrator", isDisabled: false },
      { role: "administrator", isDisabled: false },
    ]);
  });
});

describe("the last administrator", () => {
  // Whoever comes with the token of the environment is no user.
  const by = { identity: DEMO_IDENTITY, now: NOON };

  it("stays one, while others do not count who are disabled or members", async () => {
    const { access, chef } = await withChef();
    await addUser(access, "Gesperrt", { disabledAt: NOON });
    await addUser(access, "Mitglied", { role: "member" });
    for (const attempt of [
      () => disableUser(access, chef.id, by),
      () => setRole(access, chef.id, "member", by),
    ]) {
      expect(await errorsOf(attempt())).toMatchObject({
        userId: expect.stringMatching(/letzte Administrator/),
      });
    }
    expect(await listSessions(access, chef.id, NOON)).toHaveLength(1);
    const anna = await addUser(access, "Anna");
    await setRole(access, chef.id, "member", by);
    expect(await errorsOf(disableUser(access, anna.id, by))).toMatchObject({
      userId: expect.stringMatching(/letzte Administrator/),
    });
    await setRole(access, chef.id, "administrator", by);
    expect(await disableUser(access, anna.id, by)).toBe("Anna");
  });

  it("is left when two disable each other at once", async () => {
    const { access, chef, by: byChef } = await withChef();
    const anna = await addUser(access, "Anna");
    const byAnna = { identity: await signedIn(access, anna), now: NOON };
    const both = await Promise.allSettled([
      disableUser(access, anna.id, byChef),
      disableUser(access, chef.id, byAnna),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    const active = (await listUsers(access.db)).filter(({ isDisabled }) => !isDisabled);
    expect(active.map(({ name }) => name)).toEqual(["Chef"]);
  });
});
