import type { Page } from "@playwright/test";
import { z } from "zod";
import type { TestApp } from "../support/app-server";
import { expect, test } from "../support/browser-test";

const JobsSchema = z.object({ jobs: z.array(z.object({ parentId: z.string().nullable() })) });

/** The web searches that belong to the search a page shows. */
async function supplementsOf(app: TestApp, page: Page) {
  const id = new URL(page.url()).searchParams.get("job");
  const response = await fetch(`${app.server.url}/api/jobs?type=serp&pageSize=200`);
  const { jobs } = JobsSchema.parse(await response.json());
  return jobs.filter(({ parentId }) => parentId === id);
}

test("goes on by itself where a search found too few", { tag: "@js" }, async ({ app, page }) => {
  await page.goto("/suche");
  await page.getByLabel("Was?").fill("Stadtwerke");
  await page.getByLabel("Wo?").fill("Saarland");
  await page.getByLabel("Wie viele?").fill("30");
  await page.getByLabel("Was zählt?").selectOption("alle Firmen");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  const note = page.getByText(/^Ergänzende Suche: „.+“ \(vom Sprachmodell vorgeschlagen\)$/);
  await expect(note).toBeVisible({ timeout: 20_000 });
  await expect(note).not.toContainText("„Stadtwerke“");
  await expect(page.getByRole("status").filter({ hasText: /^Fertig/ })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByText("Details", { exact: true }).click();
  const parts = page.getByRole("list", { name: "Was dazugehört" });
  await expect(parts.getByText(/^fertig · /)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Ergänzende Suche starten" })).toHaveCount(0);
  expect(await supplementsOf(app, page)).toHaveLength(1);
  await page.reload();
  await expect(note).toBeVisible();
  expect(await supplementsOf(app, page)).toHaveLength(1);
});
