import type { Page } from "@playwright/test";
import { expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";
import {
  addUser,
  fillSignIn,
  GOOD_PASSWORD,
  newName,
  signIn,
  signInElsewhere,
} from "../support/sign-in";

const OTHER_PASSWORD = "neun-graue-Katzen-7";

function rowOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

/** Opens the menu of a user in the list. */
async function openMenu(page: Page, name: string) {
  await page.goto("/einstellungen/benutzer");
  const row = rowOf(page, name);
  await row.locator("summary").click();
  return row;
}

/** Makes a token and answers it as the page shows it. */
async function makeToken(page: Page, name: string, scope: string): Promise<string> {
  await page.goto("/einstellungen/tokens");
  const form = page.getByRole("region", { name: "Neuer API-Token" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Darf").selectOption(scope);
  await form.getByRole("button", { name: "API-Token erstellen" }).click();
  return page.getByLabel("Token", { exact: true }).inputValue();
}

test("a disabled user is out at once and comes back when enabled", { tag: "@no-js" }, async ({
  app,
  page,
  stranger: member,
}) => {
  // Somebody else has a password, or the login had no form afterwards.
  await addUser(page, app.server.url, newName());
  const name = newName();
  await addUser(page, app.server.url, name);
  await signIn(member, name);
  await (await openMenu(page, name)).getByRole("button", { name: "Sperren", exact: true }).click();
  await expect(page.getByText(`„${name}“ ist gesperrt und überall abgemeldet.`)).toBeVisible();
  await expect(rowOf(page, name)).toContainText("Gesperrt");
  await member.goto("/leadspeicher");
  await expect(member).toHaveURL(/\/anmelden\?weiter=%2Fleadspeicher$/);
  await fillSignIn(member, name, GOOD_PASSWORD);
  await expect(member.getByRole("alert")).toHaveText("Name oder Passwort stimmt nicht.");

  await (await openMenu(page, name)).getByRole("button", { name: "Entsperren" }).click();
  await expect(rowOf(page, name)).toContainText("Aktiv");
  await fillSignIn(member, name, GOOD_PASSWORD);
  await expect(member).toHaveURL(/\/leadspeicher$/);
});

test("a token is shown once, lets a program in, and no more when revoked", {
  tag: "@no-js",
}, async ({ app, page }) => {
  const name = `Auswertung ${newName()}`;
  const token = await makeToken(page, name, "nur lesen");
  expect(token).toMatch(/^lgk_[0-9A-Za-z]{49}$/);
  await expect(page.getByText(`Authorization: Bearer ${token}`)).toBeVisible();
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${app.server.url}/api/leads`, { headers })).status;
  };
  expect(await ask()).toBe(200);

  await page.goto("/einstellungen/tokens");
  expect(await page.content()).not.toContain(token);
  const row = rowOf(page, name);
  await expect(row).toContainText(`nur lesen · ${token.slice(0, 8)}…`);
  await expect(row).not.toContainText("noch nie");
  await expect(page.getByText("APP_API_TOKEN")).toBeVisible();

  const revoke = row.getByRole("button", { name: "Ja, widerrufen" });
  await expect(revoke).toBeHidden();
  await row.locator("summary").click();
  await revoke.click();
  await expect(page.getByText(`Token „${name}“ ist widerrufen`)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await ask()).toBe(401);
});

test("changing the own password ends the other sessions", { tag: "@js" }, async ({
  app,
  page,
  stranger: own,
}) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await signIn(own, name);
  await signInElsewhere(app.server.url, name);
  await own.goto("/einstellungen/konto");
  const sessions = own.getByRole("region", { name: "Sitzungen" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "diese Sitzung" })).toHaveCount(1);

  const change = async (password: string) => {
    await own
      .getByRole("region", { name: "Passwort ändern" })
      .getByLabel("Jetziges Passwort")
      .fill(password);
    await own.getByLabel("Neues Passwort (12 bis 128 Zeichen)").fill(OTHER_PASSWORD);
    await own.getByLabel("Neues Passwort wiederholen").fill(OTHER_PASSWORD);
    await own.getByRole("button", { name: "Passwort ändern" }).click();
  };
  await change("falsch-und-lang-genug");
  await expect(own.getByText("Das jetzige Passwort stimmt nicht.")).toBeVisible();
  await expect(own.getByLabel("Neues Passwort wiederholen")).toHaveValue("");
  await change(GOOD_PASSWORD);
  await expect(own.getByText("Das neue Passwort gilt ab jetzt.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
});

test("is readable and fits", { tag: "@js" }, async ({ app, page }) => {
  await addUser(page, app.server.url, `${newName()} von und zu Hohenstein`);
  await makeToken(page, `${newName()} ${"lang".repeat(10)}`, "voller Zugriff");
  for (const path of ["", "/tokens", "/benutzer", "/konto"]) {
    if (path !== "") await page.goto(`/einstellungen${path}`);
    const menu = page.locator("main tbody summary").last();
    if ((await menu.count()) > 0) await menu.click();
    await expectGoodLook(page);
  }
});
