import { expect, test } from "../support/browser-test";
import {
  answerWith,
  askForDraft,
  DRAFT,
  draftSection,
  openLead,
  prepareLeads,
} from "../support/drafts";

test.beforeEach(async ({ app }) => prepareLeads(app));

test("copies what stands in the fields", async ({ page, app, context }) => {
  await answerWith(app);
  await openLead(page, app);
  await askForDraft(page);
  const copy = draftSection(page).getByRole("button", { name: "Text kopieren" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await draftSection(page).getByLabel("Text", { exact: true }).fill("Von mir geändert");
  await copy.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Von mir geändert");
});

test("can be left while the model is slow", async ({ page, app }) => {
  await answerWith(app, DRAFT, 3_000);
  await openLead(page, app);
  await askForDraft(page);
  await expect(draftSection(page).getByRole("button", { name: "Schreibt …" })).toBeDisabled();
  await page.getByRole("link", { name: "Panel schließen und zur Liste" }).click();
  await expect(page).toHaveURL("/leadspeicher");
  await page.goBack();
  await expect(draftSection(page).getByLabel("Betreff", { exact: true })).toHaveCount(0);
});
