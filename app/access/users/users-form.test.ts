import { describe, expect, it } from "vitest";
import { addUser, openAccess, PASSWORD, signedIn } from "~tests/access";
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
  return { access, anna, send, users };
}

describe("the forms of the users' page", () => {
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
