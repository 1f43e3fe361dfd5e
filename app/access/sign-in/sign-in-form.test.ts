import { describe, expect, it } from "vitest";
import { addUser, OTHER_PASSWORD, openAccess, PASSWORD, VISITOR } from "~tests/access";
import { formOf } from "~tests/forms";
import { NOON } from "~tests/store";
import { findSession } from "./sessions.server";
import { runSignInForm } from "./sign-in-form.server";

async function withAnna() {
  const access = await openAccess();
  await addUser(access, "Anna");
  const send = (fields: Record<string, string>) =>
    runSignInForm(access, formOf(fields), VISITOR, NOON);
  return { access, send };
}

describe("the form of the login", () => {
  it.each([
    ["/leadspeicher?q=a&page=2", "/leadspeicher?q=a&page=2"],
    ["", "/suche"],
    ["https://example.com/", "/suche"],
    ["//example.com/", "/suche"],
    ["/\\example.com", "/suche"],
    ["/anmelden", "/suche"],
    ["/anmelden?weiter=%2Fsuche", "/suche"],
    ["/anmelden/", "/suche"],
    ["/anmeldenswert", "/anmeldenswert"],
  ])("signs in and goes on to %j as %j", async (weiter, path) => {
    const { access, send } = await withAnna();
    const outcome = await send({ name: " Anna ", password: PASSWORD, weiter });
    expect(outcome).toEqual({ cookieValue: expect.any(String), path });
    if (!("cookieValue" in outcome)) throw new Error("not signed in");
    expect(await findSession(access, outcome.cookieValue, NOON)).toMatchObject({ actor: "Anna" });
  });

  it("keeps what was typed but the password, and says at its field what is wrong", async () => {
    const { send } = await withAnna();
    const weiter = "/leadspeicher";
    const outcome = await send({ name: "Anna", password: OTHER_PASSWORD, weiter });
    expect(outcome).toEqual({
      fault: {
        errors: { password: "Name oder Passwort stimmt nicht." },
        typed: { name: "Anna" },
        path: "/leadspeicher",
        retryAfterSeconds: null,
      },
    });
    const long = await send({ name: "n".repeat(10_000), password: OTHER_PASSWORD });
    expect(long).toMatchObject({ fault: { typed: { name: "n".repeat(100) } } });
  });

  it("asks for what is missing without counting it as a try", async () => {
    const { send } = await withAnna();
    for (let index = 0; index < 20; index += 1) {
      expect(await send({ name: "Anna" })).toMatchObject({
        fault: { errors: { name: undefined, password: "Das Passwort eingeben." } },
      });
      expect(await send({ password: PASSWORD })).toMatchObject({
        fault: { errors: { name: "Den Namen eingeben.", password: undefined } },
      });
    }
    expect(await send({})).toMatchObject({
      fault: { errors: { name: expect.any(String), password: expect.any(String) } },
    });
    expect(await send({ name: "Anna", password: PASSWORD })).toHaveProperty("cookieValue");
  });

  it("says how long to wait after too many tries", async () => {
    const { send } = await withAnna();
    const fields = { name: "Anna", password: OTHER_PASSWORD };
    for (let index = 0; index < 10; index += 1) await send(fields);
    expect(await send(fields)).toMatchObject({
      fault: {
        errors: { password: "Zu viele Versuche. Bitte in 1 Sekunde noch einmal versuchen." },
        retryAfterSeconds: 1,
      },
    });
  });

  it("takes a password with blanks at its ends as it is, and no file for one", async () => {
    const { access, send } = await withAnna();
    const hash = await access.passwords.hash("  zwei Blanks  ");
    await addUser(access, "Ben", { passwordHash: hash });
    expect(await send({ name: "Ben", password: "  zwei Blanks  " })).toHaveProperty("cookieValue");
    expect(await send({ name: "Ben", password: "zwei Blanks" })).toHaveProperty("fault");
    const form = formOf({ name: "Anna" });
    form.set("password", new File(["x"], "password.txt"));
    expect(await runSignInForm(access, form, VISITOR, NOON)).toMatchObject({
      fault: { errors: { password: "Das Passwort eingeben." } },
    });
  });
});
