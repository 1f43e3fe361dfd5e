import { describe, expect, it } from "vitest";
import { addUser, OTHER_PASSWORD, openAccess, PASSWORD, signedIn } from "~tests/access";
import { sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import { createToken } from "../tokens/api-tokens.server";
import { listUsers } from "./users.server";
import { userForms } from "./users-form.server";

async function withChef() {
  const access = await openAccess();
  const chef = await addUser(access, "Chef");
  const anna = await addUser(access, "Anna", { role: "member" });
  const by = { identity: await signedIn(access, chef), now: NOON };
  const send = (fields: Record<string, string>) => sendForm(userForms(access, by), fields);
  const users = () => listUsers(access.db);
  return { access, chef, anna, send, users };
}

describe("the forms of the users' page", () => {
  it("keep what was typed for a new user but the password", async () => {
    const { send } = await withChef();
    const fields = { intent: "create", name: "anna", role: "administrator", password: "kurz-1234" };
    const outcome = await send(fields);
    expect(outcome).toEqual({
      status: 422,
      intent: "create",
      errors: {
        name: "Einen Benutzer namens „anna“ gibt es schon, vielleicht anders geschrieben.",
        password: "Das Passwort braucht mindestens 12 Zeichen.",
      },
      values: { intent: "create", name: "anna", role: "administrator" },
    });
  });

  it("add and change a user", async () => {
    const { anna, send, users } = await withChef();
    const fields = { intent: "create", name: "Ben", role: "member", password: PASSWORD };
    expect(await send(fields)).toMatchObject({
      flash: { text: "Benutzer „Ben“ ist angelegt (Mitglied)." },
    });
    const change = (intent: string, more = {}) => send({ intent, userId: anna.id, ...more });
    const stored = async () => (await users()).find(({ id }) => id === anna.id);
    expect(await change("password", { password: OTHER_PASSWORD })).toMatchObject({
      flash: { text: "„Anna“ hat ein neues Passwort und ist überall abgemeldet." },
    });
    expect(await change("role", { role: "administrator" })).toMatchObject({
      flash: { text: "„Anna“ ist jetzt Administrator." },
    });
    expect(await stored()).toMatchObject({ role: "administrator", isDisabled: false });
    expect(await change("disable")).toMatchObject({
      flash: { text: "„Anna“ ist gesperrt und überall abgemeldet." },
    });
    expect(await stored()).toMatchObject({ isDisabled: true });
    expect(await change("enable")).toMatchObject({
      flash: { text: "„Anna“ kann sich wieder anmelden." },
    });
    expect(await stored()).toMatchObject({ isDisabled: false });
  });

  it("say which tokens outlive what is taken from their maker", async () => {
    const { access, anna, send } = await withChef();
    const change = (intent: string, role = "member") => send({ intent, userId: anna.id, role });
    await change("role", "administrator");
    const annas = { identity: await signedIn(access, anna), now: NOON };
    const make = (name: string) => createToken(access, { name, scope: "full" }, annas);
    await make("Eins");
    expect(await change("disable")).toMatchObject({
      flash: {
        text: "„Anna“ ist gesperrt und überall abgemeldet. 1 API-Token, den Anna angelegt hat, gilt weiter. Widerrufen lässt er sich unter „API-Tokens“.",
      },
    });
    await change("enable");
    await make("Zwei");
    const both =
      "2 API-Tokens, die Anna angelegt hat, gelten weiter. Widerrufen lassen sie sich unter „API-Tokens“.";
    expect(await change("role")).toMatchObject({
      flash: { text: `„Anna“ ist jetzt Mitglied. ${both}` },
    });
    expect(await change("role", "administrator")).toMatchObject({
      flash: { text: "„Anna“ ist jetzt Administrator." },
    });
  });

  it("say in the row of a user what can't be", async () => {
    const { chef, anna, send } = await withChef();
    expect(await send({ intent: "password", userId: anna.id, password: "kurz" })).toMatchObject({
      values: { userId: anna.id },
      errors: { password: "Das Passwort braucht mindestens 12 Zeichen." },
    });
    expect(await send({ intent: "disable", userId: chef.id })).toMatchObject({
      values: { userId: chef.id },
      errors: { userId: "Sich selbst kann niemand sperren." },
    });
    expect(await send({ intent: "enable" })).toMatchObject({ status: 422 });
  });

  it.each<Record<string, string>>([
    { intent: "delete" },
    { intent: "create", name: "Ben", role: "owner", password: PASSWORD },
    { intent: "create", name: "Ben", password: PASSWORD },
    { intent: "role", role: "__proto__" },
  ])("refuse %j, which no page sends", async (fields) => {
    const { anna, send, users } = await withChef();
    const before = await users();
    await expect(send({ userId: anna.id, ...fields })).rejects.toMatchObject({ status: 400 });
    expect(await users()).toEqual(before);
  });
});
