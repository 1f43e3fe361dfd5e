import { describe, expect, it } from "vitest";
import type { UserRow } from "~db/schema";
import { addUser, OTHER_PASSWORD, openAccess, PASSWORD, signedIn } from "~tests/access";
import { sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import { tooManySignIns } from "../passwords/password-hash.server";
import { listSessions } from "../sign-in/sessions.server";
import { accountForms } from "./account-form.server";

async function withAnna(fields: Partial<UserRow> = {}) {
  const access = await openAccess();
  const anna = await addUser(access, "Anna", fields);
  const identity = await signedIn(access, anna);
  const send = (fields: Record<string, string>) =>
    sendForm(accountForms(access, { identity, now: NOON }), fields);
  const hashes = async () => (await listSessions(access, anna.id, NOON)).map(({ hash }) => hash);
  return { access, anna, identity, send, hashes };
}

const CHANGE = {
  intent: "password",
  current: PASSWORD,
  next: OTHER_PASSWORD,
  repeated: OTHER_PASSWORD,
};

describe("the forms of one's own account", () => {
  it("say what the first password means, also where it has to wait", async () => {
    const { access, send } = await withAnna({ passwordHash: null });
    const { passwords } = access;
    const hash = passwords.hash.bind(passwords);
    passwords.hash = () => Promise.reject(tooManySignIns());
    expect(await send({ ...CHANGE, current: "" })).toMatchObject({
      errors: { next: expect.stringContaining("gleich noch einmal") },
    });
    passwords.hash = hash;
    expect(await send({ ...CHANGE, current: "" })).toMatchObject({
      flash: {
        text: "Das Passwort ist festgelegt. Ab dem nächsten Start meldet man sich damit an.",
      },
    });
  });

  it("end a session of one's own, and nobody else's", async () => {
    const { access, anna, identity, send, hashes } = await withAnna();
    const other = await signedIn(access, anna);
    const ben = await signedIn(access, await addUser(access, "Ben"));
    const end = (session: string) => send({ intent: "end-session", session });
    const gone = { flash: { tone: "warn", text: "Diese Sitzung ist schon beendet." } };
    expect(await end(ben.sessionHash)).toMatchObject(gone);
    expect(await listSessions(access, ben.userId, NOON)).toHaveLength(1);
    expect(await end(other.sessionHash)).toMatchObject({
      flash: { text: "Die Sitzung ist beendet." },
    });
    expect(await end(other.sessionHash)).toMatchObject(gone);
    expect(await send({ intent: "end-session" })).toMatchObject(gone);
    expect(await hashes()).toEqual([identity.sessionHash]);
  });
});
