import type { Page } from "@playwright/test";
import { listLeads, patchLead, searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

const SEARCH = { query: "Stadtwerke", region: "Sachsen", count: 30 };

test.beforeEach(({ app }) => searchOnce(app.server.url, SEARCH));

function tab(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Ansichten" }).getByRole("link", { name });
}

const menu = (page: Page, label = /^Ansicht$/) =>
  page.getByRole("navigation", { name: "Ansichten" }).locator("summary", { hasText: label });

async function saveView(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await page.getByLabel("Liste als Ansicht speichern").fill(name);
  await page
    .getByRole("navigation", { name: "Ansichten" })
    .getByRole("button", { name: "Speichern" })
    .click();
  await expect(page.getByText(`Ansicht „${name}“ gespeichert.`)).toBeVisible();
}

test(
  "has views as tabs with the number of their leads, and keeps one's own",
  { tag: "@no-js" },
  async ({ page }, { project }) => {
    const name = `Mit Telefon ${project.name}`;
    await page.goto("/leadspeicher?sort=city");
    const open = tab(page, "Nicht kontaktiert");
    await expect(tab(page, "Alle")).toHaveAttribute("aria-current", "true");
    const count = (await open.textContent())?.replace("Nicht kontaktiert", "");
    await open.click();
    await expect(page).toHaveURL(/\/leadspeicher\?contacted=false$/);
    await expect(open).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("status").first()).toContainText(`${count} Leads`);
    await expect(page).toHaveTitle("Nicht kontaktiert – Leadspeicher");

    await page.goto("/leadspeicher?hasPhone=true&sort=companyName&dir=desc&pageSize=25");
    await saveView(page, name);
    await expect(page).toHaveURL(/hasPhone=true&sort=companyName&dir=desc&pageSize=25$/);
    await expect(tab(page, name)).toHaveAttribute("aria-current", "true");
    await page.goto("/leadspeicher?sort=city");
    await tab(page, name).click();
    await expect(page).toHaveURL(/hasPhone=true/);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      hasPhone: "true",
      sort: "companyName",
      dir: "desc",
      pageSize: "25",
    });

    await menu(page).click();
    await page.getByLabel("Liste als Ansicht speichern").fill(`${name} neu`);
    await page.getByRole("button", { name: "Umbenennen" }).click();
    await expect(page.getByText(`Die Ansicht heißt jetzt „${name} neu“.`)).toBeVisible();
    await menu(page).click();
    await page
      .getByRole("navigation", { name: "Ansichten" })
      .getByRole("button", { name: "Löschen" })
      .click();
    await expect(page.getByText(`Ansicht „${name} neu“ gelöscht.`)).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/leadspeicher?sort=city");
    await menu(page, /^Alle \d/).click();
    await open.click();
    await expect(menu(page, /^Nicht kontaktiert \d/)).toBeVisible();
  },
);

test("walks through what is due, the oldest first, with its day and last note", {
  tag: "@js",
}, async ({ page, app, alive }) => {
  const query = "term=Stadtwerke&federalState=Sachsen";
  const [later, sooner, third] = await listLeads(app.server.url, `${query}&sort=domain&pageSize=3`);
  const days = [
    [later, "2026-10-02", "Anruf: nicht erreicht"],
    [sooner, "2026-10-01", "Rückruf\nam Montag"],
    [third, "2026-10-03", null],
  ] as const;
  const patch = (id = "", values: object) => patchLead(app.server.url, id, values);
  for (const [lead, followUpAt, notes] of days) await patch(lead?.id, { followUpAt, notes });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher?followUpDue=true&${query}`);
  await alive();
  const rows = page.locator("tr[data-row]");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("Rückruf am Montag");
  await expect(rows.nth(0)).toContainText("Wiedervorlage fällig am 01.10.");
  await expect(rows.nth(1)).toContainText("Anruf: nicht erreicht");
  await rows.nth(1).locator('[data-key="open"]').click();
  await page.getByRole("button", { name: "in 30 Tagen" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${third?.id}`));
  await page.getByRole("link", { name: "Voriger Lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${sooner?.id}`));
  for (const [lead] of days) await patch(lead?.id, { followUpAt: null, notes: null });
});
