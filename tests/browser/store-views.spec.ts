import type { Page } from "@playwright/test";
import { searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Sachsen", count: 30 }),
);

/** The button of the menu is called as the shown view, where it is one. */
function menu(page: Page) {
  return page.locator("search summary").first();
}

async function saveView(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await page.getByLabel("Diese Ansicht speichern als").fill(name);
  await page.getByRole("button", { name: "Speichern" }).click();
}

test("saves filters, order and page size for the team, shows them and lets go of them", async ({
  page,
}, { project }) => {
  const name = `Mit Telefon ${project.name}`;
  await page.goto("/leadspeicher?hasPhone=true&sort=companyName&dir=desc&pageSize=25");
  await saveView(page, name);
  await expect(page.getByText(`Ansicht „${name}“ gespeichert.`)).toBeVisible();
  await expect(page).toHaveURL(/hasPhone=true&sort=companyName&dir=desc&pageSize=25$/);
  await expect(menu(page)).toContainText(name);

  await page.goto("/leadspeicher");
  await expect(menu(page)).toHaveText("Ansichten");
  await menu(page).click();
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/hasPhone=true/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    hasPhone: "true",
    sort: "companyName",
    dir: "desc",
    pageSize: "25",
  });
  await expect(menu(page)).toContainText(name);
  await menu(page).click();
  await expect(page.getByRole("link", { name })).toHaveAttribute("aria-current", "true");

  await page.getByRole("button", { name: `Ansicht „${name}“ löschen` }).click();
  await expect(page.getByText(`Ansicht „${name}“ gelöscht.`)).toBeVisible();
  await expect(menu(page)).toHaveText("Ansichten");
  // What is shown stays as it was.
  await expect(page).toHaveURL(/hasPhone=true/);
});

test("has no page of its own and leads nowhere else", { tag: "@no-js" }, async ({ page, app }) => {
  await page.goto("/leadspeicher/ansichten");
  await expect(page).toHaveURL(/\/leadspeicher$/);
  const response = await page.request.post("/leadspeicher/ansichten", {
    form: { intent: "save", name: "", back: "//example.org/x" },
    headers: { origin: app.server.url },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe("/leadspeicher");
});
