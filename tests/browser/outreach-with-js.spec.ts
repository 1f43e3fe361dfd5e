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

test("asks before an edited draft is left, until the mail program has it", async ({
  page,
  app,
}) => {
  await answerWith(app);
  await openLead(page, app);
  await askForDraft(page);
  const text = draftSection(page).getByLabel("Text", { exact: true });
  await expect(text).toHaveValue(DRAFT);
  await text.fill("Von mir geändert");
  let question = "";
  page.once("dialog", async (dialog) => {
    question = dialog.message();
    await dialog.dismiss();
  });
  const close = page.getByRole("link", { name: "Panel schließen und zur Liste" });
  await close.click();
  await expect.poll(() => question).toContain("noch nicht gespeichert");
  await expect(text).toHaveValue("Von mir geändert");

  // Saving the notes saves no draft.
  await page.getByRole("textbox", { name: "Notizen" }).fill("Kurz angerufen");
  await page.getByRole("button", { name: "Notizen speichern" }).click();
  await expect(page.getByText("Noch nicht gespeichert", { exact: true })).toHaveCount(0);
  await expect(text).toHaveValue("Von mir geändert");
  question = "";
  page.once("dialog", async (dialog) => {
    question = dialog.message();
    await dialog.dismiss();
  });
  await close.click();
  await expect.poll(() => question).toContain("noch nicht gespeichert");

  await draftSection(page).getByRole("link", { name: "Im Mailprogramm öffnen" }).click();
  await close.click();
  await expect(page).toHaveURL("/leadspeicher");
});

test("says that the lead is gone, and keeps what was typed", async ({ page, app, complaints }) => {
  await answerWith(app);
  const lead = await openLead(page, app);
  await askForDraft(page);
  const text = draftSection(page).getByLabel("Text", { exact: true });
  await expect(text).toHaveValue(DRAFT);
  await text.fill("Von mir geändert");
  await draftSection(page).getByLabel("Was vorkommen soll").fill("Bitte kurz");
  await fetch(`${app.server.url}/api/leads/${lead.id}`, { method: "DELETE" });
  await askForDraft(page);
  await expect(draftSection(page).getByRole("alert")).toContainText("Diesen Lead gibt es nicht");
  await expect(text).toHaveValue("Von mir geändert");
  await expect(draftSection(page).getByLabel("Was vorkommen soll")).toHaveValue("Bitte kurz");
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("404");
});
