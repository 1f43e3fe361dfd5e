import { expectGoodLook } from "../support/accessibility";
import { NO_KEYS, startTestApp, type TestApp } from "../support/app-server";
import { test as base, expect } from "../support/browser-test";

/** The product as somebody starts it who has no account anywhere. */
const test = base.extend<object, { app: TestApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const app = await startTestApp(0, NO_KEYS);
      await use(app);
      await app.stop();
    },
    { scope: "worker" },
  ],
});

test("finds companies without any key, asks which place is meant, and names its source", async ({
  page,
  complaints,
}) => {
  await page.goto("/suche");
  await page.getByLabel("Was?").fill("Dachdecker");
  await page.getByLabel("Wo?").fill("Neustadt");
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page.getByText("„Neustadt“ gibt es mehrmals.")).toBeVisible();
  await expect(page.getByLabel("Was?")).toHaveValue("Dachdecker");
  await expectGoodLook(page);
  // The browser notes the refusal.
  complaints.length = 0;
  await page.getByLabel("Wo?").selectOption("Neustadt am Rübenberge, Niedersachsen");
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page).toHaveURL(/\/suche\?job=/);

  await page.goto("/pipelines/karten");
  await expect(page.getByLabel("Quelle")).toHaveCount(0);
  await page.getByLabel("Was?").fill("Dachdecker");
  await page.getByLabel("Wo?").fill("Hessen");
  await page.getByRole("button", { name: "Suche starten" }).click();
  await expect(page.getByRole("link", { name: "© OpenStreetMap-Mitwirkende" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "OpenStreetMap" }).first()).toBeVisible();
  await expectGoodLook(page);
  await page.goto("/leadspeicher");
  await expect(page.getByRole("link", { name: "© OpenStreetMap-Mitwirkende" })).toBeVisible();
});
