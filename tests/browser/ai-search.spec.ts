import type { Page } from "@playwright/test";
import { holdProvider, resetProviders } from "../support/api-client";
import type { TestApp } from "../support/app-server";
import { expect, test } from "../support/browser-test";
import { completion, says, setModelAnswer } from "../support/model-answers";

type Pair = { query: string; region: string };

/** Lets the model suggest these searches. */
const suggest = (app: TestApp, queries: readonly Pair[]) => setModelAnswer(app, says({ queries }));

async function askFor(page: Page, description: string): Promise<void> {
  await page.getByLabel("Wen suchen Sie?").fill(description);
  await page.getByRole("button", { name: "Vorschläge holen" }).click();
}

function row(page: Page, number: number) {
  return page.getByRole("group", { name: `Suche ${number}`, exact: true });
}

test("leads from a description to searches, which are edited, started and followed", async ({
  app,
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/suche");
  await page.getByRole("link", { name: "Mit KI: Industrie" }).click();
  await expect(page.getByRole("link", { name: "Mit KI: Industrie" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await suggest(app, [
    { query: "Maschinenbau", region: "Köln" },
    { query: "Maschinenbau", region: "Aachen" },
    { query: "Logistik", region: "Bonn" },
  ]);
  await askFor(page, "Maschinenbauer und Speditionen am Rhein");
  await expect(page.getByRole("heading", { name: "Vorgeschlagene Suchen" })).toBeVisible();
  await expect(page.getByText("bis zu 50 Firmen")).toBeVisible();
  await expect(page.getByLabel("Wen suchen Sie?")).toHaveValue(
    "Maschinenbauer und Speditionen am Rhein",
  );
  await expect(row(page, 3).getByLabel("Was?")).toHaveValue("Logistik");
  await row(page, 1).getByLabel("Wo?").fill("Hessen");
  if (javaScriptEnabled) await page.getByRole("button", { name: "Suche 2 weglassen" }).click();
  else for (const label of ["Was?", "Wo?"]) await row(page, 2).getByLabel(label).clear();
  await row(page, 4).getByLabel("Was?").fill("Elektriker");
  await row(page, 4).getByLabel("Wo?").fill("Bremen");
  await page.getByLabel("Was zählt?").selectOption("alle Firmen");
  const held = await holdProvider(app.providers.origin, { provider: "google-places" });
  await page.getByRole("button", { name: "Suchen starten", exact: true }).click();

  await expect(page).toHaveURL(/\/suche\?reihe=/);
  const queue = page.getByRole("region", { name: "Gestartete Suchen" });
  for (const text of ["Maschinenbau in Hessen", "Logistik in Bonn", "Elektriker in Bremen"]) {
    await expect(queue.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(queue.getByText("Maschinenbau in Aachen")).toHaveCount(0);
  await expect(queue.getByRole("progressbar")).toHaveCount(3);
  await held.release();
  await expect(queue.getByText(/^Alle 3 fertig/)).toBeVisible({ timeout: 30_000 });
  await expect(queue.getByText(/^Fertig · [1-9]\d* gefunden, [1-9]\d* neu$/).first()).toBeVisible();

  const history = page.getByRole("complementary", { name: "Letzte Suchen" });
  await expect(history.getByText(/[1-9]\d* neue Leads/).first()).toBeVisible();
  await queue.getByRole("link", { name: "Elektriker in Bremen" }).click();
  await expect(page.getByRole("heading", { name: "Elektriker in Bremen" })).toBeVisible();
  await page.getByRole("link", { name: "Alle zusammen gestarteten Suchen" }).click();
  await expect(page).toHaveURL(/\/suche\?reihe=/);
  const first = page.url();
  await holdProvider(app.providers.origin, { provider: "google-places" });
  await queue.getByRole("button", { name: "Alle wiederholen" }).click();
  await expect(queue.getByText("3 Suchen laufen", { exact: false })).toBeVisible();
  expect(page.url()).not.toBe(first);
  await queue.getByRole("button", { name: "Alle abbrechen" }).click();
  await expect(queue.getByText(/^Alle 3 fertig/)).toBeVisible({ timeout: 30_000 });
  await expect(queue.getByText(/^Abgebrochen/)).toHaveCount(3);
});

const MALER = [
  { query: "Maler", region: "Köln" },
  { query: "Maler", region: "Ulm" },
];

/** Has suggestions, edits the first and adds one of one's own. */
async function editSuggestions(app: TestApp, page: Page): Promise<void> {
  await page.goto("/suche?art=ki&modus=stadtwerke");
  await suggest(app, MALER);
  await askFor(page, "Maler am Rhein");
  await row(page, 1).getByLabel("Was?").fill("Malerbetrieb");
  await row(page, 3).getByLabel("Was?").fill("Elektriker");
  await row(page, 3).getByLabel("Wo?").fill("Bremen");
}

async function expectEdited(page: Page): Promise<void> {
  await expect(row(page, 1).getByLabel("Was?")).toHaveValue("Malerbetrieb");
  await expect(row(page, 2).getByLabel("Wo?")).toHaveValue("Ulm");
  await expect(row(page, 3).getByLabel("Was?")).toHaveValue("Elektriker");
  await expect(row(page, 3).getByLabel("Wo?")).toHaveValue("Bremen");
}

test("keeps edited searches when there are no new ones", { tag: "@js" }, async ({
  app,
  page,
  complaints,
}) => {
  await editSuggestions(app, page);
  await askFor(page, "");
  await expect(page.getByText("Wen suchen Sie? Zum Beispiel")).toBeVisible();
  await expectEdited(page);
  await resetProviders(app.providers.origin);
  await setModelAnswer(app, { body: completion(null, "Dabei helfe ich nicht.") });
  await askFor(page, "Maler an der Donau");
  await expect(page.getByRole("alert").getByText(/Dabei helfe ich nicht\./)).toBeVisible();
  await expectEdited(page);
  complaints.length = 0;
});
