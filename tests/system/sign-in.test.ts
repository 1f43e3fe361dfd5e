import { scrypt } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PasswordHasher } from "~/access/passwords/password-hash.server";
import { findSession } from "~/access/sign-in/sessions.server";
import { signIn, type Visitor } from "~/access/sign-in/sign-in.server";
import { updateUser } from "~db/queries/users";
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
import { NOON } from "~tests/store";

vi.mock("node:crypto", { spy: true });

const REFUSED = { status: 422, message: "Name oder Passwort stimmt nicht." };

beforeEach(() => {
  vi.mocked(scrypt).mockClear();
});

function costs(): unknown[] {
  return vi.mocked(scrypt).mock.calls.map(([, , , options]) => options);
}

const sessionsIn = ({ db }: TestAccess) => db.selectFrom("sessions").selectAll().execute();

describe("signing in", () => {
  it("opens a session, however the name is written", async () => {
    const access = await openAccess();
    const user = await addUser(access, "Jörg Müller");
    for (const name of ["Jörg Müller", " joerg  MUELLER "]) {
      const cookie = await signIn(access, { name, password: PASSWORD }, VISITOR, NOON);
      expect(await findSession(access, cookie, NOON)).toMatchObject({
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
      const attempt = signIn(access, { name, password }, VISITOR, NOON);
      await expect(attempt).rejects.toMatchObject(REFUSED);
      expect(costs(), name.slice(0, 20)).toEqual([expect.objectContaining({ N: 2 })]);
    }
    expect(await sessionsIn(access)).toEqual([]);
  });

  it.each<[string, (access: TestAccess, id: string) => Promise<void>]>([
    [
      "got another password",
      async ({ db, passwords }, id) =>
        updateUser(db, id, { passwordHash: await passwords.hash(OTHER_PASSWORD) }),
    ],
    ["was disabled", ({ db }, id) => updateUser(db, id, { disabledAt: NOON })],
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
    await expect(signIn(access, input, VISITOR, NOON)).rejects.toMatchObject(REFUSED);
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
      for (let index = 0; index < 10; index += 1) {
        await expect(guess()).rejects.toMatchObject(REFUSED);
      }
      await expect(guess()).rejects.toMatchObject({
        status: 429,
        message: "Zu viele Versuche. Bitte in 5 Minuten noch einmal versuchen.",
        headers: { "Retry-After": "300" },
      });
      expect(costs()).toHaveLength(10);
    },
  );

  it("is forgiven whoever knows the password in the end", async () => {
    const access = await openAccess();
    await addUser(access, "Anna");
    const enter = (password: string) => signInStatus(access, "Anna", password);
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 9; index += 1) expect(await enter("falsch")).toBe(422);
      expect(await enter(PASSWORD)).toBe(200);
    }
  });

  it("from a browser that signed in before has tries of its own, and goes first", async () => {
    const access = await openAccess({ passwords: new PasswordHasher({ cost: 2 ** 10 }) });
    const anna = await addUser(access, "Anna");
    const { sessionHash: device } = await signedIn(access, anna);
    for (let index = 0; index < 10; index += 1) await signInStatus(access, "Anna", "falsch");
    expect(await signInStatus(access, "Anna", PASSWORD)).toBe(429);
    const ended: number[] = [];
    const enter = async (name: string, from: Visitor) => {
      ended.push(await signInStatus(access, name, PASSWORD, { from }));
    };
    const crowd = Array.from({ length: 30 }, (_, index) =>
      enter(`n${index}`, { ...VISITOR, address: `10.0.0.${index}` }),
    );
    await Promise.all([...crowd, enter("Anna", { ...VISITOR, device })]);
    const checked = ended.filter((status) => status !== 429);
    // Two were being checked when she came, and twenty waited.
    expect(checked).toHaveLength(23);
    expect(checked.indexOf(200)).toBeLessThan(8);
    // Hers is no other name's.
    const elsewhere = { from: { ...VISITOR, device, address: "192.0.2.2" } };
    for (let index = 0; index < 10; index += 1) await signInStatus(access, "ben", "x", elsewhere);
    expect(await signInStatus(access, "ben", "x", elsewhere)).toBe(429);
  });
});
