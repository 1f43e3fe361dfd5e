import { expect, test } from "../support/browser-test";

test("takes the description along to another mode", async ({ page }) => {
  await page.goto("/suche?art=ki&modus=stadtwerke");
  await page.getByLabel("Beschreiben, wen das Team sucht").fill("Gießereien");
  for (const name of ["Mit KI: Industrie", "Direkt", "Mit KI: frei"]) {
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  await expect(page.getByLabel("Beschreiben, wen das Team sucht")).toHaveValue("Gießereien");
});
