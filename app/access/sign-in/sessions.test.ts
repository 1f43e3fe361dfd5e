import { describe, expect, it } from "vitest";
import { deleteSession, deleteSessionsOf, isKnownBrowser } from "~db/queries/sessions";
import { addUser, openAccess, signedIn, VISITOR } from "~tests/access";
import { NOON } from "~tests/store";
import { findSession, listSessions, openSession, purgeSessions, signOut } from "./sessions.server";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function withSession() {
  const access = await openAccess();
  const user = await addUser(access, "Anna");
  const value = await openSession(access, user, VISITOR, NOON);
  const stored = () => access.db.selectFrom("sessions").selectAll().execute();
  return { access, user, value, stored };
}

describe("a session", () => {
  it("says who somebody is, and keeps no more than a keyed hash of the cookie", async () => {
    const { access, user, value, stored } = await withSession();
    expect(Buffer.from(value, "base64url")).toHaveLength(32);
    const [row] = await stored();
    expect(row).toEqual({
      idHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      userId: user.id,
      createdAt: NOON,
      lastSeenAt: NOON,
      client: "Firefox unter Linux",
      byLink: 0,
      // Kept by earlier versions.
      endedAt: null,
    });
    expect(await findSession(access, value, NOON)).toEqual({
      kind: "session",
      actor: "Anna",
      role: "administrator",
      userId: user.id,
      sessionHash: row?.idHash,
      isByLink: false,
    });
    const [signedInUser] = await access.db.selectFrom("users").select("lastSignInAt").execute();
    expect(signedInUser).toEqual({ lastSignInAt: NOON });
    const otherKey = { ...access, sessionKey: new Uint8Array(32).fill(8) };
    expect(await findSession(otherKey, value, NOON)).toBeNull();
    for (const wrong of ["", row?.idHash ?? "", `${value}A`, value.slice(0, -1)]) {
      expect(await findSession(access, wrong, NOON)).toBeNull();
    }
  });

  it("is over when nobody used it for seven days", async () => {
    const { access, value } = await withSession();
    expect(await findSession(access, value, NOON + 7 * DAY)).toBeNull();
    expect(await findSession(access, value, NOON + 7 * DAY - 1)).not.toBeNull();
    expect(await findSession(access, value, NOON + 14 * DAY - 2)).not.toBeNull();
    expect(await findSession(access, value, NOON + 21 * DAY - 2)).toBeNull();
  });

  it("is over after thirty days, however it was used", async () => {
    const { access, value } = await withSession();
    for (let day = 1; day < 30; day += 1) {
      expect(await findSession(access, value, NOON + day * DAY), `day ${day}`).not.toBeNull();
    }
    expect(await findSession(access, value, NOON + 30 * DAY - 1)).not.toBeNull();
    expect(await findSession(access, value, NOON + 30 * DAY)).toBeNull();
  });

  it("writes when it was seen every five minutes at most", async () => {
    const { access, value, stored } = await withSession();
    const seenAt = async (now: number) => {
      await findSession(access, value, now);
      return (await stored())[0]?.lastSeenAt;
    };
    expect(await seenAt(NOON + 5 * MINUTE - 1)).toBe(NOON);
    expect(await seenAt(NOON + 5 * MINUTE)).toBe(NOON + 5 * MINUTE);
    expect(await seenAt(NOON + 10 * MINUTE - 1)).toBe(NOON + 5 * MINUTE);
  });

  it("is none while its user is disabled", async () => {
    const { access, value } = await withSession();
    await access.db.updateTable("users").set({ disabledAt: NOON }).execute();
    expect(await findSession(access, value, NOON)).toBeNull();
    await access.db.updateTable("users").set({ disabledAt: null, role: "member" }).execute();
    expect(await findSession(access, value, NOON)).toMatchObject({ role: "member" });
  });
});

describe("ending sessions", () => {
  it("ends the one, or all of a user but one, and nobody else's", async () => {
    const { access, user, value } = await withSession();
    const ben = await signedIn(access, await addUser(access, "Ben"));
    const [first, second, third] = [
      await signedIn(access, user, NOON + 1),
      await signedIn(access, user, NOON + 2),
      await signedIn(access, user, NOON + 3),
    ];
    await deleteSession(access.db, second.sessionHash);
    const hashes = async () =>
      (await listSessions(access, user.id, NOON + 4)).map(({ hash }) => hash);
    expect((await hashes()).slice(0, 2)).toEqual([third.sessionHash, first.sessionHash]);
    expect(await deleteSessionsOf(access.db, user.id, first.sessionHash)).toBe(2);
    expect(await hashes()).toEqual([first.sessionHash]);
    expect(await findSession(access, value, NOON)).toBeNull();
    expect(await deleteSessionsOf(access.db, user.id, null)).toBe(1);
    expect(await hashes()).toEqual([]);
    expect(await listSessions(access, ben.userId, NOON)).toEqual([
      {
        hash: ben.sessionHash,
        client: "Firefox unter Linux",
        createdAt: "2026-11-20T11:00:00.000Z",
        lastSeenAt: "2026-11-20T11:00:00.000Z",
      },
    ]);
  });

  it("lists none that is over, and purges those of ninety days ago", async () => {
    const { access, user, stored } = await withSession();
    await access.db.deleteFrom("sessions").execute();
    const now = NOON + 60 * DAY;
    const ages = [
      ["used", now - 30 * DAY + 1, now],
      ["too old", now - 30 * DAY, now],
      ["rested", now - 20 * DAY, now - 7 * DAY + 1],
      ["known", now - 20 * DAY, now - 7 * DAY],
      ["known long", now - 100 * DAY, now - 90 * DAY + 1],
      ["forgotten", now - 100 * DAY, now - 90 * DAY],
    ] as const;
    for (const [idHash, createdAt, lastSeenAt] of ages) {
      const session = { idHash, userId: user.id, createdAt, lastSeenAt, client: "Firefox" };
      await access.db.insertInto("sessions").values(session).execute();
    }
    const listed = (await listSessions(access, user.id, now)).map(({ hash }) => hash);
    expect(listed).toEqual(["used", "rested"]);
    await purgeSessions(access.db, now);
    const left = (await stored()).map(({ idHash }) => idHash);
    expect(left.sort()).toEqual(["known", "known long", "rested", "too old", "used"]);
  });

  it("leaves its browser known by signing out, and not by ending it from elsewhere", async () => {
    const access = await openAccess();
    const anna = await signedIn(access, await addUser(access, "Anna"));
    const isKnown = (name: string) => isKnownBrowser(access.db, name, anna.sessionHash);
    await signOut(access, anna, NOON);
    expect(await listSessions(access, anna.userId, NOON)).toEqual([]);
    expect([await isKnown("anna"), await isKnown("ben")]).toEqual([true, false]);
    await deleteSessionsOf(access.db, anna.userId, null);
    expect(await isKnown("anna")).toBe(false);
  });
});
