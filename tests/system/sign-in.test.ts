import { scrypt } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PasswordHasher, tooManySignIns } from "~/access/passwords/password-hash.server";
import { findSession } from "~/access/sign-in/sessions.server";
import { isSignInPossible, type SignInResult, signIn } from "~/access/sign-in/sign-in.server";
import { setPasswordHash, setUserDisabled } from "~db/queries/users";
import {
  addUser,
  OTHER_PASSWORD,
  openAccess,
  PASSWORD,
  type TestAccess,
  VISITOR,
} from "~tests/access";
import { NOON } from "~tests/store";

vi.mock("node:crypto", { spy: true });

const REFUSED: SignInResult = { kind: "refused", message: "Name oder Passwort stimmt nicht." };

beforeEach(() => {
  vi.mocked(scrypt).mockClear();
});

function costs(): unknown[] {
  return vi.mocked(scrypt).mock.calls.map(([, , , options]) => options);
}

async function cookieOf(result: SignInResult): Promise<string> {
  if (result.kind === "signed-in") return result.cookieValue;
  throw new Error(`not signed in but ${result.message}`);
}

const sessionsIn = ({ db }: TestAccess) => db.selectFrom("sessions").selectAll().execute();

describe("signing in", () => {
  it("opens a session, however the name is written", async () => {
    const access = await openAccess();
    const user = await addUser(access, "Jörg Müller");
    for (const name of ["Jörg Müller", " joerg  MUELLER "]) {
      const result = await signIn(access, { name, password: PASSWORD }, VISITOR, NOON);
      expect(await findSession(access, await cookieOf(result), NOON)).toMatchObject({
        actor: "Jörg Müller",
        userId: user.id,
      });
    }
  });

  it("answers the same after the same work, whatever of it is wrong", async () => {
    const access = await openAccess();
    await addUser(access, "Anna");
    await addUser(access, "Gesperrt", { disabledAt: NOON });
    await addUser(access, "Ohne", { passwordHash: null });
    const tries: [string, string][] = [
      ["Anna", OTHER_PASSWORD],
      ["niemand", PASSWORD],
      ["Gesperrt", PASSWORD],
      ["Ohne", PASSWORD],
      ["Ohne", ""],
      ["", ""],
      ["x".repeat(100_000), PASSWORD],
    ];
    for (const [name, password] of tries) {
      vi.mocked(scrypt).mockClear();
      expect(await signIn(access, { name, password }, VISITOR, NOON)).toEqual(REFUSED);
      expect(costs(), name.slice(0, 20)).toEqual([expect.objectContaining({ N: 2 })]);
    }
    expect(await sessionsIn(access)).toEqual([]);
  });

  it("makes a hash of lower cost anew, once", async () => {
    const access = await openAccess({ passwords: new PasswordHasher({ cost: 2 ** 3 }) });
    const old = await new PasswordHasher({ cost: 2 }).hash(PASSWORD);
    await addUser(access, "Anna", { passwordHash: old });
    const stored = async () =>
      (await access.db.selectFrom("users").select("passwordHash").executeTakeFirst())?.passwordHash;
    const enter = (password: string) => signIn(access, { name: "anna", password }, VISITOR, NOON);
    await enter(OTHER_PASSWORD);
    expect(await stored()).toBe(old);
    expect((await enter(PASSWORD)).kind).toBe("signed-in");
    const renewed = await stored();
    expect(renewed).toMatch(/^\$scrypt\$ln=3,/);
    expect((await enter(PASSWORD)).kind).toBe("signed-in");
    expect(await stored()).toBe(renewed);
  });

  it.each<[string, (access: TestAccess, id: string) => Promise<void>]>([
    [
      "got another password",
      async ({ db, passwords }, id) =>
        setPasswordHash(db, id, await passwords.hash(OTHER_PASSWORD)),
    ],
    ["was disabled", ({ db }, id) => setUserDisabled(db, id, NOON)],
    ["was removed", async ({ db }) => void (await db.deleteFrom("users").execute())],
  ])("lets nobody in who %s while the password was checked", async (_, change) => {
    const access = await openAccess();
    const user = await addUser(access, "Anna");
    const { passwords } = access;
    const verify = passwords.verify.bind(passwords);
    vi.spyOn(passwords, "verify").mockImplementation(async (...input) => {
      const answer = await verify(...input);
      await change(access, user.id);
      return answer;
    });
    const input = { name: "Anna", password: PASSWORD };
    expect(await signIn(access, input, VISITOR, NOON)).toEqual(REFUSED);
    expect(await sessionsIn(access)).toEqual([]);
  });
});

describe("guessing", () => {
  it.each([["Anna"], ["niemand"]])(
    "at %s ends after ten tries, before a hash is run",
    async (name) => {
      const access = await openAccess();
      await addUser(access, "Anna");
      const guess = () => signIn(access, { name, password: OTHER_PASSWORD }, VISITOR, NOON);
      vi.mocked(scrypt).mockClear();
      for (let index = 0; index < 10; index += 1) expect(await guess()).toEqual(REFUSED);
      expect(await guess()).toEqual({
        kind: "wait",
        message: "Zu viele Versuche. Bitte in 1 Sekunde noch einmal versuchen.",
        retryAfterSeconds: 1,
      });
      expect(costs()).toHaveLength(10);
      const right = { name: "Anna", password: PASSWORD };
      const later = await signIn(access, right, VISITOR, NOON + 1_000);
      expect(later.kind).toBe("signed-in");
    },
  );

  it("is forgiven whoever knows the password in the end", async () => {
    const access = await openAccess();
    await addUser(access, "Anna");
    const enter = async (password: string) =>
      (await signIn(access, { name: "Anna", password }, VISITOR, NOON)).kind;
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 9; index += 1) expect(await enter("falsch")).toBe("refused");
      expect(await enter(PASSWORD)).toBe("signed-in");
    }
  });

  it("runs thirty hashes for a thousand tries of one address", async () => {
    const access = await openAccess();
    const kinds = new Map<string, number>();
    for (let index = 0; index < 1_000; index += 1) {
      const input = { name: `name ${index}`, password: PASSWORD };
      const { kind } = await signIn(access, input, VISITOR, NOON + index);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(kinds)).toEqual({ refused: 30, wait: 970 });
    expect(costs()).toHaveLength(30);
  });

  it("from one address at once lets somebody else pass, and asks the last ones to wait", async () => {
    const access = await openAccess({ passwords: new PasswordHasher({ cost: 2 ** 10 }) });
    await addUser(access, "Anna");
    const ended: string[] = [];
    const guesses = Array.from({ length: 15 }, async (_, index) => {
      const input = { name: `name ${index}`, password: "x" };
      const { kind } = await signIn(access, input, VISITOR, NOON);
      // The others of them were told to wait at once.
      if (kind === "refused") ended.push(kind);
    });
    const anna = signIn(
      access,
      { name: "Anna", password: PASSWORD },
      { ...VISITOR, address: "192.0.2.99" },
      NOON,
    ).then(({ kind }) => ended.push(kind));
    await Promise.all([...guesses, anna]);
    expect(ended).toHaveLength(5);
    expect(ended).toContain("signed-in");

    const crowd = Array.from({ length: 30 }, (_, index) =>
      signIn(
        access,
        { name: `name ${index}`, password: "x" },
        { ...VISITOR, address: `10.0.0.${index}` },
        NOON,
      ),
    );
    const waiting = (await Promise.all(crowd)).filter(({ kind }) => kind === "wait");
    expect(waiting).toHaveLength(8);
    expect(waiting[0]).toEqual({
      kind: "wait",
      message: expect.stringMatching(/sehr viele/),
      retryAfterSeconds: 5,
    });
  });

  it("does not count what the queue did not take", async () => {
    const access = await openAccess();
    await addUser(access, "Anna");
    const verify = vi.spyOn(access.passwords, "verify").mockRejectedValue(tooManySignIns());
    const enter = () => signIn(access, { name: "Anna", password: PASSWORD }, VISITOR, NOON);
    for (let index = 0; index < 40; index += 1) {
      expect(await enter()).toMatchObject({ kind: "wait", retryAfterSeconds: 5 });
    }
    verify.mockRestore();
    expect((await enter()).kind).toBe("signed-in");
  });
});

it("tells the log who came and who was refused, and nothing that opens a door", async () => {
  const access = await openAccess();
  await addUser(access, "Anna");
  const enter = (name: string, password: string) =>
    signIn(access, { name, password }, VISITOR, NOON);
  const cookie = await cookieOf(await enter("Anna", PASSWORD));
  await enter("Anna", OTHER_PASSWORD);
  // Typed into the wrong field.
  await enter(PASSWORD, "");
  for (let index = 0; index < 40; index += 1) await enter(`${OTHER_PASSWORD} ${index}`, PASSWORD);
  const log = access.logged.join("\n");
  expect(access.logged.slice(0, 3)).toEqual([
    '{"address":"192.0.2.1","user":"Anna","message":"signed in"}',
    '{"address":"192.0.2.1","user":"Anna","message":"sign-in refused"}',
    '{"address":"192.0.2.1","message":"sign-in refused"}',
  ]);
  const [session] = await sessionsIn(access);
  for (const secret of [PASSWORD, OTHER_PASSWORD, cookie, session?.idHash ?? "", "scrypt"]) {
    expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});

it("is possible when somebody who is not disabled has a password", async () => {
  const access = await openAccess();
  expect(await isSignInPossible(access)).toBe(false);
  await addUser(access, "Ohne", { passwordHash: null });
  await addUser(access, "Gesperrt", { disabledAt: NOON });
  expect(await isSignInPossible(access)).toBe(false);
  await addUser(access, "Anna", { role: "member" });
  expect(await isSignInPossible(access)).toBe(true);
});
