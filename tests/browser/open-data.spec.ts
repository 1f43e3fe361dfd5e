import { readFile } from "node:fs/promises";
import { expectGoodLook } from "../support/accessibility";
import { waitForJob } from "../support/api-client";
import { NO_KEYS } from "../support/app-server";
import { expect, test } from "../support/browser-test";
import { readWorkbook } from "../support/workbook";

// The product as somebody starts it who has no account anywhere.
test.use({ settings: NO_KEYS });

test("leads from an empty store to an Excel file with one press", { tag: "@no-js" }, async ({
  app,
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "In einer Minute erste Leads" })).toBeVisible();
  await expect(page.getByText("0 von 5 Diensten")).toBeVisible();
  const uses = page.getByRole("region", { name: "Was Schlüssel dazubringen" });
  await expect(uses.getByRole("listitem")).toHaveCount(5);
  await expect(uses.getByRole("link", { name: "Serper einrichten" })).toHaveAttribute(
    "href",
    "/einstellungen#serper",
  );
  await expectGoodLook(page);
  await page.getByRole("button", { name: "Stadtwerke in Bayern" }).click();
  await expect(page).toHaveURL(/\/suche\?job=/);
  const id = new URL(page.url()).searchParams.get("job") ?? "";
  expect(await waitForJob(app.server.url, id)).toMatchObject({ status: "complete", error: null });
  // Also without scripts the page gets there by itself.
  await expect(page.getByRole("status").filter({ hasText: /^Fertig/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel" }).click();
  const { rows } = await readWorkbook(await readFile(await (await download).path()));
  expect(rows.length).toBeGreaterThan(30);
  for (const column of ["Straße", "PLZ", "Ort", "Telefon", "E-Mail"]) {
    const filled = rows.filter((row) => row.get(column)?.text);
    expect(filled.length, column).toBeGreaterThan(rows.length / 5);
  }
  // Once somebody has searched, the page is as it always is.
  await page.goto("/suche");
  await expect(page.getByText("Noch keine Suche geöffnet")).toBeVisible();
  // Where no model writes, a person can at once.
  await page.goto("/leadspeicher");
  await page.locator('a[data-key="open"]').first().click();
  await page.getByRole("link", { name: "E-Mail schreiben" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(/Mit freundlichen Grüßen/);
  await expect(page.getByRole("link", { name: "Im Mailprogramm öffnen" })).toBeVisible();
});
