import { expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";
import { searchHamburg } from "../support/region-search";

test.use({ settings: { AUTO_ENRICHMENT: "true" } });

test("shows apart what lies outside of the region, and takes over one or all of it", async ({
  app,
  page,
}) => {
  const { id } = await searchHamburg(app.server.url, app.providers.origin);
  await page.goto(`/ergebnisse/${id}`);
  await expect(page.getByText("Ort unbekannt").first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 720 });
  await page.getByRole("link", { name: /^Außerhalb von Hamburg/ }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  const excel = page.getByRole("link", { name: "Excel (2 außerhalb)" });
  await expect(excel).toHaveAttribute("href", /skipped=true&outside=true$/);
  await expectGoodLook(page);
  const row = page.getByRole("row").filter({ hasText: "weit.example" });
  await row.getByRole("button", { name: "Trotzdem übernehmen" }).click();
  await expect(page.getByText("weit.example ist im Leadspeicher.")).toBeVisible();
  await page.goto(`/ergebnisse/${id}`);
  await expect(page.getByRole("row").filter({ hasText: "weit.example" })).toHaveCount(1);

  const again = await searchHamburg(app.server.url, app.providers.origin);
  await page.goto(`/ergebnisse/${again.id}?ansicht=ausserhalb`);
  await page.getByRole("button", { name: "Alle übernehmen" }).click();
  await expect(page.getByText("2 Firmen sind jetzt im Leadspeicher.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Alle/ })).toContainText("5");
});
