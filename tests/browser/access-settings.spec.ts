import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectGoodLook } from "../support/accessibility";
import { removeFolder, startAppServer, startLinkOf, temporaryFolder } from "../support/app-server";
import { expect, test } from "../support/browser-test";
import {
  addUser,
  fillSignIn,
  GOOD_PASSWORD,
  newName,
  signIn,
  signInElsewhere,
} from "../support/sign-in";
import { anonymousFetch } from "../support/signed-fetch";

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

function ask(url: string, token: string, method = "GET"): Promise<Response> {
  return anonymousFetch(url, { method, headers: { authorization: `Bearer ${token}` } });
}

test("a member sees neither keys nor users nor tokens, and an administrator at once", {
  tag: "@no-js",
}, async ({ app, page, stranger: member }) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await page.goto("/einstellungen/benutzer");
  await expect(rowOf(page, name)).toContainText("Mitglied");
  await expect(rowOf(page, name)).toContainText("noch nie");
  await signIn(member, name);
  await expect(member.getByRole("list", { name: "Dienste" })).toHaveCount(0);
  await member.getByRole("link", { name: "Einstellungen" }).click();
  await expect(member).toHaveURL(/\/einstellungen\/konto$/);
  await expect(member.getByRole("heading", { name: "Mein Konto", level: 1 })).toBeVisible();
  await expect(member.getByRole("navigation", { name: "Einstellungen" })).toHaveCount(0);
  for (const path of ["benutzer", "tokens"]) {
    const answer = await member.goto(`/einstellungen/${path}`);
    expect(answer?.status()).toBe(403);
    await expect(member.getByText("Das dürfen nur Administratoren.")).toBeVisible();
  }
  await member.goto("/einstellungen");
  await expect(member).toHaveURL(/\/einstellungen\/konto$/);

  // Another role holds from the next page on.
  const row = await openMenu(page, name);
  await row.getByRole("button", { name: "Zum Administrator machen" }).click();
  await expect(row).toContainText("Administrator");
  await member.goto("/einstellungen/benutzer");
  await expect(rowOf(member, name).getByRole("link", { name: "Mein Konto" })).toBeVisible();
});

test("a new user is refused at the fields, and what was typed stays", { tag: "@no-js" }, async ({
  page,
  complaints,
}) => {
  await page.goto("/einstellungen/benutzer");
  const form = page.getByRole("region", { name: "Neuer Benutzer" });
  await form.getByLabel("Name", { exact: true }).fill("ADMIN");
  await form.getByLabel("Rolle").selectOption("Administrator");
  await form.getByLabel(/^Passwort/).fill("zu-kurz");
  await form.getByRole("button", { name: "Benutzer anlegen" }).click();
  await expect(form.getByText("Einen Benutzer namens „ADMIN“ gibt es schon")).toBeVisible();
  await expect(form.getByText("Das Passwort braucht mindestens 12 Zeichen.")).toBeVisible();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("ADMIN");
  await expect(form.getByLabel("Rolle")).toHaveValue("administrator");
  await expect(form.getByLabel(/^Passwort/)).toHaveValue("");
  const name = newName();
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel(/^Passwort/).fill(GOOD_PASSWORD);
  await form.getByRole("button", { name: "Benutzer anlegen" }).click();
  await expect(page.getByText(`Benutzer „${name}“ ist angelegt (Administrator)`)).toBeVisible();
  // The browser itself notes that one answer had status 422.
  complaints.length = 0;
});

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

test("a new password from an administrator replaces the old one", { tag: "@js" }, async ({
  app,
  page,
  stranger: member,
  complaints,
}) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await signIn(member, name);
  const row = await openMenu(page, name);
  await row.getByLabel(/^Neues Passwort/).fill("zu-kurz");
  await row.getByRole("button", { name: "Neues Passwort setzen" }).click();
  // The menu is open again, and says why.
  await expect(row.getByText("Das Passwort braucht mindestens 12 Zeichen.")).toBeVisible();
  await expect(row.getByLabel(/^Neues Passwort/)).toHaveValue("");
  await row.getByLabel(/^Neues Passwort/).fill(OTHER_PASSWORD);
  await row.getByRole("button", { name: "Neues Passwort setzen" }).click();
  await expect(page.getByText(`„${name}“ hat ein neues Passwort`)).toBeVisible();

  await member.goto("/suche");
  await fillSignIn(member, name, GOOD_PASSWORD);
  await expect(member.getByRole("alert")).toBeVisible();
  await fillSignIn(member, name, OTHER_PASSWORD);
  await expect(member).toHaveURL(/\/suche$/);
  // The browser itself notes that one answer had status 422.
  complaints.length = 0;
});

test("a token is shown once, lets a program in, and no more when revoked", {
  tag: "@no-js",
}, async ({ app, page }) => {
  const name = `Auswertung ${newName()}`;
  const token = await makeToken(page, name, "nur lesen");
  expect(token).toMatch(/^lgk_[0-9A-Za-z]{49}$/);
  await expect(page.getByText(`Authorization: Bearer ${token}`)).toBeVisible();
  expect((await ask(`${app.server.url}/api/leads`, token)).status).toBe(200);
  expect((await ask(`${app.server.url}/api/leads/x`, token, "DELETE")).status).toBe(403);

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
  expect((await ask(`${app.server.url}/api/leads`, token)).status).toBe(401);
});

test("changing the own password ends the other sessions", { tag: "@js" }, async ({
  app,
  page,
  stranger: own,
}) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await signIn(own, name);
  const goesOn = await signInElsewhere(app.server.url, name);
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
  expect(await goesOn()).toBe(false);
});

test("a session can be ended from another browser, and all others at once", {
  tag: "@no-js",
}, async ({ app, page, stranger: own }) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await signIn(own, name);
  const others = [
    await signInElsewhere(app.server.url, name),
    await signInElsewhere(app.server.url, name),
  ];
  await own.goto("/einstellungen/konto");
  const sessions = own.getByRole("region", { name: "Sitzungen" });
  await sessions.getByRole("button", { name: "Beenden", exact: true }).first().click();
  await expect(own.getByText("Die Sitzung ist beendet.")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button", { name: "Alle anderen beenden" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(sessions.getByRole("button")).toHaveCount(0);
  for (const goesOn of others) expect(await goesOn()).toBe(false);
});

test("a forgotten password is mended by the link, and members are told whom to ask for a key", {
  tag: "@no-js",
}, async ({ browser }) => {
  const folder = await temporaryFolder();
  const server = await startAppServer(join(folder, "leads.sqlite"));
  const storageState = { cookies: [], origins: [] };
  const context = await browser.newContext({ baseURL: server.url, storageState });
  const page = await context.newPage();
  const current = page
    .getByRole("region", { name: "Passwort ändern" })
    .getByLabel("Jetziges Passwort");
  const setPassword = async (password: string, button: string) => {
    await page.goto("/einstellungen/konto");
    await expect(current).toHaveCount(0);
    await page.getByLabel("Neues Passwort (12 bis 128 Zeichen)").fill(password);
    await page.getByLabel("Neues Passwort wiederholen").fill(password);
    await page.getByRole("button", { name: button }).click();
  };
  const message = page.getByRole("status", { name: "Meldung" });
  await page.goto(startLinkOf(server));
  await setPassword(GOOD_PASSWORD, "Passwort festlegen");
  await expect(message).toContainText("Ab dem nächsten Start meldet man sich damit an.");

  await context.clearCookies();
  const DATABASE_PATH = join(folder, "leads.sqlite");
  const command = ["--import", "tsx", "scripts/login-link.ts"];
  const env = { ...process.env, DATABASE_PATH, PORT: new URL(server.url).port };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  await page.goto(/http:\S+/.exec(stdout)?.[0] ?? "");
  await setPassword(OTHER_PASSWORD, "Passwort ändern");
  await expect(message).toContainText("Das neue Passwort gilt ab jetzt.");
  await expect(current).toBeVisible();

  await page.goto("/pipelines/websuche");
  await expect(page.getByRole("link", { name: "Zu den Einstellungen" })).toBeVisible();
  const name = newName();
  await addUser(page, server.url, name);
  await context.clearCookies();
  await signIn(page, "admin", OTHER_PASSWORD);
  await context.clearCookies();
  await signIn(page, name);
  await page.goto("/pipelines/websuche");
  await expect(page.getByText("Ein Administrator kann das unter „Einstellungen“")).toBeVisible();
  await expect(page.getByRole("link", { name: "Zu den Einstellungen" })).toHaveCount(0);

  await context.close();
  await server.stop();
  await removeFolder(folder);
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
