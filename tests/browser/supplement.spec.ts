import type { Page } from "@playwright/test";
import { z } from "zod";
import { startSearch, waitForJob } from "../support/api-client";
import type { TestApp } from "../support/app-server";
import { expect, test } from "../support/browser-test";

const BUTTON = { name: "Ergänzende Suche starten" };

async function fillSearch(page: Page, query: string, region: string): Promise<void> {
  await page.goto("/suche");
  await page.getByLabel("Was?").fill(query);
  await page.getByLabel("Wo?").fill(region);
  await page.getByLabel("Wie viele?").fill("30");
  await page.getByLabel("Was zählt?").selectOption("alle Firmen");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
}

/** The web searches that belong to the search a page shows. */
async function supplementsOf(app: TestApp, page: Page): Promise<string[]> {
  const id = new URL(page.url()).searchParams.get("job");
  return (await webSearches(app)).filter(({ parentId }) => parentId === id).map((job) => job.id);
}

async function webSearches(app: TestApp): Promise<{ id: string; parentId: string | null }[]> {
  const response = await fetch(`${app.server.url}/api/jobs?type=serp&pageSize=200`);
  const { jobs } = z
    .object({ jobs: z.array(z.object({ id: z.string(), parentId: z.string().nullable() })) })
    .parse(await response.json());
  return jobs;
}

/** The addresses that a page sends forms to from now on. */
function watchForms(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  return sent;
}

test("goes on by itself where a search found too few, with a script and without", async ({
  app,
  page,
}) => {
  await fillSearch(page, "Stadtwerke", "Saarland");
  const note = page.getByText(/^Ergänzende Suche: „.+“ \(vom Sprachmodell vorgeschlagen\)$/);
  await expect(note).toBeVisible({ timeout: 20_000 });
  await expect(note).not.toContainText("„Stadtwerke“");
  await expect(page.getByRole("status").filter({ hasText: /^Fertig/ })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByText("Details", { exact: true }).click();
  const parts = page.getByRole("list", { name: "Was dazugehört" });
  await expect(parts.getByText(/^fertig · /)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", BUTTON)).toHaveCount(0);
  expect(await supplementsOf(app, page)).toHaveLength(1);
  await page.reload();
  await expect(note).toBeVisible();
  expect(await supplementsOf(app, page)).toHaveLength(1);
});

test("leaves a search of a program to its button", { tag: "@js" }, async ({ app, page, alive }) => {
  const search = { query: "Tischlerei", region: "Saarland", count: 30 };
  const id = await startSearch(app.server.url, search);
  await waitForJob(app.server.url, id);
  const sent = watchForms(page);
  await page.goto(`/suche?job=${id}`);
  await expect(page.getByRole("button", BUTTON)).toBeVisible();
  await alive();
  expect(sent).toEqual([]);
  await page.getByRole("button", BUTTON).click();
  await expect(page.getByText(/^Ergänzende Suche: „/)).toBeVisible();
  expect(await supplementsOf(app, page)).toHaveLength(1);
});
