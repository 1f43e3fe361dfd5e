import { describe, expect, it } from "vitest";
import { addUser, openAccess, signedIn } from "~tests/access";
import { sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import { findToken, listTokens, tokenForms } from "./api-tokens.server";

async function withChef() {
  const access = await openAccess();
  const by = { identity: await signedIn(access, await addUser(access, "Chef")), now: NOON };
  const send = (fields: Record<string, string>) => sendForm(tokenForms(access, by), fields);
  return { access, send };
}

describe("the forms of the tokens' page", () => {
  it("make a token that is shown once, and revoke it", async () => {
    const { access, send } = await withChef();
    const outcome = await send({ intent: "create", name: " Auswertung ", scope: "read" });
    expect(outcome).toMatchObject({
      created: { name: "Auswertung", token: expect.stringMatching(/^lgk_/) },
    });
    const token = "created" in outcome ? (outcome.created?.token ?? "") : "";
    expect(await findToken(access, token, NOON)).toMatchObject({ scope: "read" });
    const [{ id: tokenId } = { id: "" }] = await listTokens(access.db);
    expect(await send({ intent: "revoke", tokenId })).toMatchObject({
      flash: { text: "Token „Auswertung“ ist widerrufen und gilt ab sofort nicht mehr." },
    });
    expect(await findToken(access, token, NOON)).toBeNull();
    expect(await send({ intent: "revoke", tokenId })).toMatchObject({
      flash: { tone: "warn", text: "Diesen Token gibt es nicht mehr." },
    });
  });

  it("keep what was typed", async () => {
    const { access, send } = await withChef();
    await send({ intent: "create", name: "Büro", scope: "read" });
    expect(await send({ intent: "create", name: "büro", scope: "full" })).toMatchObject({
      errors: { name: expect.stringContaining("„büro“ gibt es schon.") },
      values: { name: "büro", scope: "full" },
    });
    expect(await send({ intent: "create", name: " ", scope: "read" })).toMatchObject({
      errors: { name: "Dem Token einen Namen geben." },
    });
    expect(await listTokens(access.db)).toHaveLength(1);
  });

  it.each<Record<string, string>>([
    { intent: "create", name: "Büro" },
    { intent: "create", name: "Büro", scope: "write" },
  ])("refuse %j, which no page sends", async (fields) => {
    const { access, send } = await withChef();
    await expect(send(fields)).rejects.toMatchObject({ status: 400 });
    expect(await listTokens(access.db)).toEqual([]);
  });
});
