import { startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test("shows what was found, what was left out and why, and hands it on as Excel", async ({
  app,
  page,
}) => {
  const id = await startSearch(app.server.url, {
    query: "Zahnarzt",
    region: "Niedersachsen",
    count: 60,
  });
  const job = await waitForJob(app.server.url, id);
  await page.goto(`/ergebnisse/${id}`);
  await expect(page.getByRole("heading", { name: "Ergebnisse" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(job.stored + 1);

  await page.getByRole("link", { name: /^Übersprungen/ }).click();
  await expect(page.getByRole("row")).toHaveCount(job.found - job.stored + 1);
  await page.getByRole("link", { name: /^Nur neue/ }).click();
  await expect(page).toHaveURL(/onlyNew=true/);
  await expect(page.getByRole("row")).toHaveCount(job.storedNew + 1);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel" }).click();
  expect((await download).suggestedFilename()).toMatch(/^leads-zahnarzt-\d{4}-\d{2}-\d{2}\.xlsx$/);
});

test("says in German that a search does not exist", async ({ page, complaints }) => {
  await page.goto("/ergebnisse/gibtesnicht");
  await expect(page.getByRole("heading", { name: "Diese Seite gibt es nicht" })).toBeVisible();
  await page.getByRole("link", { name: "Zur Suche" }).click();
  await expect(page).toHaveURL(/\/suche$/);
  // The browser itself notes that the answer had status 404.
  complaints.length = 0;
});
