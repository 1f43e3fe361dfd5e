import type { Page } from "@playwright/test";
import { z } from "zod";
import { expectGoodLook } from "../support/accessibility";
import { listLeads, patchLead, postJson, searchOnce, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";
import { unfold } from "../support/unfold";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Hessen", count: 60 }),
);

function sentForms(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (one) => one.method() === "POST" && sent.push(one.postData() ?? ""));
  return sent;
}

/** Reads the websites of a few leads, so that their Impressum is known. */
async function readLeads(url: string, query: string) {
  const ids = (await listLeads(url, query)).map(({ id }) => id);
  const answer = await postJson(`${url}/api/enrich-leads`, { ids });
  const { jobId } = z.object({ jobId: z.string() }).parse(await answer.json());
  await waitForJob(url, jobId);
  return (await listLeads(url, query)).filter(({ imprint }) => imprint?.management.length);
}

test("is made for calling: phone, person and the question what became of the call", async ({
  page,
  app,
  alive,
  complaints,
  javaScriptEnabled,
}) => {
  const query = `sort=domain&dir=${javaScriptEnabled ? "asc" : "desc"}&hasPhone=true&without=contactName&pageSize=8`;
  const [lead] = await readLeads(app.server.url, query);
  const [manager = ""] = lead?.imprint?.management ?? [];
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/leadspeicher/${lead?.id}?q=nichtda`);
  await alive();
  const card = page.getByRole("region", { name: "Kontakt", exact: true });
  const call = card.getByRole("link", { name: / anrufen$/ }).first();
  const box = await call.boundingBox();
  expect(box?.y).toBeLessThan(200);
  expect(box?.height).toBeGreaterThanOrEqual(40);
  const bottom = await card.boundingBox();
  expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThan(400);
  await card.getByRole("button", { name: `${manager} als Person übernehmen` }).click();
  await expect(card.getByRole("link", { name: `${manager} Geschäftsführung` })).toBeVisible();
  await expect(card.getByText("laut Impressum")).toHaveCount(0);
  if (!javaScriptEnabled) return;

  // What is typed about a person takes two presses of Escape to discard.
  await card.getByRole("link", { name: `${manager} Geschäftsführung` }).click();
  const name = card.getByRole("textbox", { name: "Name" });
  await name.fill("Jemand anderes");
  // Looking something up in another window does not end it.
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
  await name.blur();
  await page.evaluate(() => Reflect.deleteProperty(document, "hasFocus"));
  await name.press("Escape");
  await expect(card.getByText("Noch einmal Esc verwirft die Änderungen.")).toBeVisible();
  await name.press("Escape");
  await expect(card.getByRole("link", { name: `${manager} Geschäftsführung` })).toBeFocused();

  // A press on the number dials; the browser knows nobody who does.
  await call.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  const question = card.getByText(
    /^Erreicht\? Wiedervorlage in 7 Tagen \((Mo|Di|Mi|Do|Fr), \d+\.\d+\.\)\?$/,
  );
  await call.click();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(call).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Anruf", exact: true }).click();
  await expect(question).toHaveCount(0);
  await call.click();
  await expect(question).toBeVisible();
  await page.keyboard.press("Enter");
  const message = page.getByRole("status", { name: "Meldung" });
  await expect(message).toContainText("Kontaktiert per Anruf, Wiedervorlage am");
  await expect(question).toHaveCount(0);
  await expect(call).toBeFocused();
  await expect(page.locator("#angabe-followUpAt")).not.toHaveValue("");
  const kept = page.waitForResponse((answer) => answer.request().method() === "POST");
  await unfold(page, "Verlauf");
  await kept;
  await page.reload();
  await alive();
  await expect(page.getByText("Gefunden und gespeichert")).toBeVisible();
  await page.getByRole("heading", { name: "Verlauf" }).click();

  // The domain of another lead is refused where it is typed.
  const [other] = await listLeads(app.server.url, "sort=companyName&pageSize=1");
  await unfold(page, "Firma, Domain und weitere Angaben");
  await page.getByRole("link", { name: "Domain ändern" }).click();
  const domain = page.getByRole("textbox", { name: "Domain" });
  await domain.fill(other?.domain ?? "");
  await domain.press("Enter");
  await expect(page.getByText(`Den Lead ${other?.domain} gibt es schon.`)).toBeVisible();
  await expect(domain).toHaveValue(other?.domain ?? "");
  // The browser itself notes what the answer's status was.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("409");
});

test("calls, asks and goes on with a thumb", { tag: "@js" }, async ({ page, app, alive }) => {
  const [first, second] = await listLeads(
    app.server.url,
    "sort=companyName&dir=desc&hasPhone=true&pageSize=2",
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/leadspeicher/${first?.id}?sort=companyName&dir=desc&hasPhone=true`);
  await alive();
  const bar = page.getByRole("navigation", { name: "Lead", exact: true });
  await page.evaluate(() =>
    document.addEventListener("click", (event) => event.preventDefault(), { once: true }),
  );
  await bar.getByRole("link", { name: "Anrufen" }).click();
  await page.getByRole("button", { name: "Nur Wiedervorlage" }).click();
  const message = page.getByRole("status", { name: "Meldung" });
  await expect(message).toContainText("Wiedervorlage am");
  const [told, below] = await Promise.all([message.boundingBox(), bar.boundingBox()]);
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await bar.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    second?.companyName ?? second?.domain ?? "",
  );
  await expectGoodLook(page);
});

test("a fast key acts on the lead on which it was pressed", { tag: "@js" }, async ({
  page,
  app,
  alive,
}) => {
  const query = "sort=city&hasPhone=true&contacted=false";
  const [first, second] = await listLeads(app.server.url, `${query}&pageSize=2`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher/${first?.id}?sort=city&hasPhone=true`);
  await alive();
  await page.route("**/*.data*", async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  const notes = page.getByRole("textbox", { name: "Notizen" });
  const sent = sentForms(page);
  await notes.fill("Verlangt");
  for (const _ of "12") await page.getByRole("button", { name: "Notiz speichern" }).click();
  await expect(notes).toHaveValue("");
  expect(sent).toHaveLength(1);
  const tag = page.getByRole("textbox", { name: "Weiterer Tag" });
  await tag.fill("Eins");
  await tag.press("Enter");
  await expect(tag).toBeFocused();
  await tag.fill("Zwei");
  await expect(page.getByRole("button", { name: "Tag Eins entfernen" })).toBeVisible();
  await expect(tag).toHaveValue("Zwei");
  await notes.fill("Ruft zurück");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(`tr[data-row="${first?.id}"] a[data-key="open"]`)).toBeFocused();
  await page.keyboard.press("c");
  await page.getByRole("link", { name: "Nächster Lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${second?.id}`));
  const row = page.locator(`tr[data-row="${first?.id}"]`);
  await expect(row.locator('button[data-key="c"]')).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${second?.id}`));
  const saved = async () => (await listLeads(app.server.url, `q=${first?.domain}&pageSize=1`))[0];
  await expect.poll(async () => (await saved())?.tags).toContain("kontaktiert");
  expect((await saved())?.notes).toBe("Ruft zurück\n\nVerlangt");
  // What is typed before the panel is there does not act on the row.
  sent.splice(0);
  await row.locator('a[data-key="open"]').focus();
  await page.keyboard.press("n");
  await page.keyboard.press("f");
  await expect(notes).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/leadspeicher/${first?.id}`));
  expect(sent).toEqual([]);
});

test("keys in the next step pass no choice on, and Escape takes it back", { tag: "@js" }, async ({
  page,
  app,
  alive,
}) => {
  const [lead] = await listLeads(
    app.server.url,
    "sort=city&dir=desc&without=contactName&pageSize=1",
  );
  const id = lead?.id ?? "";
  const stored = async () => (await listLeads(app.server.url, `q=${lead?.domain}&pageSize=1`))[0];
  await page.goto(`/leadspeicher/${id}?q=nichtda`);
  await alive();
  const sent = sentForms(page);
  await page.keyboard.press("z");
  const owner = page.getByRole("combobox", { name: "Zuständig" });
  await expect(owner).toBeFocused();
  for (const key of ["ArrowDown", "ArrowUp", "ArrowDown", "Enter", "c"])
    await page.keyboard.press(key);
  await expect.poll(async () => (await stored())?.owner).toBe("admin");
  await expect.poll(async () => (await stored())?.tags).toContain("kontaktiert");
  expect(sent).toHaveLength(2);
  await expect(page.getByText("Gespeichert.", { exact: true }).first()).toBeAttached();

  const day = page.locator("#angabe-followUpAt");
  await page.keyboard.press("w");
  await page.keyboard.type("12152027");
  await expect(day).not.toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(day).toHaveValue("");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await day.fill("2027-12-15");
  await expect.poll(async () => (await stored())?.followUpAt).toMatch(/^2027-12-1/);

  // A person who is being typed stays when a colleague's comes first.
  await page.getByRole("link", { name: "Ansprechpersonen ändern" }).click();
  await page.keyboard.type("Ina Muster");
  await patchLead(app.server.url, id, { contacts: [{ name: "Timo Rau" }] });
  await page.locator('[data-key="f"]').last().dispatchEvent("click");
  await expect(page.getByText("Als Favorit gemerkt").first()).toBeAttached();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ina Muster");
});
