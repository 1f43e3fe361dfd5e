import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeExport } from "../../scripts/demo-providers/register/write-export";
import { expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";
import { FILE, FILES } from "../support/register-samples";

test("the energy market comes out of an export", async ({
  app,
  page,
  javaScriptEnabled,
  alive,
}) => {
  await page.goto("/pipelines/register");
  await alive();
  if (javaScriptEnabled) {
    const folder = await mkdtemp(join(tmpdir(), "leadspeicher-register-"));
    await writeExport(join(folder, FILE), FILES);
    await page.getByLabel("ZIP-Datei").setInputFiles(join(folder, FILE));
    await page.getByRole("button", { name: "Hochladen und einlesen" }).click();
    await expect(page.getByText("(hochgeladen).zip“ wird eingelesen.")).toBeVisible();
    await rm(folder, { recursive: true });
  } else {
    const folder = join(dirname(app.server.databasePath), "register");
    await mkdir(folder, { recursive: true });
    await writeExport(join(folder, FILE), FILES);
    await page.reload();
    await page.getByRole("button", { name: /^Einlesen ?:/ }).click();
  }
  await expect(async () => {
    if (!javaScriptEnabled) await page.reload();
    await expect(page.getByText("3 Organisationen")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectGoodLook(page);

  await page.getByText("Alle 3 übernehmen …").click();
  await expect(page.getByRole("button", { name: "Ja, 3 Firmen in den" })).toBeVisible();
  await page.getByLabel("Rolle").selectOption("Direktvermarkter");
  await page.getByRole("button", { name: "Filtern" }).click();
  await expect(page.getByRole("heading", { name: "1 Firma" })).toBeVisible();
  await page.getByLabel("Süd Direktvermarktung AG").check();
  await page.getByRole("button", { name: "Auswahl übernehmen" }).click();
  await expect(async () => {
    if (!javaScriptEnabled) await page.reload();
    const company = page.getByRole("link", { name: "Süd Direktvermarktung AG", exact: true });
    await expect(company).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto("/pipelines/register");
  await page.getByRole("link", { name: /^Im Leadspeicher ?: Süd/ }).click();
  await expect(page).toHaveURL(/\/leadspeicher\/[\w-]+$/);
});
