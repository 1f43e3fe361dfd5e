import { describe, expect, it } from "vitest";
import { addUser, openAccess, VISITOR } from "~tests/access";
import { NOON } from "~tests/store";
import { findSession } from "./sessions.server";
import { issueStartLink, redeemStartLink } from "./start-link.server";

const HALF_HOUR = 30 * 60_000;

async function withLink() {
  const access = await openAccess();
  await addUser(access, "admin", { passwordHash: null });
  const token = await issueStartLink(access.db, NOON);
  const redeem = (text: string, now = NOON) => redeemStartLink(access, text, VISITOR, now);
  return { access, token, redeem };
}

describe("a start link", () => {
  it("lets the owner in once", async () => {
    const { access, token, redeem } = await withLink();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const value = (await redeem(token)) ?? "";
    expect(await findSession(access, value, NOON)).toMatchObject({
      actor: "admin",
      role: "administrator",
      isByLink: true,
    });
    expect(await redeem(token)).toBeNull();
    expect(await access.db.selectFrom("startLinks").selectAll().execute()).toEqual([]);
    expect(access.logged.join()).not.toContain(token);
    expect(access.logged.join()).not.toContain(value);
    expect(access.logged[0]).toContain('"user":"admin"');
  });

  it("is good for half an hour", async () => {
    const { token, redeem } = await withLink();
    expect(await redeem(token, NOON + HALF_HOUR)).toBeNull();
    expect(await redeem(token, NOON + HALF_HOUR - 1)).not.toBeNull();
  });

  it("ends the one before, and is not stored as it is", async () => {
    const { access, token, redeem } = await withLink();
    const next = await issueStartLink(access.db, NOON);
    const [stored, ...more] = await access.db.selectFrom("startLinks").selectAll().execute();
    expect(more).toEqual([]);
    expect(stored?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    for (const wrong of [token, "", stored?.tokenHash ?? "", `${next} `]) {
      expect(await redeem(wrong)).toBeNull();
    }
    expect(await redeem(next)).not.toBeNull();
  });

  it("is for the first administrator who is not disabled, by preference admin", async () => {
    const { access } = await withLink();
    await addUser(access, "Mitglied", { role: "member", createdAt: NOON - 9 });
    await addUser(access, "Ben", { createdAt: NOON - 2 });
    await addUser(access, "Anna", { createdAt: NOON - 1 });
    const owner = async () => {
      const token = await issueStartLink(access.db, NOON);
      const value = await redeemStartLink(access, token, VISITOR, NOON);
      return value === null ? null : (await findSession(access, value, NOON))?.actor;
    };
    const disable = (name: string) =>
      access.db.updateTable("users").set({ disabledAt: NOON }).where("name", "=", name).execute();
    expect(await owner()).toBe("admin");
    await disable("admin");
    expect(await owner()).toBe("Ben");
    await disable("Ben");
    expect(await owner()).toBe("Anna");
    await disable("Anna");
    expect(await owner()).toBeNull();
  });
});
