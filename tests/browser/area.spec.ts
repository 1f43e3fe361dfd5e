import { expectAccessible, expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";

test("a whole area is counted, then fetched for the price told, and shown on the map", async ({
  page,
  alive,
  javaScriptEnabled,
}) => {
  await page.goto("/suche");
  await alive();
  await page.getByLabel("Was?").fill("Elektriker");
  await page.getByLabel("Wo?").fill("Nordrhein-Westfalen");
  await page.getByLabel("Wie viele?").fill("400");
  await page.getByLabel("Karte").selectOption("Google, ganzes Gebiet (erst zählen)");
  if (javaScriptEnabled) await expect(page.getByText("Zählen ist bei Google frei.")).toBeVisible();
  await page.getByLabel("E-Mails suchen").uncheck();
  await page.getByRole("button", { name: "Suchen" }).click();
  const fetching = page.getByRole("button", { name: /^\d+ neue Firmen holen, etwa 0,\d\d €$/ });
  await expect(fetching).toBeVisible();
  await expect(page.getByText(/Firmen gezählt · 0 bekannt · \d+ neu/)).toBeVisible();
  if (javaScriptEnabled) await expectGoodLook(page);
  await expectAccessible(page);
  await fetching.click();
  await expect(page.getByText(/^Fertig · .* neu · /)).toBeVisible();
  await expect(fetching).toBeHidden();
  await page.getByRole("link", { name: /neuen? ansehen/ }).click();
  await page.getByRole("link", { name: "Karte" }).click();
  await expect(page.getByText("Felder sind bei Google ganz gezählt.")).toBeVisible();
});
