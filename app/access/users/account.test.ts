import { describe, expect, it } from "vitest";
import { insertUser, updateUser } from "~db/queries/users";
import type { UserRow } from "~db/schema";
import {
  addUser,
  OTHER_PASSWORD,
  openAccess,
  PASSWORD,
  signedIn,
  signInStatus,
  VISITOR,
} from "~tests/access";
import { NOON } from "~tests/store";
import { isRefusal } from "../../refusal";
import type { SessionIdentity } from "../identity";
import { findSession, listSessions } from "../sign-in/sessions.server";
import { signIn } from "../sign-in/sign-in.server";
import { issueStartLink, redeemStartLink } from "../sign-in/start-link.server";
import { changeOwnPassword, changeOwnSignInName, findOwnAccount } from "./account.server";
import { createUser } from "./users.server";

async function withAnna(fields: Partial<UserRow> = {}) {
  const access = await openAccess();
  const anna = await addUser(access, "Anna", fields);
  const identity = await signedIn(access, anna);
  const change = (
    input: { current?: string; next?: string; repeated?: string },
    as: SessionIdentity = identity,
  ) =>
    changeOwnPassword(access, as, {
      current: PASSWORD,
      next: OTHER_PASSWORD,
      repeated: input.next ?? OTHER_PASSWORD,
      ...input,
    });
  const refused = async (...input: Parameters<typeof change>) => {
    const error = await change(...input).catch((caught: unknown) => caught);
    if (isRefusal(error, 422)) return error.fieldErrors;
    throw new Error("nothing was refused", { cause: error });
  };
  const enter = (password: string) => signInStatus(access, "Anna", password);
  return { access, anna, identity, change, refused, enter };
}

describe("one's own password", () => {
  it("is changed, which ends all other sessions and not this one", async () => {
    const { access, anna, identity, change, enter } = await withAnna();
    await signedIn(access, anna);
    await signedIn(access, anna);
    const ben = await addUser(access, "Ben");
    await signedIn(access, ben);
    expect(await change({})).toEqual({ ended: 2, isFirst: false });
    const left = await listSessions(access, anna.id, NOON);
    expect(left.map(({ hash }) => hash)).toEqual([identity.sessionHash]);
    expect(await listSessions(access, ben.id, NOON)).toHaveLength(1);
    expect(await enter(PASSWORD)).toBe(422);
    expect(await enter(OTHER_PASSWORD)).toBe(200);
    for (const secret of [PASSWORD, OTHER_PASSWORD, "scrypt"]) {
      expect(access.logged.join()).not.toContain(secret);
    }
  });

  it("is set without asking for one where there was none", async () => {
    const { access, identity, change, refused, enter } = await withAnna({ passwordHash: null });
    expect(await findOwnAccount(access, identity)).toMatchObject({ hasPassword: false });
    expect(await change({ current: "" })).toEqual({ ended: 0, isFirst: true });
    expect(await findOwnAccount(access, identity)).toMatchObject({ hasPassword: true });
    expect(await enter(OTHER_PASSWORD)).toBe(200);
    expect(await refused({ current: "" })).toEqual({ current: expect.any(String) });
  });

  it("is refused with all that is wrong with the new one", async () => {
    const { refused, enter } = await withAnna();
    expect(await refused({ next: "kurz", repeated: "anders" })).toEqual({
      next: expect.stringContaining("12 Zeichen"),
      repeated: "Die beiden Passwörter stimmen nicht überein.",
    });
    expect(await refused({ repeated: `${OTHER_PASSWORD} ` })).toEqual({
      repeated: "Die beiden Passwörter stimmen nicht überein.",
    });
    expect(await refused({ current: "" })).toEqual({ current: "Das jetzige Passwort eingeben." });
    expect(await refused({ current: OTHER_PASSWORD })).toEqual({
      current: "Das jetzige Passwort stimmt nicht.",
    });
    expect(await enter(PASSWORD)).toBe(200);
  });

  it("is set without the present one in a session of the start link, once", async () => {
    const { access, anna, change, refused, enter } = await withAnna();
    const token = await issueStartLink(access.db, NOON);
    const value = (await redeemStartLink(access, token, VISITOR, NOON)) ?? "";
    const byLink = async () => {
      const found = await findSession(access, value, NOON);
      if (found === null) throw new Error("the link opened no session");
      return found;
    };
    const input = { current: "" };
    // Somebody's session by password beside it has no such right.
    expect(await refused(input)).toEqual({ current: "Das jetzige Passwort eingeben." });
    expect(await change(input, await byLink())).toEqual({ ended: 1, isFirst: false });
    expect(await enter(OTHER_PASSWORD)).toBe(200);
    expect((await byLink()).userId).toBe(anna.id);
    expect(await refused(input, await byLink())).toEqual({
      current: "Das jetzige Passwort eingeben.",
    });
  });

  it("is guessed no more often than at the login", async () => {
    const { refused } = await withAnna();
    for (let index = 0; index < 10; index += 1) {
      expect(await refused({ current: `falsch ${index}` })).toEqual({
        current: "Das jetzige Passwort stimmt nicht.",
      });
    }
    expect(await refused({})).toEqual({
      current: "Zu viele Versuche. Bitte in 5 Minuten noch einmal versuchen.",
    });
  });

  it("can be changed however strangers guess at the login, also by names like its own key", async () => {
    const { access, anna, change } = await withAnna();
    const from = { ...VISITOR, address: "10.0.0.1" };
    for (const name of ["Anna", `OWN ${anna.id}`]) {
      for (let index = 0; index < 12; index += 1) {
        await signInStatus(access, name, "falsch", { from });
      }
    }
    expect(await signInStatus(access, "Anna", PASSWORD, { from })).toBe(429);
    expect(await change({})).toMatchObject({ ended: 0 });
  });

  it("is not changed where somebody else changed it meanwhile", async () => {
    const { access, anna, refused, enter } = await withAnna();
    const { passwords } = access;
    const hash = passwords.hash.bind(passwords);
    passwords.hash = async (password) => {
      const made = await hash(password);
      await updateUser(access.db, anna.id, { passwordHash: await hash("Dritte Blume Hafen") });
      return made;
    };
    expect(await refused({})).toEqual({ next: expect.stringContaining("inzwischen") });
    expect(await enter("Dritte Blume Hafen")).toBe(200);
  });
});

describe("one's own name for signing in", () => {
  async function withAdmin() {
    const access = await openAccess();
    const admin = await addUser(access, "admin");
    const identity = await signedIn(access, admin);
    const rename = (signInName: string, current = PASSWORD, as = identity) =>
      changeOwnSignInName(access, as, { signInName, current });
    const enter = (name: string, now = NOON) => signInStatus(access, name, PASSWORD, { now });
    return { access, identity, rename, enter };
  }

  it("replaces the one before, which then signs nobody in, and ends no session", async () => {
    const { access, identity, rename, enter } = await withAdmin();
    expect(await rename("  Käthe   Müller ")).toBe("Käthe Müller");
    expect(await enter("admin")).toBe(422);
    expect(await enter("kaethe mueller")).toBe(200);
    expect(await listSessions(access, identity.userId, NOON)).toHaveLength(2);
    // Others go on seeing who it is.
    const cookie = await signIn(
      access,
      { name: "Käthe Müller", password: PASSWORD },
      VISITOR,
      NOON,
    );
    expect(await findSession(access, cookie, NOON)).toMatchObject({ actor: "admin" });
    await rename("Admin");
    expect(await enter("admin")).toBe(200);
    expect(await findOwnAccount(access, identity)).toMatchObject({ signInName: "admin" });
  });

  it("is nobody else's, as a name or for signing in", async () => {
    const { access, identity, rename } = await withAdmin();
    const ben = await signedIn(access, await addUser(access, "Ben"));
    await rename("Zweig");
    for (const [name, as] of [
      ["BEN", identity],
      ["zweig", ben],
      ["admin", ben],
    ] as const) {
      await expect(rename(name, PASSWORD, as), name).rejects.toMatchObject({
        fieldErrors: { signInName: expect.stringContaining("gibt es schon") },
      });
    }
    const author = { identity, now: NOON };
    for (const name of ["Zweig", "admin"]) {
      const user = { name, role: "member", password: OTHER_PASSWORD } as const;
      await expect(createUser(access, user, author), name).rejects.toMatchObject({ status: 422 });
    }
    const taken = { id: "x", name: "Zweig", nameKey: "zweig", role: "member" } as const;
    expect(await insertUser(access.db, { ...taken, createdAt: NOON, createdBy: "Test" })).toBe(
      false,
    );
  });

  it("asks for the present password", async () => {
    const { rename, enter } = await withAdmin();
    for (const current of ["", "falsch"]) {
      await expect(rename("Zweig", current)).rejects.toMatchObject({
        fieldErrors: { current: expect.any(String) },
      });
    }
    await expect(rename("a")).rejects.toMatchObject({
      fieldErrors: { signInName: expect.any(String) },
    });
    expect(await enter("admin")).toBe(200);
  });

  it("keeps a browser known", async () => {
    const { access, identity, rename, enter } = await withAdmin();
    await rename("Zweig");
    for (let index = 0; index < 10; index += 1) await signInStatus(access, "Zweig", "falsch");
    expect(await enter("Zweig")).toBe(429);
    const from = { ...VISITOR, device: identity.sessionHash };
    expect(await signInStatus(access, "Zweig", PASSWORD, { from })).toBe(200);
  });
});
