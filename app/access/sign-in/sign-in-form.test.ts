import { describe, expect, it } from "vitest";
import { addUser, openAccess, PASSWORD, VISITOR } from "~tests/access";
import { formOf, sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import { findSession } from "./sessions.server";
import { signInForms } from "./sign-in.server";

async function withAnna() {
  const access = await openAccess();
  await addUser(access, "Anna");
  const cookies: string[] = [];
  const enter = async (cookieValue: string) => {
    cookies.push(cookieValue);
    return {};
  };
  const send = (form: FormData | Record<string, string>) =>
    sendForm(signInForms(access, { visitor: VISITOR, now: NOON, enter }), form);
  return { access, cookies, send };
}

describe("the form of the login", () => {
  it.each([
    ["/leadspeicher?q=a&page=2", "/leadspeicher?q=a&page=2"],
    ["", "/suche"],
    ["https://example.com/", "/suche"],
    ["/anmelden", "/suche"],
    ["/anmelden?weiter=%2Fsuche", "/suche"],
    ["/anmelden/", "/suche"],
    ["/anmeldenswert", "/anmeldenswert"],
  ])("signs in and goes on to %j as %j", async (weiter, to) => {
    const { access, cookies, send } = await withAnna();
    expect(await send({ name: " Anna ", password: PASSWORD, weiter })).toEqual({ to });
    expect(await findSession(access, cookies[0] ?? "", NOON)).toMatchObject({ actor: "Anna" });
  });

  it("asks for what is missing without counting it as a try", async () => {
    const { send } = await withAnna();
    const [name, password] = ["Den Namen eingeben.", "Das Passwort eingeben."];
    const file = formOf({ name: "Anna" });
    file.set("password", new File(["x"], "password.txt"));
    for (let round = 0; round < 10; round += 1) {
      expect(await send({ name: "Anna" })).toMatchObject({ errors: { password } });
      expect(await send({ name: " ", password: PASSWORD })).toMatchObject({ errors: { name } });
      expect(await send({})).toMatchObject({ errors: { name, password } });
      expect(await send(file)).toMatchObject({ errors: { password } });
    }
    expect(await send({ name: "Anna", password: PASSWORD })).toEqual({ to: "/suche" });
  });
});
