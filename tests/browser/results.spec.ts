import { expectGoodLook } from "../support/accessibility";
import { holdProvider, postJson, startSearch, waitForJob } from "../support/api-client";
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
  await expect(page.getByRole("heading", { name: "Zahnarzt in Niedersachsen" })).toBeVisible();
  await expect(page).toHaveTitle(
    `✓ ${job.storedNew} neue: Zahnarzt in Niedersachsen – Leadspeicher`,
  );
  const figures = `Fertig · \\d+ Sek\\. · ${job.storedNew} neu · \\d+ mit E-Mail · ${job.found - job.stored} ausgelassen`;
  await expect(page.getByRole("main").getByRole("status")).toHaveText(new RegExp(`^${figures}`));
  await expect(page.getByRole("row")).toHaveCount(job.stored + 1);

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

test("takes a portal that was left out, and leaves portals like it out again", {
  tag: "@no-js",
}, async ({ app, page }) => {
  const search = { query: "Tischlerei", region: "Bremen", count: 5 };
  const answer = await postJson(`${app.server.url}/api/leads/quick-serp`, search);
  const { jobId } = await answer.json();
  await waitForJob(app.server.url, jobId);
  await page.goto(`/ergebnisse/${jobId}?ansicht=uebersprungen`);
  const row = page.getByRole("row").filter({ hasText: "gelbeseiten.de" }).first();
  await row.getByRole("button", { name: "Trotzdem übernehmen" }).click();
  await expect(page.getByText(/^gelbeseiten\.de ist im Leadspeicher/)).toBeVisible();
  await page.getByRole("link", { name: /^Alle/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "gelbeseiten.de" })).toHaveCount(1);
  await page.goto("/leadspeicher/sperrliste");
  const table = page.getByRole("table", { name: "Trotzdem übernommene Domains" });
  await expect(table.getByRole("row").filter({ hasText: "gelbeseiten.de" })).toBeVisible();
  await expectGoodLook(page);
  await table.getByRole("button", { name: "Wieder überspringen" }).click();
  await expect(page.getByText(/^gelbeseiten\.de wird in Suchen wieder/)).toBeVisible();
  await expect(table).toHaveCount(0);
});

test("shows the map and the web of one search together, page by page", { tag: "@js" }, async ({
  app,
  page,
}) => {
  const search = { query: "Elektriker", region: "Deutschland", count: 150 };
  const id = await startSearch(app.server.url, search);
  await waitForJob(app.server.url, id);
  await page.goto(`/ergebnisse/${id}`);
  const card = page.getByRole("region", { name: "Suche Elektriker" });
  await card.getByText("Details").click();
  await expect(card.getByText(/^fertig · 90 weitere angefragt/)).toBeVisible();
  await expect(page.getByText("150 angefragt")).toBeVisible();
  const all = Number(await page.getByRole("link", { name: /^Alle/ }).locator("span").textContent());
  expect(all).toBeGreaterThan(100);
  await expect(page.getByRole("row")).toHaveCount(101);
  await page.getByRole("link", { name: "Nächste Seite" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("row")).toHaveCount(all - 100 + 1);
  // The filter begins on its first page.
  await page.getByRole("link", { name: /^Nur neue/ }).click();
  await expect(page).not.toHaveURL(/page=2/);
  await expect(page.getByRole("link", { name: "Excel" })).toHaveAttribute("href", /parts=true$/);
});

for (const [name, addressOf] of [
  ["results", (id: string) => `/ergebnisse/${id}`],
  ["search", (id: string) => `/suche?job=${id}`],
] as const) {
  test(`follows a job to its end without scripts on the page of the ${name}`, {
    tag: "@no-js",
  }, async ({ app, page }) => {
    const held = await holdProvider(app.providers.origin, { provider: "google-places" });
    const id = await startSearch(app.server.url, { query: "Hotel", region: "Bremen", count: 5 });
    await page.goto(addressOf(id));
    await expect(page.getByText(/^Läuft/)).toBeVisible();
    await held.release();
    await expect(page.getByRole("status").filter({ hasText: /^Fertig/ })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    // What is done renews itself no more.
    await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
  });
}

test("says in German that a search does not exist", { tag: "@no-js" }, async ({
  page,
  complaints,
}) => {
  await page.goto("/ergebnisse/gibtesnicht");
  await expect(page.getByRole("heading", { name: "Diese Seite gibt es nicht" })).toBeVisible();
  await page.getByRole("link", { name: "Zur Suche" }).click();
  await expect(page).toHaveURL(/\/suche$/);
  // The browser itself notes that the answer had status 404.
  complaints.length = 0;
});
