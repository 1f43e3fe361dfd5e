import type { Page } from "@playwright/test";
import { holdProvider, startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

const SECOND_PAGE = { provider: "google-places", match: "pageToken" } as const;

async function fillSearch(page: Page, query: string, region: string, count: number): Promise<void> {
  await page.getByLabel("Was?").fill(query);
  await page.getByLabel("Wo?").fill(region);
  await page.getByLabel("Wie viele?").fill(String(count));
  await page.getByLabel("Was zählt?").selectOption("alle Firmen");
  await page.getByRole("button", { name: "Suchen" }).click();
}

/** Waits until a search is in a phase; a page without scripts renews itself meanwhile. */
async function expectPhase(page: Page, phase: string): Promise<void> {
  const step = page.getByRole("list", { name: "Phasen" }).locator("[aria-current=step]");
  await expect(step).toContainText(phase, { timeout: 40_000 });
}

async function expectDone(page: Page): Promise<void> {
  const status = page.getByRole("status").filter({ hasText: /^Fertig/ });
  await expect(status).toBeVisible({ timeout: 40_000 });
}

test("shows a search from its first phase to its results", async ({
  app,
  page,
  javaScriptEnabled,
}) => {
  const { origin } = app.providers;
  const pages = await holdProvider(origin, SECOND_PAGE);
  const emails = await holdProvider(origin, { provider: "anymailfinder", after: 4 });
  await page.goto("/suche");
  // There are that many, so that nothing has to be looked for besides.
  await fillSearch(page, "Stadtwerke", "Bayern", 40);
  await expect(page).toHaveURL(/\/suche\?job=/);

  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await expectPhase(page, "Firmen suchen");
  // What a person does with the first ones stays while others come.
  const first = page.locator("tr[data-row]").first();
  const star = first.getByRole("button", { name: /^Favorit/ });
  if (javaScriptEnabled) {
    await first.getByRole("checkbox").check();
    await first.hover();
    await star.click();
  }
  const place = async () => (await first.boundingBox())?.y;
  const before = await place();
  await pages.release();
  await expectPhase(page, "E-Mails suchen");
  await emails.release();
  await expectDone(page);
  if (javaScriptEnabled) {
    expect(await place()).toBe(before);
    await expect(first.getByRole("checkbox")).toBeChecked();
    await page.getByRole("button", { name: "Kontaktiert", exact: true }).click();
    await expect(first.getByRole("button", { name: /^Kontaktiert/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/\/suche\?job=/);
  }
  const found = page.getByRole("link", { name: "40 neue ansehen" });
  await expect(found).toHaveAttribute("href", /^\/leadspeicher\?jobId=[^&]+&isNew=true$/);

  const table = page.getByRole("table");
  await expect(table.getByText("neu", { exact: true }).first()).toBeVisible();
  await expect(table.getByText("bereits vorhanden")).toHaveCount(0);
  await expect(table.getByText("E-Mail wird gesucht …")).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  const frame = page.locator(".lead-table");
  const excess = await frame.evaluate(
    (element) => (element.querySelector("table")?.scrollWidth ?? 0) - element.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(1);
});

test("looks on the map or in the web alone, from the addresses of old too", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto("/pipelines/karten");
  await expect(page.getByLabel("Quelle")).toHaveValue("maps");
  await fillSearch(page, "Elektriker", "Sachsen", 70);
  await expectDone(page);
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText(/^Kosten .*€: /).last()).toHaveText(
    /\d Kartenabfragen?(?!.*Websuche)/,
  );

  await page.goto("/leadspeicher");
  await page.getByRole("link", { name: "Neue Suche" }).click();
  await page.getByLabel("Quelle").selectOption("nur Web, auch ohne Ort");
  await page.getByLabel("E-Mails suchen").uncheck();
  await fillSearch(page, "Hotel", "", 5);
  await expectDone(page);
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText(/^Kosten .*€: /).last()).toHaveText(/^Kosten .*: \d Websuchen?$/);
  await expect(page.locator("tr[data-row]")).toHaveCount(5);
});

test("says what a search will cost at most, by what is typed", { tag: "@js" }, async ({ page }) => {
  await page.goto("/pipelines/websuche");
  await expect(page.getByText(/^Kosten: höchstens 30 Websuchen/)).toBeVisible();
  await page.getByLabel("Quelle").selectOption("Karte und Web");
  await page.getByLabel("Wie viele?").fill("20");
  await page.getByLabel("Was zählt?").selectOption("neue Firmen");
  await expect(page.getByText(/^Kosten: höchstens 30 Kartenabfragen, .* 20 E-Mails/)).toBeVisible();
});

test("keeps what is typed for the next search while one is under way", async ({
  app,
  page,
  javaScriptEnabled,
}) => {
  const held = await holdProvider(app.providers.origin, SECOND_PAGE);
  const search = { query: "Hotel", region: "Hessen", count: 40 };
  const id = await startSearch(app.server.url, search);
  await page.goto(`/suche?job=${id}`);
  await expect(page.getByText(/^Läuft/)).toBeVisible();
  const term = page.getByLabel("Was?");
  if (javaScriptEnabled === false) {
    await expect(term).toBeHidden();
    await page.getByRole("link", { name: "Weitere Suche beginnen" }).click();
    await expect(term).toBeVisible();
  } else await page.locator("summary", { hasText: "Hotel in Hessen" }).click();
  await term.fill("Maler");
  await held.release();
  await waitForJob(app.server.url, id);
  if (javaScriptEnabled !== false) await expect(page.getByText(/^Läuft/)).toHaveCount(0);
  await expect(term).toHaveValue("Maler");
});

test("stops a search and keeps what it found", { tag: "@no-js" }, async ({ app, page }) => {
  await holdProvider(app.providers.origin, SECOND_PAGE);
  await page.goto("/suche");
  await fillSearch(page, "Elektriker", "Hamburg", 50);
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Abgebrochen/ })).toBeVisible();
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await expect(page.getByRole("button", { name: "Abbrechen" })).toHaveCount(0);
});
