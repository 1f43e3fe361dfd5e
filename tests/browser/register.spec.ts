import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExport } from "../../scripts/register-export";
import { expectGoodLook, expectNoSidewaysScroll } from "../support/accessibility";
import { expect, test } from "../support/browser-test";
import { FILE, FILES } from "../support/register-samples";

test("the energy market comes out of an uploaded export", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-register-"));
  try {
    await writeExport(join(folder, FILE), FILES);
    await page.goto("/pipelines/register");
    await page.getByLabel("ZIP-Datei").setInputFiles(join(folder, FILE));
    await page.getByRole("button", { name: "Hochladen und einlesen" }).click();
    await expect(async () => {
      await page.goto("/pipelines/register");
      await expect(page.getByText("3 Organisationen")).toBeVisible();
    }).toPass();
    await expectGoodLook(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);

    await page.getByLabel("Rolle").selectOption("Direktvermarkter");
    await page.getByRole("button", { name: "Filtern" }).click();
    await expect(page.getByRole("heading", { name: "1 Firma" })).toBeVisible();
    await page.getByLabel("Süd Direktvermarktung AG auswählen").check();
    await page.getByRole("button", { name: "Auswahl übernehmen" }).click();
    await expect(page.getByRole("link", { name: "Süd Direktvermarktung AG" })).toBeVisible();
  } finally {
    await rm(folder, { recursive: true });
  }
});
