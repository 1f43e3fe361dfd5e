import type { Page } from "@playwright/test";
import { z } from "zod";
import { expectGoodLook } from "../support/accessibility";
import { listLeads, patchLead, searchOnce, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Hessen", count: 60 }),
);

/** The browser notes each answer with such a status; nothing else may have been complained about. */
function expectNoted(complaints: string[], status: number): void {
  for (const complaint of complaints.splice(0)) expect(complaint).toContain(String(status));
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("opens beside the list from 1280 px, and as a page of its own below", async ({
  page,
  app,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=companyName&pageSize=1");
  const name = lead?.companyName ?? lead?.domain ?? "";
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/leadspeicher?sort=companyName");
  await page.locator('[data-key="open"]').first().click();
  await expect(page).toHaveURL(`/leadspeicher/${lead?.id}?sort=companyName`);
  await expect(title(page)).toHaveText(name);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await expect(page.locator("tr[aria-current]")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Quellen" })).toBeVisible();
  await expect(page.getByText("Gefunden und gespeichert")).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(page.locator("tr[data-row]").first()).toBeHidden();
  await page.getByRole("link", { name: "Panel schließen und zur Liste" }).click();
  await expect(page).toHaveURL("/leadspeicher?sort=companyName");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
});

test("walks to the next and the previous lead, also over the end of a page", {
  tag: "@js",
}, async ({ page, app }) => {
  const query = "sort=domain&dir=desc&pageSize=25&hasPhone=true";
  const leads = await listLeads(app.server.url, `${query.replace("25", "200")}`);
  expect(leads.length).toBeGreaterThan(26);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher/${leads[24]?.id}?${query}`);
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${leads[25]?.id}\\?.*page=2`));
  // The address changes before the page does; until then the button still belongs to the lead before.
  await expect(page.locator(`tr[data-row="${leads[25]?.id}"][aria-current]`)).toHaveCount(1);
  await page.getByRole("link", { name: "Voriger Lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${leads[24]?.id}\\?`));
  await page.goto(`/leadspeicher/${leads[0]?.id}?${query}`);
  await expect(page.getByRole("link", { name: "Nächster Lead" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Voriger Lead" })).toHaveCount(0);
});

test("keeps notes, tags and details, with what happened in the timeline", async ({ page, app }) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&pageSize=1");
  await page.goto(`/leadspeicher/${lead?.id}`);
  await page.getByRole("textbox", { name: "Notizen" }).fill("Rückruf am Dienstag\nFrau Groß");
  await page.getByRole("button", { name: "Notizen speichern" }).click();
  await expect(page.getByText(/^Notizen: (.* → )?Rückruf am Dienstag/).first()).toBeVisible();
  await page.getByRole("textbox", { name: "Weiterer Tag" }).fill("Messe 2026");
  await page.getByRole("button", { name: "Hinzufügen" }).click();
  await expect(page.getByText("Tags: + Messe 2026")).toBeVisible();
  await page.getByText("Angaben", { exact: true }).click();
  await page.getByRole("combobox", { name: "Bewertung" }).selectOption("4");
  await page.getByRole("textbox", { name: "Begründung" }).fill("Neue Halle, sucht Anbieter");
  await page.getByRole("textbox", { name: "Firmentyp", exact: true }).fill("Stadtwerk");
  await page.getByRole("button", { name: "Angaben speichern" }).click();
  await expect(page.getByText(/^Firmentyp: (.* → )?Stadtwerk$/).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole("textbox", { name: "Notizen" })).toHaveValue(
    "Rückruf am Dienstag\nFrau Groß",
  );
  await expect(page.getByText("4 von 5").first()).toBeAttached();
  await page.getByRole("button", { name: "Tag Messe 2026 entfernen" }).click();
  await expect(page.getByText("Tags: − Messe 2026")).toBeVisible();
  await page.getByRole("textbox", { name: "Notizen" }).fill("");
  await page.getByRole("button", { name: "Notizen speichern" }).click();
  await expect(page.getByText(/^Notizen geleert/)).toBeVisible();
});

test("says where a value comes from, and takes over one that was also found", {
  tag: "@js",
}, async ({ page, app }) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&hasPhone=true&pageSize=1");
  const form = new FormData();
  const list = `Firma;Domain;Telefon\nAndere GmbH;${lead?.domain};040 33445566`;
  form.set("file", new File([list], "Messe.csv"));
  const answer = await fetch(`${app.server.url}/api/leads/import`, { method: "POST", body: form });
  const { jobId } = z.object({ jobId: z.string() }).parse(await answer.json());
  await waitForJob(app.server.url, jobId);
  await page.goto(`/leadspeicher/${lead?.id}?q=nichtda`);
  const evidence = page.getByRole("group").filter({ hasText: "Herkunft der Angaben" });
  await evidence.getByText("Herkunft der Angaben").click();
  await expect(evidence).toContainText("Karten (Google Places)");
  await expect(evidence).toContainText(/auch gefunden: 040\s33445566/);
  await expectGoodLook(page);
  await evidence.getByRole("button", { name: "Firma „Andere GmbH“ übernehmen" }).click();
  await expect(title(page)).toHaveText("Andere GmbH");
  await expect(evidence).toContainText(/Andere GmbH\s– von .+, \d\d\.\d\d\.2\d{3}/);
  await expect(evidence).toContainText(`auch gefunden: ${lead?.companyName}`);
});

test("shows what somebody else wrote meanwhile, and lets the person decide", async ({
  page,
  app,
  complaints,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&dir=desc&pageSize=1");
  const id = lead?.id ?? "";
  await page.goto(`/leadspeicher/${id}?q=nichtda`);
  await patchLead(app.server.url, id, { notes: "Von nebenan", salesScore: 2 });
  await page.getByRole("textbox", { name: "Notizen" }).fill("Von mir");
  await page.getByRole("button", { name: "Notizen speichern" }).click();
  const conflict = page.getByRole("alert");
  await expect(conflict).toContainText("Ihre Fassung ist noch nicht gespeichert");
  await expect(conflict).toContainText("Von nebenan");
  await expect(page.getByRole("textbox", { name: "Notizen" })).toHaveValue("Von mir");
  await page.getByRole("button", { name: "Meine Fassung speichern" }).click();
  await expect(page.getByText("Notizen: Von nebenan → Von mir")).toBeVisible();
  await expect(conflict).toHaveCount(0);

  await page.getByText("Angaben", { exact: true }).click();
  await patchLead(app.server.url, id, { salesScore: 3, notes: "Ganz neu" });
  await page.getByRole("combobox", { name: "Bewertung" }).selectOption("5");
  await page.getByLabel("Angebotspaket").fill("Basis");
  await page.getByRole("button", { name: "Angaben speichern" }).click();
  await expect(conflict).toContainText("Bewertung: 3");
  await conflict.getByRole("link", { name: "Gespeicherte behalten" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Notizen" })).toHaveValue("Ganz neu");
  expectNoted(complaints, 409);
});

test("does not mind that another field was changed meanwhile", { tag: "@no-js" }, async ({
  page,
  app,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=companyName&dir=desc&pageSize=1");
  const id = lead?.id ?? "";
  await page.goto(`/leadspeicher/${id}?q=nichtda`);
  await patchLead(app.server.url, id, { offerPackage: "Umsicht" });
  await page.getByRole("textbox", { name: "Notizen" }).fill("Beides gilt");
  await page.getByRole("button", { name: "Notizen speichern" }).click();
  await expect(page.getByText(/^Notizen: (.* → )?Beides gilt$/).first()).toBeVisible();
  await expect(page.getByText(/^Angebotspaket: (.* → )?Umsicht$/).first()).toBeVisible();
});

test("deletes the lead, leads back to the list, and brings it back", async ({ page, app }) => {
  const [lead] = await listLeads(app.server.url, "sort=city&pageSize=1");
  await page.goto(`/leadspeicher/${lead?.id}?sort=city`);
  await page.getByRole("button", { name: "Lead löschen" }).click();
  await expect(page).toHaveURL("/leadspeicher?sort=city");
  await expect(page.getByText("1 Lead in den Papierkorb gelegt.")).toBeVisible();
  expect((await fetch(`${app.server.url}/api/leads/${lead?.id}`)).status).toBe(404);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("1 Lead wiederhergestellt.")).toBeVisible();
  expect((await fetch(`${app.server.url}/api/leads/${lead?.id}`)).status).toBe(200);
});

test("leads to the list when the open lead is among those deleted", { tag: "@js" }, async ({
  page,
  app,
  alive,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=companyName&hasPhone=true&pageSize=1");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher/${lead?.id}?sort=companyName&hasPhone=true`);
  await alive();
  await page.locator("tr[aria-current]").getByRole("checkbox").check();
  await page
    .getByRole("group", { name: "Auswahl" })
    .getByRole("button", { name: "Löschen" })
    .click();
  await expect(page).toHaveURL("/leadspeicher?sort=companyName&hasPhone=true");
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("1 Lead wiederhergestellt.")).toBeVisible();
  await expect(page).toHaveURL("/leadspeicher?sort=companyName&hasPhone=true");
});

test("asks before a text that is not saved is left", { tag: "@js" }, async ({ page, app }) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&pageSize=1");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher/${lead?.id}?sort=domain`);
  const notes = page.getByRole("textbox", { name: "Notizen" });
  await notes.fill("Halb geschrieben");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(notes).toHaveValue("Halb geschrieben");
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${lead?.id}`));

  // Somebody else writes, and this page loads the lead anew: the text stays, and saving shows the other one.
  await patchLead(app.server.url, lead?.id ?? "", { notes: "Von nebenan" });
  await page.locator('tr[aria-current] button[data-key="f"]').click();
  await expect(page.getByText("Von nebenan").first()).toBeAttached();
  await expect(notes).toHaveValue("Halb geschrieben");
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/leadspeicher/${lead?.id}`));
});

test("opens, walks and closes without the list being read anew, as do a row's buttons", {
  tag: "@js",
}, async ({ page, alive }) => {
  const numbers = page.getByRole("region", { name: "Der Leadspeicher in Zahlen" });
  const favorites = numbers.getByRole("link", { name: /Favoriten/ });
  const count = async () => Number(/\d+/.exec((await favorites.textContent()) ?? "")?.[0]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/leadspeicher?sort=city");
  await alive();
  const read: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isData = request.method() === "GET" && pathname.endsWith(".data");
    if (isData) read.push(searchParams.get("_routes") ?? "all");
  });
  const row = page.locator("tr[data-row]").nth(2);
  const favorite = row.locator('button[data-key="f"]');
  const before = await count();
  const change = (await favorite.getAttribute("aria-pressed")) === "true" ? -1 : 1;
  await favorite.click();
  await expect.poll(count).toBe(before + change);
  await row.locator('[data-key="open"]').click();
  await expect(page.getByRole("button", { name: "Favorit", exact: true })).toHaveAttribute(
    "aria-pressed",
    String(change === 1),
  );
  await page.getByRole("button", { name: "Favorit", exact: true }).click();
  await expect.poll(count).toBe(before);
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page.locator("tr[data-row]").nth(3)).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Panel schließen und zur Liste" }).click();
  await expect(page.locator("main[data-panel]")).toHaveCount(0);
  await expect(favorite).toHaveAttribute("aria-pressed", String(change !== 1));
  expect(read.filter((routes) => !routes.includes("$leadId"))).toEqual([]);
  expect(read.join()).not.toMatch(/leadspeicher(,|$)/);
});
