import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";

/** A password that no rule refuses. */
export const GOOD_PASSWORD = "sieben-blaue-Hunde-9";

/** A name that no other test gives. */
export function newName(): string {
  return `Person ${crypto.randomUUID().slice(0, 8)}`;
}

/** Another browser, in which nobody has signed in. */
export function newStranger(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ storageState: { cookies: [], origins: [] } });
}

/** Fills in the form of the login, which has to be open, and sends it. */
export async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Anmelden" }).click();
}

/** Opens the login and signs in. */
export async function signIn(page: Page, name: string, password = GOOD_PASSWORD): Promise<void> {
  await page.goto("/anmelden");
  await fillSignIn(page, name, password);
  await expect(page).toHaveURL(/\/suche$/);
}

/** Makes a user on the page of the users; the page belongs to an administrator. */
export async function addUser(
  page: Page,
  name: string,
  role: "Administrator" | "Mitglied" = "Mitglied",
): Promise<void> {
  await page.goto("/einstellungen/benutzer");
  const form = page.getByRole("region", { name: "Neuer Benutzer" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Rolle").selectOption(role);
  await form.getByLabel(/^Passwort/).fill(GOOD_PASSWORD);
  await form.getByRole("button", { name: "Benutzer anlegen" }).click();
  await expect(page.getByText(`Benutzer „${name}“ ist angelegt`)).toBeVisible();
}
