import { startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test("shows what was found, what was left out and why, and hands it on as Excel", {
  tag: "@no-js",
}, async ({ app, page }) => {
  const id = await startSearch(app.server.url, {
    query: "Zahnarzt",
    region: "Niedersachsen",
    count: 60,
  });
  const job = await waitForJob(app.server.url, id);
  await page.goto(`/ergebnisse/${id}`);
  await expect(page.getByRole("heading", { name: "Zahnarzt in Niedersachsen" })).toBeVisible();
  await expect(page).toHaveTitle(
    `✓ ${job.storedNew} neue: Zahnarzt in Niedersachsen – Leadspeicher`,
  );
  const figures = `Fertig · \\d+ Sek\\. · ${job.storedNew} neu · \\d+ mit E-Mail · ${job.found - job.stored} übersprungen`;
  await expect(page.getByRole("main").getByRole("status")).toHaveText(new RegExp(`^${figures}`));
  await expect(page.getByRole("row")).toHaveCount(job.stored + 1);
  await page.goto(`/suche?job=${id}`);
  // Thirteen rows of 36 px fit below on a usual screen.
  expect((await page.locator("tr[data-row]").first().boundingBox())?.y).toBeLessThan(400);
  await page.goto(`/ergebnisse/${id}`);

  await page.getByRole("link", { name: /^Übersprungen/ }).click();
  await expect(page.getByRole("row")).toHaveCount(job.found - job.stored + 1);
  await page.getByRole("link", { name: /^Nur neue/ }).click();
  await expect(page).toHaveURL(/onlyNew=true/);
  await expect(page.getByRole("row")).toHaveCount(job.storedNew + 1);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel" }).click();
  expect((await download).suggestedFilename()).toMatch(
    /^leads-zahnarzt-\d+-neu-\d{4}-\d{2}-\d{2}\.xlsx$/,
  );
});
