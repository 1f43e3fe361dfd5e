import type { Page } from "@playwright/test";
import { z } from "zod";
import { expectGoodLook } from "../support/accessibility";
import { holdProvider, listLeads, patchLead, searchOnce, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";
import { unfold } from "../support/unfold";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Hessen", count: 60 }),
);

/** The browser notes each answer with such a status; nothing else may have been complained about. */
function expectNoted(complaints: string[], status: number): void {
  for (const complaint of complaints.splice(0)) expect(complaint).toContain(String(status));
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("opens beside the list from 1280 px, and as a page of its own below", { tag: "@js" }, async ({
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
  await unfold(page, "Verlauf");
  await expect(page.getByText("Gefunden und gespeichert")).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(page.locator("tr[data-row]").first()).toBeHidden();
  await page.getByRole("link", { name: "Panel schließen und zur Liste" }).click();
  await expect(page).toHaveURL("/leadspeicher?sort=companyName");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
});

/** Changes a value where it stands; without scripts the page comes back with it as a field. */
async function change(page: Page, name: string, text: string, hasScript = true) {
  await page
    .getByRole("link", { name: `${name} ändern` })
    .first()
    .click();
  const field = page
    .locator(".input")
    .and(page.getByLabel(new RegExp(`^${name}`)))
    .first();
  if (name === "Bewertung") await field.selectOption(text);
  else await field.fill(text);
  if (!hasScript) await page.getByRole("button", { name: `${name} speichern` }).click();
  else if (name !== "Bewertung") await field.press("Enter");
}

async function saveNotes(page: Page, text: string, hasScript = true) {
  const notes = page.getByRole("textbox", { name: "Notizen" });
  await notes.fill(text);
  if (hasScript) await notes.press("Control+Enter");
  else await page.getByRole("button", { name: "Notiz speichern" }).click();
}

test("keeps notes, tags and details, with what happened in the timeline", async ({
  page,
  app,
  alive,
  javaScriptEnabled,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&contacted=false&pageSize=1");
  await page.goto(`/leadspeicher/${lead?.id}`);
  if (javaScriptEnabled) await alive();
  await saveNotes(page, "Rückruf am Dienstag\nFrau Groß", javaScriptEnabled);
  // A page without scripts comes back with its timeline folded.
  await expect(page.getByText(/^Notizen: (.* → )?Rückruf am Dienstag/).first()).toBeAttached();
  await page.getByRole("textbox", { name: "Weiterer Tag" }).fill("Messe 2026");
  await page.getByRole("button", { name: "Hinzufügen" }).click();
  await expect(page.getByText("Tags: + Messe 2026")).toBeAttached();
  await alive();
  for (const [name, text] of [
    ["Bewertung", "4"],
    ["Begründung", "Neue Halle, sucht Anbieter"],
    ["Firmentyp", "Stadtwerk"],
    ["Telefon", "0561 707-12"],
  ] as const) {
    await change(page, name, text, javaScriptEnabled);
    await expect(page.getByText(new RegExp(`^${name}: (.* → )?`)).first()).toBeAttached();
  }
  await expect(page.getByText(/^Firmentyp: (.* → )?Stadtwerk$/).first()).toBeAttached();
  await page.getByRole("combobox", { name: "Zuständig" }).selectOption({ label: "ich" });
  if (!javaScriptEnabled)
    await page.getByRole("button", { name: "Wiedervorlage, Zuständig speichern" }).click();
  await expect(page.getByText(/^Zuständig: /).first()).toBeAttached();
  await expect(page.getByRole("link", { name: /^0561 707-12 anrufen$/ })).toBeVisible();

  await page.reload();
  const note = page.getByRole("listitem").filter({ hasText: "Rückruf am Dienstag" });
  await expect(note.first()).toContainText("admin");
  await expect(page.getByText("4 von 5").first()).toBeAttached();
  await page.getByRole("button", { name: "Tag Messe 2026 entfernen" }).click();
  await expect(page.getByText("Tags: − Messe 2026")).toBeAttached();
  await note.first().getByText("Ändern", { exact: true }).click();
  await note.first().getByRole("button", { name: "Löschen" }).click();
  await expect(page.getByText(/^Notizen geleert \(war: Rückruf/)).toBeAttached();
  await page.getByRole("textbox", { name: "Notizen" }).fill("Ruft zurück");
  await page.getByRole("button", { name: "Anruf", exact: true }).click();
  await expect(
    page.getByRole("button", { name: "Kontaktiert", exact: true, pressed: true }),
  ).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: "Ruft zurück" })
      .getByText(/^Anruf · /),
  ).toBeVisible();
});

test("shows what somebody else wrote meanwhile, and lets the person decide", async ({
  page,
  app,
  alive,
  complaints,
  javaScriptEnabled,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&dir=desc&pageSize=1");
  const id = lead?.id ?? "";
  await page.goto(`/leadspeicher/${id}?q=nichtda`);
  await patchLead(app.server.url, id, { notes: "Von nebenan", salesScore: 2 });
  await saveNotes(page, "Von mir", javaScriptEnabled);
  for (const text of ["Von nebenan", "Von mir"])
    await expect(page.getByRole("listitem").filter({ hasText: text }).first()).toBeVisible();

  if (!javaScriptEnabled) {
    await page.getByRole("link", { name: "Bewertung ändern" }).click();
    await patchLead(app.server.url, id, { salesScore: 3, notes: "Ganz neu" });
    await page.getByRole("combobox", { name: "Bewertung" }).selectOption("5");
    await page.getByRole("button", { name: "Bewertung speichern" }).click();
    await expect(page.getByText("Inzwischen steht hier „3“. Speichern ersetzt es.")).toBeVisible();
    await page.getByRole("button", { name: "Bewertung speichern" }).click();
    await expect(page.getByText("Bewertung: 3 → 5")).toBeAttached();
    return expectNoted(complaints, 409);
  }
  await alive();
  await page.getByRole("link", { name: "Angebotspaket ändern" }).click();
  await patchLead(app.server.url, id, { offerPackage: "Umsicht", notes: "Ganz neu" });
  const field = page.getByRole("textbox", { name: "Angebotspaket" });
  await field.fill("Basis");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/^Inzwischen steht hier „Umsicht“/);
  await expect(field).toHaveValue("Basis");
  await field.press("Escape");
  await expect(page.getByRole("link", { name: "Umsicht Angebotspaket ändern" })).toBeFocused();
  expectNoted(complaints, 409);

  // A number is corrected with one press and Enter. A refused value stays with its sentence; leaving a field saves it.
  await page.getByRole("link", { name: "Telefon ändern" }).first().click();
  const phone = page.getByRole("textbox", { name: "Telefon", exact: true });
  await phone.fill("unbekannt");
  await phone.press("Enter");
  await expect(phone).toHaveAccessibleDescription("Eine Telefonnummer wie 030 1234567.");
  await phone.fill("030 5550123");
  await page.getByRole("textbox", { name: "Notizen" }).focus();
  await expect(page.getByRole("link", { name: "030 5550123 anrufen" })).toBeVisible();
  expectNoted(complaints, 422);
});

test("leaves what is being typed alone when a run of the lead ends", { tag: "@js" }, async ({
  page,
  app,
  alive,
  complaints,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&dir=desc&hasPhone=true&pageSize=1");
  const id = lead?.id ?? "";
  const held = await holdProvider(app.providers.origin, { provider: "websites" });
  await page.goto(`/leadspeicher/${id}?q=nichtda`);
  await alive();
  await page.getByRole("button", { name: /^Website (?:erneut )?lesen$/ }).click();
  await expect(page.getByRole("link", { name: "Wird gelesen …" })).toBeVisible();
  await page.getByRole("textbox", { name: "Notizen" }).fill("Halb geschrieben");
  await page.getByRole("textbox", { name: "Weiterer Tag" }).fill("Messe");
  await unfold(page, "Firma, Domain und weitere Angaben");
  await page.getByRole("link", { name: "Telefon ändern" }).last().click();
  // Of several numbers each has its place, also the next one, which is not there yet.
  await patchLead(app.server.url, id, {
    phone: "030 5550333",
    notes: "Von nebenan",
    tags: ["Neu"],
  });
  await held.release();
  // Some websites answer slowly.
  const reading = page.getByRole("link", { name: "Wird gelesen …" });
  await expect(reading).toHaveCount(0, { timeout: 25_000 });
  await expect(page.getByRole("link", { name: "030 5550333 anrufen" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Von nebenan" }).first()).toBeVisible();
  await page.keyboard.type("030 5550444");
  const field = page.getByRole("textbox", { name: /^Telefon/ });
  await expect(field).toHaveValue("030 5550444");
  await expect(page.getByRole("textbox", { name: "Notizen" })).toHaveValue("Halb geschrieben");
  await expect(page.getByRole("textbox", { name: "Weiterer Tag" })).toHaveValue("Messe");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/^Inzwischen steht hier „030 5550333/);
  await expect(field).toHaveValue("030 5550444");
  expectNoted(complaints, 409);
});

test("makes a lead by hand, and opens one that is known", { tag: "@no-js" }, async ({
  page,
  alive,
}) => {
  const make = async (address: string) => {
    await page.goto("/leadspeicher?sort=city");
    await alive();
    await page.locator("summary", { hasText: /^Lead$/ }).click();
    await page.getByLabel("Domain, Website oder E-Mail").fill(address);
    await page.getByLabel("Firma (optional)").fill("Von Hand GmbH");
    await page.getByRole("button", { name: "Lead anlegen" }).click();
  };
  const domain = `von-hand-${Date.now()}.de`;
  await make(`info@${domain}`);
  await expect(title(page)).toHaveText("Von Hand GmbH");
  await expect(page.getByRole("link", { name: `info@${domain} schreiben` })).toBeVisible();
  await make(`https://www.${domain}/kontakt`);
  await expect(page.getByText(`Den Lead ${domain} gibt es schon.`)).toBeVisible();
  await expect(title(page)).toHaveText("Von Hand GmbH");
  await page.getByRole("button", { name: "Lead löschen" }).click();
  await make(domain);
  await expect(page).toHaveURL(/papierkorb/);
  await expect(page.getByText(`${domain} liegt im Papierkorb`)).toBeVisible();
});

test("keeps a note that was begun until the person returns", { tag: "@js" }, async ({
  page,
  app,
  alive,
}) => {
  const [lead] = await listLeads(app.server.url, "sort=domain&pageSize=1");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher/${lead?.id}?sort=domain`);
  await alive();
  const notes = page.getByRole("textbox", { name: "Notizen" });
  await notes.fill("Halb geschrieben");
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page).not.toHaveURL(new RegExp(`/leadspeicher/${lead?.id}`));
  await expect(notes).toHaveValue("");
  await page.getByRole("link", { name: "Voriger Lead" }).click();
  await expect(notes).toHaveValue("Halb geschrieben");
  await page.reload();
  await expect(notes).toHaveValue("Halb geschrieben");
  await notes.press("Escape");
  await expect(notes).not.toBeFocused();
});

test("opens, walks and closes without the list being read anew, as do a row's buttons", {
  tag: "@js",
}, async ({ page, alive }) => {
  const numbers = page.getByRole("region", { name: "Der Leadspeicher in Zahlen" });
  const favorites = numbers.getByText(/Favorit/);
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

test("counts a lead that leaves the list by the panel once", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  const numbers = page.getByRole("region", { name: "Der Leadspeicher in Zahlen" });
  const contacted = async () =>
    Number(/\d+/.exec((await numbers.getByText(/kontaktiert/).textContent()) ?? "")?.[0]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/leadspeicher?contacted=false&sort=companyName");
  await alive();
  const before = await contacted();
  await page.locator('[data-key="open"]').first().click();
  for (const more of [1, 2]) {
    await expect(page.locator('main[data-panel="open"]')).toBeVisible();
    await page.keyboard.press("c");
    await expect(
      page.locator("section").getByRole("button", { name: "Kontaktiert", exact: true }),
    ).toHaveAttribute("aria-pressed", "true");
    // Both the panel and the list are read anew.
    await page.waitForLoadState("networkidle");
    expect(await contacted()).toBe(before + more);
    await page.locator('tr[data-row] [data-key="open"]').first().click();
    await expect(page.locator("tr[data-row]").first()).toHaveAttribute("aria-current", "true");
  }
  for (const left of [1, 0]) {
    await page.keyboard.press("Control+z");
    await expect.poll(contacted).toBe(before + left);
  }
});

test("says where a value comes from, and takes over one that was also found", {
  tag: "@js",
}, async ({ page, app }) => {
  const [lead] = await listLeads(
    app.server.url,
    "sort=domain&hasPhone=true&sourceType=maps&pageSize=1",
  );
  const form = new FormData();
  const list = `Firma;Domain;Telefon\nAndere GmbH;${lead?.domain};040 33445566`;
  form.set("file", new File([list], "Messe.csv"));
  const answer = await fetch(`${app.server.url}/api/leads/import`, { method: "POST", body: form });
  const { jobId } = z.object({ jobId: z.string() }).parse(await answer.json());
  await waitForJob(app.server.url, jobId);
  await page.goto(`/leadspeicher/${lead?.id}?q=nichtda`);
  const evidence = await unfold(page, "Herkunft der Angaben");
  await expect(evidence).toContainText("Karten (Google Places)");
  await expect(evidence).toContainText(/auch gefunden: 040\s33445566/);
  await expectGoodLook(page);
  await evidence.getByRole("button", { name: "Firma „Andere GmbH“ übernehmen" }).click();
  await expect(title(page)).toHaveText("Andere GmbH");
  await expect(evidence).toContainText(/Andere GmbH\s– von .+, \d\d\.\d\d\.2\d{3}/);
  await expect(evidence).toContainText(`auch gefunden: ${lead?.companyName}`);
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
  await expect(page.getByText("1 Lead aus dem Papierkorb zurückgeholt.")).toBeVisible();
  await expect(page).toHaveURL("/leadspeicher?sort=companyName&hasPhone=true");
});
