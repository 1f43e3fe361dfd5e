import { searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Sachsen", count: 60 }),
);

test("lists, sorts and pages the leads", { tag: "@no-js" }, async ({ page }) => {
  await page.goto("/leadspeicher?pageSize=25");
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.getByRole("link", { name: "Nächste Seite" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^26–/)).toBeVisible();
  await page.getByRole("link", { name: "Erste Seite" }).click();
  await expect(page.getByText(/^1–25 /)).toBeVisible();
  await page.getByRole("link", { name: "Letzte Seite" }).click();
  await expect(page.getByText(/^Seite (\d+) von \1$/)).toBeVisible();
  await page.getByRole("link", { name: "Vorige Seite" }).click();
  await expect(page).toHaveURL(/page=/);
  await expect(page.getByRole("row")).toHaveCount(26);

  await page.getByRole("link", { name: "Firma", exact: true }).click();
  await expect(page).toHaveURL(/sort=companyName&dir=asc/);
  await expect(page.getByRole("columnheader", { name: /Firma/ })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  const names = await page.locator('[data-key="open"]').allTextContents();
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "de")));
  await page.getByRole("link", { name: "Firma", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: /Firma/ })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});
