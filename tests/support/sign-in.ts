import { expect, type Page } from "@playwright/test";
import { anonymousFetch } from "./signed-fetch";

/** A password that no rule refuses. */
export const GOOD_PASSWORD = "sieben-blaue-Hunde-9";

/** A name that no other test gives. */
export function newName(): string {
  return `Person ${crypto.randomUUID().slice(0, 8)}`;
}

/** Signs in from elsewhere, without a page. */
export async function signInElsewhere(url: string, name: string): Promise<void> {
  await anonymousFetch(`${url}/anmelden`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ name, password: GOOD_PASSWORD }),
  });
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

/** Makes a member as the form of the users does; the page belongs to an administrator. */
export async function addUser(page: Page, url: string, name: string): Promise<void> {
  const form = { intent: "create", name, role: "member", password: GOOD_PASSWORD };
  const sent = { form, headers: { origin: url }, maxRedirects: 0 };
  const response = await page.request.post(`${url}/einstellungen/benutzer`, sent);
  expect(response.status()).toBe(302);
}
