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
  type TestAccess,
  VISITOR,
} from "~tests/access";
import { sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import type { SessionIdentity } from "../identity";
import { tooManySignIns } from "../passwords/password-hash.server";
import { findSession, listSessions } from "../sign-in/sessions.server";
import { signIn } from "../sign-in/sign-in.server";
import { issueStartLink, redeemStartLink } from "../sign-in/start-link.server";
import { accountForms, findOwnAccount } from "./account.server";
import { nameFault } from "./users.server";

/** Sends a form of the page. @returns its message, or its errors by field */
async function answerOf(
  access: TestAccess,
  identity: SessionIdentity,
  fields: Record<string, string>,
) {
  const answer = await sendForm(accountForms(access, { identity, now: NOON }), fields);
  if ("to" in answer) return "flash" in answer ? answer.flash?.text : "";
  return answer.errors ?? {};
}

async function withAnna(fields: Partial<UserRow> = {}) {
  const access = await openAccess();
  const anna = await addUser(access, "Anna", fields);
  const identity = await signedIn(access, anna);
  const change = (
    input: { current?: string; next?: string; repeated?: string },
    as: SessionIdentity = identity,
  ) =>
    answerOf(access, as, {
      intent: "password",
      current: PASSWORD,
      next: OTHER_PASSWORD,
      repeated: input.next ?? OTHER_PASSWORD,
      ...input,
    });
  const enter = (password: string) => signInStatus(access, "Anna", password);
  return { access, anna, identity, change, enter };
}

const CHANGED = "Das neue Passwort gilt ab jetzt.";
const FIRST = "Passwort festgelegt. Ab jetzt gilt es bei der Anmeldung.";

describe("one's own password", () => {
  it("is changed, which ends all other sessions and not this one", async () => {
    const { access, anna, identity, change, enter } = await withAnna();
    await signedIn(access, anna);
    await signedIn(access, anna);
    const ben = await addUser(access, "Ben");
    await signedIn(access, ben);
    expect(await change({})).toBe(`${CHANGED} 2 andere Sitzungen sind beendet.`);
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
    const { access, identity, change, enter } = await withAnna({ passwordHash: null });
    expect(await findOwnAccount(access, identity)).toMatchObject({ hasPassword: false });
    const { passwords } = access;
    const hash = passwords.hash.bind(passwords);
    passwords.hash = () => Promise.reject(tooManySignIns());
    expect(await change({ current: "" })).toEqual({
      next: expect.stringContaining("gleich noch einmal"),
    });
    passwords.hash = hash;
    expect(await change({ current: "" })).toBe(FIRST);
    expect(await findOwnAccount(access, identity)).toMatchObject({ hasPassword: true });
    expect(await enter(OTHER_PASSWORD)).toBe(200);
    expect(await change({ current: "" })).toEqual({ current: expect.any(String) });
  });

  it("is refused with all that is wrong with the new one", async () => {
    const { change, enter } = await withAnna();
    expect(await change({ next: "kurz", repeated: "anders" })).toEqual({
      next: expect.stringContaining("12 Zeichen"),
      repeated: "Die beiden Passwörter stimmen nicht überein.",
    });
    expect(await change({ repeated: `${OTHER_PASSWORD} ` })).toEqual({
      repeated: "Die beiden Passwörter stimmen nicht überein.",
    });
    expect(await change({ current: "" })).toEqual({ current: "Das jetzige Passwort eingeben." });
    expect(await change({ current: OTHER_PASSWORD })).toEqual({
      current: "Das jetzige Passwort stimmt nicht.",
    });
    expect(await enter(PASSWORD)).toBe(200);
  });

  it("is set without the present one in a session of the start link, once", async () => {
    const { access, anna, change, enter } = await withAnna();
    const token = await issueStartLink(access.db, NOON);
    const value = (await redeemStartLink(access, token, VISITOR, NOON)) ?? "";
    const byLink = async () => {
      const found = await findSession(access, value, NOON);
      if (found === null) throw new Error("the link opened no session");
      return found;
    };
    const input = { current: "" };
    // A session by password does not have this right.
    expect(await change(input)).toEqual({ current: "Das jetzige Passwort eingeben." });
    expect(await change(input, await byLink())).toBe(`${CHANGED} Eine andere Sitzung ist beendet.`);
    expect(await enter(OTHER_PASSWORD)).toBe(200);
    expect((await byLink()).userId).toBe(anna.id);
    expect(await change(input, await byLink())).toEqual({
      current: "Das jetzige Passwort eingeben.",
    });
  });

  it("is guessed no more often than at the login", async () => {
    const { change } = await withAnna();
    for (let index = 0; index < 10; index += 1) {
      expect(await change({ current: `falsch ${index}` })).toEqual({
        current: "Das jetzige Passwort stimmt nicht.",
      });
    }
    expect(await change({})).toEqual({
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
    expect(await change({})).toBe(CHANGED);
  });

  it("is not changed where somebody else changed it meanwhile", async () => {
    const { access, anna, change, enter } = await withAnna();
    const { passwords } = access;
    const hash = passwords.hash.bind(passwords);
    passwords.hash = async (password) => {
      const made = await hash(password);
      await updateUser(access.db, anna.id, { passwordHash: await hash("Dritte Blume Hafen") });
      return made;
    };
    expect(await change({})).toEqual({ next: expect.stringContaining("inzwischen") });
    expect(await enter("Dritte Blume Hafen")).toBe(200);
  });
});

describe("one's own name for signing in", () => {
  async function withAdmin() {
    const access = await openAccess();
    const admin = await addUser(access, "admin");
    const identity = await signedIn(access, admin);
    const rename = (signInName: string, current = PASSWORD, as = identity) =>
      answerOf(access, as, { intent: "sign-in-name", signInName, current });
    const enter = (name: string, now = NOON) => signInStatus(access, name, PASSWORD, { now });
    return { access, identity, rename, enter };
  }

  it("replaces the one before, which then signs nobody in, and ends no session", async () => {
    const { access, identity, rename, enter } = await withAdmin();
    expect(await rename("  Käthe   Müller ")).toBe(
      "Die Anmeldung geht ab jetzt mit „Käthe Müller“.",
    );
    expect(await enter("admin")).toBe(422);
    expect(await enter("kaethe mueller")).toBe(200);
    expect(await listSessions(access, identity.userId, NOON)).toHaveLength(2);
    // Others still see the user's name.
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
      expect(await rename(name, PASSWORD, as), name).toEqual({
        signInName: expect.stringContaining("gibt es schon"),
      });
    }
    for (const name of ["Zweig", "admin"]) {
      expect(await nameFault(access.db, name), name).toContain("gibt es schon");
    }
    const taken = { id: "x", name: "Zweig", nameKey: "zweig", role: "member" } as const;
    expect(await insertUser(access.db, { ...taken, createdAt: NOON, createdBy: "Test" })).toBe(
      false,
    );
  });

  it("asks for the present password", async () => {
    const { rename, enter } = await withAdmin();
    for (const current of ["", "falsch"]) {
      expect(await rename("Zweig", current)).toEqual({ current: expect.any(String) });
    }
    expect(await rename("a")).toEqual({ signInName: expect.any(String) });
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

it("ends a session of one's own, and nobody else's", async () => {
  const { access, anna, identity } = await withAnna();
  const other = await signedIn(access, anna);
  const ben = await signedIn(access, await addUser(access, "Ben"));
  const end = (session: string) => answerOf(access, identity, { intent: "end-session", session });
  const gone = "Diese Sitzung ist schon beendet.";
  expect(await end(ben.sessionHash)).toBe(gone);
  expect(await listSessions(access, ben.userId, NOON)).toHaveLength(1);
  expect(await end(other.sessionHash)).toBe("Die Sitzung ist beendet.");
  expect(await end(other.sessionHash)).toBe(gone);
  expect(await end("")).toBe(gone);
  const left = await listSessions(access, anna.id, NOON);
  expect(left.map(({ hash }) => hash)).toEqual([identity.sessionHash]);
});
