import { describe, expect, it } from "vitest";
import type { UserRow } from "~db/schema";
import {
  addUser,
  OTHER_PASSWORD,
  openAccess,
  PASSWORD,
  signedIn,
  type TestAccess,
} from "~tests/access";
import { NOON } from "~tests/store";
import type { Author } from "../identity";
import { createToken } from "../tokens/api-tokens.server";
import { createUser, disableUser, enableUser, setRole, setUserPassword } from "./users.server";

describe("whoever is no longer an administrator", () => {
  const changes: Record<string, Partial<UserRow>> = {
    disabled: { disabledAt: NOON },
    "a member": { role: "member" },
  };
  const wishes: Record<string, (access: TestAccess, id: string, by: Author) => Promise<unknown>> = {
    "adds nobody": (access, _, by) =>
      createUser(access, { name: "Neu", role: "administrator", password: PASSWORD }, by),
    "sets no password": (access, id, by) => setUserPassword(access, id, OTHER_PASSWORD, by),
    "disables nobody": (access, id, by) => disableUser(access, id, by),
    "enables nobody": (access, id, by) => enableUser(access, id, by),
    "gives no role": (access, id, by) => setRole(access, id, "administrator", by),
    "makes no token": (access, _, by) => createToken(access, { name: "Neu", scope: "full" }, by),
  };
  const cases = Object.keys(changes).flatMap((state) =>
    Object.keys(wishes).map((wish) => [state, wish] as const),
  );

  it.each(cases)("but %s %s", async (state, wish) => {
    const access = await openAccess();
    const chef = await addUser(access, "Chef");
    const by = { identity: await signedIn(access, chef), now: NOON };
    const anna = await addUser(access, "Anna", { role: "member" });
    const change = () =>
      access.db
        .updateTable("users")
        .set(changes[state] ?? {})
        .where("id", "=", chef.id)
        .execute();
    const stored = async () => ({
      users: await access.db.selectFrom("users").selectAll().where("id", "!=", chef.id).execute(),
      tokens: await access.db.selectFrom("apiTokens").selectAll().execute(),
    });
    const { passwords } = access;
    const hash = passwords.hash.bind(passwords);
    // The request was let in, and waits for its password when it happens.
    passwords.hash = async (password) => {
      const made = await hash(password);
      await change();
      return made;
    };
    if (!/adds|sets/.test(wish)) await change();
    const before = await stored();
    const error = await wishes[wish]?.(access, anna.id, by).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 403, message: "Das dürfen nur Administratoren." });
    expect(await stored()).toEqual(before);
  });
});
