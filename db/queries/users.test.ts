import { describe, expect } from "vitest";
import { it, NOON, nextId } from "~tests/store";
import type { Db } from "../client";
import type { UserRow } from "../schema";
import {
  findOwner,
  getUser,
  hasActivePassword,
  hasOtherAdministrator,
  insertFirstUser,
  insertUser,
  replacePasswordHash,
} from "./users";

function userOf(name: string, fields: Partial<UserRow> = {}): UserRow {
  return {
    id: nextId("user"),
    name,
    nameKey: name,
    role: "administrator",
    passwordHash: null,
    createdAt: NOON,
    createdBy: "Test",
    disabledAt: null,
    lastSignInAt: null,
    ...fields,
  };
}

async function add(db: Db, name: string, fields: Partial<UserRow> = {}): Promise<UserRow> {
  const user = userOf(name, fields);
  await insertUser(db, user);
  return user;
}

describe("users", () => {
  it("have names of their own", async ({ db }) => {
    const anna = await add(db, "anna");
    expect(await insertUser(db, userOf("anna"))).toBe(false);
    expect(await insertUser(db, userOf("ben"))).toBe(true);
    expect(await getUser(db, anna.id)).toEqual(anna);
  });

  it("have one first, also where two starts want to make it", async ({ db }) => {
    await Promise.all([insertFirstUser(db, userOf("a")), insertFirstUser(db, userOf("b"))]);
    const names = await db.selectFrom("users").select("name").execute();
    expect(names).toEqual([{ name: "a" }]);
  });

  it("have an owner: the preferred administrator, else the oldest, never one who is out", async ({
    db,
  }) => {
    expect(await findOwner(db, "admin")).toBeUndefined();
    await add(db, "mitglied", { role: "member", createdAt: NOON - 9 });
    await add(db, "gesperrt", { disabledAt: NOON, createdAt: NOON - 9 });
    expect(await findOwner(db, "gesperrt")).toBeUndefined();
    const ben = await add(db, "ben", { createdAt: NOON - 1 });
    const admin = await add(db, "admin");
    expect(await findOwner(db, "admin")).toEqual(admin);
    expect(await findOwner(db, "mitglied")).toEqual(ben);
    expect(await hasOtherAdministrator(db, ben.id)).toBe(true);
    await db.deleteFrom("users").where("id", "=", admin.id).execute();
    expect(await hasOtherAdministrator(db, ben.id)).toBe(false);
  });

  it("change a password only where the one stands that was seen", async ({ db }) => {
    const { id } = await add(db, "anna");
    const ben = await add(db, "ben");
    const stored = async () => (await getUser(db, id))?.passwordHash;
    expect(await hasActivePassword(db)).toBe(false);
    expect(await replacePasswordHash(db, id, "new", "old")).toBe(false);
    expect(await replacePasswordHash(db, id, "old", null)).toBe(true);
    expect(await replacePasswordHash(db, id, "new", null)).toBe(false);
    expect(await stored()).toBe("old");
    expect(await replacePasswordHash(db, id, "new", "old")).toBe(true);
    expect(await stored()).toBe("new");
    expect(await getUser(db, ben.id)).toEqual(ben);
    expect(await hasActivePassword(db)).toBe(true);
  });
});
