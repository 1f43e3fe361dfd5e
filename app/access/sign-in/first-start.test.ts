import { describe, expect, it } from "vitest";
import { addUser, OTHER_PASSWORD, openAccess, PASSWORD, signInStatus } from "~tests/access";
import { NOON } from "~tests/store";
import { prepareAccess } from "./start-link.server";

describe("the first start", () => {
  it("makes the user admin, without a password where none is configured", async () => {
    const access = await openAccess();
    expect(await prepareAccess(access, { password: undefined }, NOON)).toEqual({
      hasPassword: false,
    });
    const users = () => access.db.selectFrom("users").selectAll().execute();
    const made = await users();
    expect(made).toEqual([
      {
        id: expect.any(String),
        name: "admin",
        nameKey: "admin",
        signInName: null,
        signInKey: null,
        role: "administrator",
        passwordHash: null,
        createdAt: NOON,
        createdBy: "Einrichtung",
        disabledAt: null,
        lastSignInAt: null,
      },
    ]);
    await prepareAccess(access, { password: undefined }, NOON + 1);
    expect(await users()).toEqual(made);
  });

  it("gives admin the configured password, then and at any later start", async () => {
    for (const starts of [[PASSWORD], [undefined, PASSWORD]]) {
      const access = await openAccess();
      let hasPassword = false;
      for (const password of starts) {
        ({ hasPassword } = await prepareAccess(access, { password }, NOON));
      }
      expect(hasPassword).toBe(true);
      expect(await signInStatus(access, "admin", PASSWORD)).toBe(200);
      expect(access.logged.join()).not.toContain("weak");
    }
  });

  it("leaves a password that somebody has", async () => {
    const access = await openAccess();
    await prepareAccess(access, { password: PASSWORD }, NOON);
    const before = await access.db.selectFrom("users").selectAll().execute();
    expect(await prepareAccess(access, { password: OTHER_PASSWORD }, NOON)).toEqual({
      hasPassword: true,
    });
    expect(await access.db.selectFrom("users").selectAll().execute()).toEqual(before);

    const other = await openAccess();
    await addUser(other, "Anna");
    await prepareAccess(other, { password: OTHER_PASSWORD }, NOON);
    const names = await other.db.selectFrom("users").select("name").execute();
    expect(names).toEqual([{ name: "Anna" }]);
  });

  it("gives it to another administrator where admin is disabled", async () => {
    const access = await openAccess();
    await addUser(access, "admin", { passwordHash: null, disabledAt: NOON });
    await addUser(access, "Anna", { passwordHash: null });
    await prepareAccess(access, { password: PASSWORD }, NOON);
    expect(await signInStatus(access, "Anna", PASSWORD)).toBe(200);
  });

  it("does not count a member's password: nobody could manage anything", async () => {
    const access = await openAccess();
    await prepareAccess(access, { password: undefined }, NOON);
    await addUser(access, "Anna", { role: "member" });
    expect(await prepareAccess(access, { password: undefined }, NOON)).toEqual({
      hasPassword: false,
    });
    expect(await prepareAccess(access, { password: PASSWORD }, NOON)).toEqual({
      hasPassword: true,
    });
  });

  it("takes a weak password and warns of it without saying it", async () => {
    const access = await openAccess();
    await prepareAccess(access, { password: "Fritz5" }, NOON);
    expect(await signInStatus(access, "admin", "Fritz5")).toBe(200);
    expect(access.logged[0]).toMatch(/mindestens 12 Zeichen.*weak/);
    expect(access.logged.join()).not.toContain("Fritz5");
  });
});
