import { expect, type Page } from "@playwright/test";
import { setFault } from "./api-client";
import type { TestApp } from "./app-server";

/** Starts searches at once from what the language model suggests. */
export async function startQueue(
  app: TestApp,
  page: Page,
  trades: readonly string[],
): Promise<void> {
  const queries = trades.map((query) => ({ query, region: "Saarland" }));
  const message = { content: JSON.stringify({ queries }), refusal: null };
  await setFault(app.providers.origin, {
    provider: "openai",
    times: 1,
    fault: { body: { choices: [{ message, finish_reason: "stop" }] } },
  });
  await page.goto("/suche?art=ki&modus=industrie");
  await page.getByLabel("Beschreiben, wen das Team sucht").fill(trades.join(" und "));
  await page.getByRole("button", { name: "Vorschläge holen" }).click();
  await page.getByLabel("Was zählt?").selectOption("alle Firmen");
  await page.getByRole("button", { name: /Suchen starten$/ }).click();
  await expect(page).toHaveURL(/\/suche\?reihe=/);
}
