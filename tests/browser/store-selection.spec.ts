import type { Page } from "@playwright/test";
import { listLeads, searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Sachsen", count: 60 }),
);

/** The leads of these tests alone: the other files of a worker work in the same store. */
const SEARCH = "term=Stadtwerke&federalState=Sachsen";

const rows = (page: Page) => page.locator("tr[data-row]");
const bar = (page: Page) => page.getByRole("group", { name: "Auswahl" });
const message = (page: Page) => page.getByRole("status", { name: "Meldung" });

async function nameOf(page: Page, index: number): Promise<string> {
  return (await rows(page).nth(index).locator('[data-key="open"]').textContent()) ?? "";
}

test("marks a lead as favourite, contacted and approved from its row, and takes it back", async ({
  page,
}) => {
  await page.goto(`/leadspeicher?${SEARCH}&sort=companyName`);
  const name = await nameOf(page, 3);
  for (const button of [`Favorit: ${name}`, `Kontaktiert: ${name}`, `Freigeben: ${name}`]) {
    await page.getByRole("button", { name: button, exact: true }).click();
  }
  const isOn = (button: string) =>
    expect(page.getByRole("button", { name: button, exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  await isOn(`Favorit: ${name}`);
  await isOn(`Kontaktiert: ${name}`);
  await isOn(`Freigegeben: ${name}`);
  await expect(page).toHaveURL(`/leadspeicher?${SEARCH}&sort=companyName`);

  const row = rows(page).filter({ hasText: name });
  await page.goto("/leadspeicher?favorite=true&contacted=true&approvedOnly=true");
  await page.getByRole("button", { name: `Freigegeben: ${name}`, exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.goto("/leadspeicher?favorite=true&contacted=true");
  await page.getByRole("button", { name: `Favorit: ${name}`, exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.goto("/leadspeicher?contacted=true");
  await page.getByRole("button", { name: `Kontaktiert: ${name}`, exact: true }).click();
  await expect(row).toHaveCount(0);
});

test("acts on the ticked rows, and keeps their tag for filtering", async ({ page }) => {
  await page.goto("/leadspeicher?sort=companyName&pageSize=25");
  await expect(bar(page)).toBeHidden();
  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(2).getByRole("checkbox").check();
  await expect(bar(page)).toBeVisible();
  await bar(page).getByText("Tag", { exact: true }).first().click();
  await bar(page).getByRole("combobox", { name: "Tag" }).fill("  Messe  ");
  await bar(page).getByRole("button", { name: "Hinzufügen" }).click();
  await expect(message(page)).toContainText("2 Leads den Tag „Messe“ gegeben.");
  await expect(page).toHaveURL(/sort=companyName&pageSize=25$/);
  await page.goto("/leadspeicher?tag=messe");
  await expect(rows(page)).toHaveCount(2);

  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(1).getByRole("checkbox").check();
  await bar(page).getByText("Tag", { exact: true }).first().click();
  await bar(page).getByRole("combobox", { name: "Tag" }).fill("messe");
  await bar(page).getByRole("button", { name: "Entfernen" }).click();
  await expect(message(page)).toContainText("Tag „messe“ von 2 Leads entfernt.");
});

test("deletes, says so, and brings everything back from the message", { tag: "@js" }, async ({
  page,
}) => {
  await page.goto(`/leadspeicher?${SEARCH}&sort=companyName&pageSize=200`);
  const names = [await nameOf(page, 0), await nameOf(page, 1)];
  const count = await rows(page).count();
  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(1).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Löschen" }).click();
  await expect(message(page)).toContainText("2 Leads in den Papierkorb gelegt.");
  await expect(rows(page)).toHaveCount(count - 2);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("2 Leads wiederhergestellt.")).toBeVisible();
  await page.goto(`/leadspeicher?${SEARCH}&sort=companyName&pageSize=200`);
  await expect(rows(page)).toHaveCount(count);
  expect([await nameOf(page, 0), await nameOf(page, 1)]).toEqual(names);
});

test("keeps deleted leads in the Papierkorb, from which one is restored, another blocked, and erased after a question", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto("/leadspeicher?sort=companyName&dir=desc");
  const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)];
  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(1).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Löschen" }).click();
  await page.getByRole("link", { name: "Papierkorb" }).click();
  const entry = (name: string) => page.getByRole("row").filter({ hasText: name });
  await entry(first).getByRole("button", { name: "Wiederherstellen" }).click();
  await expect(message(page)).toContainText("1 Lead wiederhergestellt.");
  await entry(second).getByRole("button", { name: "Sperren" }).click();
  await expect(message(page)).toContainText("nie wieder gespeichert");
  await expect(entry(second).getByRole("button", { name: "Wiederherstellen" })).toBeDisabled();

  await page.getByRole("link", { name: "Sperrliste" }).click();
  await page.getByRole("button", { name: "Sperre aufheben" }).first().click();
  await expect(message(page)).toContainText("ist nicht mehr gesperrt.");
  await page.goto("/leadspeicher/papierkorb");
  await entry(second).getByRole("link", { name: "Endgültig löschen" }).click();
  await entry(second).getByRole("link", { name: "Abbrechen" }).click();
  await entry(second).getByRole("link", { name: "Endgültig löschen" }).click();
  await entry(second).getByRole("button", { name: "Endgültig löschen" }).click();
  await expect(message(page)).toContainText("1 Lead endgültig gelöscht.");
  await expect(entry(second)).toHaveCount(0);
});

test("asks before it acts on all hits, and does nothing when their number has changed", async ({
  page,
  app,
}) => {
  await page.goto(`/leadspeicher?${SEARCH}&pageSize=25`);
  await rows(page).nth(0).getByRole("checkbox").check();
  await bar(page)
    .getByRole("link", { name: /^Alle \d+ Treffer auswählen$/ })
    .click();
  await expect(bar(page)).toContainText(/Alle \d+ Treffer ausgewählt/);
  await bar(page).getByRole("button", { name: "Favorit" }).click();
  const question = page.getByRole("heading", { level: 1 });
  await expect(question).toHaveText(/^\d+ Leads zu Favoriten machen\?$/);
  const count = Number(/\d+/.exec((await question.textContent()) ?? "")?.[0]);
  expect(count).toBeGreaterThan(25);

  // Meanwhile somebody else deletes one of them.
  const [lead] = await listLeads(app.server.url, `${SEARCH}&pageSize=1`);
  await fetch(`${app.server.url}/api/leads/${lead?.id}`, { method: "DELETE" });
  await page.getByRole("button", { name: /zu Favoriten machen/ }).click();
  await expect(message(page)).toContainText(
    `Der Filter trifft jetzt ${count - 1} Leads, nicht ${count} Leads. Nichts wurde geändert.`,
  );
  await page.goto(`/leadspeicher?${SEARCH}&favorite=true`);
  await expect(page.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();

  await page.goto(`/leadspeicher?${SEARCH}&auswahl=alle`);
  await bar(page).getByRole("button", { name: "Favorit" }).click();
  await page.getByRole("button", { name: /zu Favoriten machen/ }).click();
  await expect(message(page)).toContainText(`${count - 1} Leads zu Favoriten gemacht.`);
  await page.goto(`/leadspeicher?${SEARCH}&favorite=true&auswahl=alle`);
  await bar(page).getByText("Mehr", { exact: true }).click();
  await bar(page).getByRole("button", { name: "Aus den Favoriten nehmen" }).click();
  await page.getByRole("button", { name: /aus den Favoriten nehmen/ }).click();
  await expect(message(page)).toContainText(`${count - 1} Leads aus den Favoriten genommen.`);
});

test("hands the ticked rows on as Excel", { tag: "@js" }, async ({ page }) => {
  await page.goto("/leadspeicher");
  await rows(page).nth(1).getByRole("checkbox").check();
  const download = page.waitForEvent("download");
  await bar(page).getByRole("button", { name: "Exportieren" }).click();
  expect((await download).suggestedFilename()).toMatch(/^leads-auswahl-\d{4}-\d{2}-\d{2}\.xlsx$/);
});

test("enriches all leads of a filter", { tag: "@js" }, async ({ page }) => {
  await page.goto("/leadspeicher?hasEmail=false&auswahl=alle");
  await bar(page).getByText("Mehr", { exact: true }).click();
  await bar(page).getByRole("button", { name: "Anreichern (E-Mail, Website)" }).click();
  await page.getByRole("button", { name: /anreichern$/ }).click();
  await expect(message(page)).toContainText("Anreicherung für");
});

test("ticks a range with the shift key, and the whole page at once", { tag: "@js" }, async ({
  page,
}) => {
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
