import type { Page } from "@playwright/test";
import { listLeads, patchLead, startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(async ({ app }) => {
  const id = await startSearch(app.server.url, {
    query: "Stadtwerke",
    region: "Sachsen",
    count: 60,
  });
  await waitForJob(app.server.url, id);
});

const rows = (page: Page) => page.locator("tr[data-row]");
const bar = (page: Page) => page.getByRole("group", { name: "Auswahl" });

test("ticks a range with the shift key, and the whole page at once", async ({ page }) => {
  await page.goto("/leadspeicher?pageSize=25");
  await rows(page).nth(1).getByRole("checkbox").click();
  await rows(page)
    .nth(5)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("5 ausgewählt");
  await rows(page)
    .nth(3)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("2 ausgewählt");
  await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).check();
  await expect(bar(page)).toContainText("25 ausgewählt");
  await bar(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await expect(bar(page)).toBeHidden();
});

test("asks before a text that is not saved is left", async ({ page, app }) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&pageSize=1");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher/${lead?.id}?sort=domain`);
  const notes = page.getByRole("textbox", { name: "Notizen" });
  await notes.fill("Halb geschrieben");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(notes).toHaveValue("Halb geschrieben");
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${lead?.id}`));

  // Somebody else writes, and this page loads the list anew: the text stays, and saving shows the other one.
  await patchLead(app.server.url, lead?.id ?? "", { notes: "Von nebenan" });
  await page.locator('button[data-key="f"]').nth(4).click();
  await expect(page.getByText("Von nebenan").first()).toBeAttached();
  await expect(notes).toHaveValue("Halb geschrieben");
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/leadspeicher/${lead?.id}`));
});
