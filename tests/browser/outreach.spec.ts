import type { Page, Response } from "@playwright/test";
import { objectsToAds } from "../../scripts/demo-providers/websites/company-pages";
import { expectGoodLook } from "../support/accessibility";
import { listLeads, postJson, resetProviders, searchOnce } from "../support/api-client";
import type { TestApp } from "../support/app-server";
import { expect, test } from "../support/browser-test";
import { says, setModelAnswer } from "../support/model-answers";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Hessen", count: 20 }),
);

const HINT = "Ohne JavaScript kommen Änderungen";
const DRAFT = "Guten Tag,\n\nein Portal hilft größeren & kleinen Häusern.\n\nViele Grüße";

const answerWith = (app: TestApp, body = DRAFT) =>
  setModelAnswer(app, says({ subject: "Ihr Portal", body }));

let opened = 0;

/** Opens the email of a lead that has an address; another lead each time, since drafts are kept. */
async function openLead(page: Page, app: TestApp) {
  const leads = await listLeads(
    app.server.url,
    "sort=companyName&hasEmail=true&adObjection=false&pageSize=200",
  );
  const lead = leads[opened++ % leads.length];
  if (lead === undefined) throw new Error("no such lead");
  // A list without hits is loaded at once.
  await page.goto(`/leadspeicher/${lead.id}?q=nichtda&email=1`);
  return lead;
}

const draftSection = (page: Page) => page.getByRole("region", { name: "E-Mail schreiben" });

const askForDraft = (page: Page) =>
  draftSection(page)
    .getByRole("button", { name: /entwerfen$/ })
    .click();

const link = (page: Page) =>
  draftSection(page).getByRole("link", { name: "Im Mailprogramm öffnen" });

/** The email that the link opens. */
async function linkedEmail(page: Page) {
  const href = (await link(page).getAttribute("href")) ?? "";
  const url = new URL(href);
  return {
    to: url.pathname,
    subject: url.searchParams.get("subject"),
    body: url.searchParams.get("body"),
  };
}

test("drafts an email, takes edits, and opens it in the mail program", async ({
  page,
  app,
  javaScriptEnabled,
}) => {
  await answerWith(app);
  const lead = await openLead(page, app);
  await expect(draftSection(page)).toContainText("§ 7 UWG");
  await draftSection(page).getByLabel("Ton").selectOption("locker");
  await draftSection(page).getByLabel("Was vorkommen soll").fill("Bitte kurz");
  await askForDraft(page);
  await expect(draftSection(page).getByLabel("Betreff", { exact: true })).toHaveValue("Ihr Portal");
  await expect(draftSection(page).getByLabel("Text", { exact: true })).toHaveValue(DRAFT);
  await expect(draftSection(page).getByLabel("Ton")).toHaveValue("locker");
  await expect(draftSection(page).getByLabel("Was vorkommen soll")).toHaveValue("Bitte kurz");
  await expect(page.getByText("E-Mail entworfen").first()).toBeAttached();
  await expect(page.getByText("Betreff: Ihr Portal").first()).toBeAttached();
  const body = DRAFT.replaceAll("\n", "\r\n");
  expect(await linkedEmail(page)).toEqual({ to: lead.email, subject: "Ihr Portal", body });
  if (javaScriptEnabled) {
    await expect(draftSection(page).getByText(HINT)).toBeHidden();
    await draftSection(page).getByLabel("Betreff", { exact: true }).fill("Für Sie & uns");
    await draftSection(page).getByLabel("Text", { exact: true }).fill("Kurz: 100 %\nGruß");
    const edited = { to: lead.email, subject: "Für Sie & uns", body: "Kurz: 100 %\r\nGruß" };
    expect(await linkedEmail(page)).toEqual(edited);
    await askForDraft(page);
    await expect(draftSection(page).getByLabel("Text", { exact: true })).toHaveValue(DRAFT);
  } else {
    await expect(draftSection(page).getByText(HINT)).toBeVisible();
  }
});

test("asks before an email to a company that objects to advertising", async ({ page, app }) => {
  const { url } = app.server;
  const leads = await listLeads(url, "hasEmail=true&pageSize=200");
  const { id } = leads.find(({ domain }) => objectsToAds(domain ?? "")) ?? {};
  await postJson(`${url}/api/leads/bulk`, { action: "enrich", ids: [id] });
  const objecting = () => listLeads(url, "adObjection=true");
  await expect.poll(async () => (await objecting()).length, { timeout: 20_000 }).toBe(1);
  await page.goto(`/leadspeicher/${id}?q=nichtda&email=1`);
  await expect(page.getByText("widerspricht Werbung – Datenschutz")).toBeVisible();
  await expect(draftSection(page)).toContainText("widersprechen wir hiermit");
  await expect(draftSection(page).getByRole("button")).toHaveCount(0);
  await expectGoodLook(page);
  await draftSection(page).getByRole("link", { name: "Trotzdem schreiben" }).click();
  await expect(draftSection(page).getByLabel("Ton")).toBeVisible();
});

test("an edited draft outlives a failure, and goes to the next one", { tag: "@js" }, async ({
  page,
  app,
  complaints,
}) => {
  await answerWith(app);
  await openLead(page, app);
  await askForDraft(page);
  const subject = draftSection(page).getByLabel("Betreff", { exact: true });
  const text = draftSection(page).getByLabel("Text", { exact: true });
  await subject.fill("Mein Betreff");
  await text.fill("Guten Tag,\n\nmein Satz");
  await subject.press("Enter");
  await expect(subject).toHaveValue("Mein Betreff");
  await draftSection(page).getByLabel("Was vorkommen soll").fill("a".repeat(1_500));
  await askForDraft(page);
  await expect(draftSection(page)).toContainText("Höchstens 1.000 Zeichen.");
  await expect(subject).toHaveValue("Mein Betreff");
  await expect(text).toHaveValue("Guten Tag,\n\nmein Satz");

  await resetProviders(app.providers.origin);
  await answerWith(app, "Guten Tag,\n\nSie sparen 80 Prozent.\n\nViele Grüße");
  await draftSection(page).getByLabel("Was vorkommen soll").fill("Kurz");
  await askForDraft(page);
  await expect(draftSection(page).getByRole("alert")).toContainText("Die Zahl „80“");
  await expect(subject).toHaveValue("Mein Betreff");
  expect((await linkedEmail(page)).body).toBe("Guten Tag,\r\n\r\nmein Satz");
  // The browser itself notes what the answers' status was.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/422|502/);

  await resetProviders(app.providers.origin);
  await answerWith(app);
  await askForDraft(page);
  await expect(text).toHaveValue(DRAFT);
  await expectGoodLook(page);
});

test("keeps an edited draft for the next visit, and asks afterwards what became of it", async ({
  page,
  app,
  alive,
  javaScriptEnabled,
}) => {
  await answerWith(app);
  const lead = await openLead(page, app);
  await askForDraft(page);
  const text = draftSection(page).getByLabel("Text", { exact: true });
  await expect(text).toHaveValue(DRAFT);
  await text.fill("Von mir geändert");
  // Leaving the field keeps the text.
  const isPost = (answer: Response) => answer.request().method() === "POST";
  const kept = javaScriptEnabled ? page.waitForResponse(isPost) : undefined;
  await text.press("Escape");
  if (javaScriptEnabled) {
    await expect(text).not.toBeFocused();
    await page.getByRole("link", { name: "Panel schließen und zur Liste" }).click();
    await kept;
  } else {
    await page.getByRole("button", { name: "Entwurf speichern" }).click();
  }
  await page.goto(`/leadspeicher/${lead.id}?q=nichtda`);
  await alive();
  // An email to one lead takes two keys, and what follows it a third.
  if (javaScriptEnabled) await page.keyboard.press("m");
  else await page.getByRole("link", { name: "Entwurf: Ihr Portal" }).click();
  await expect(text).toHaveValue("Von mir geändert");
  expect((await linkedEmail(page)).body).toBe("Von mir geändert");
  const both = page.getByRole("button", { name: "Beides" });
  if (javaScriptEnabled) {
    await expect(link(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(both).toBeFocused();
  }
  await both.click();
  const message = page.getByRole("status", { name: "Meldung" });
  await expect(message).toContainText("Kontaktiert per E-Mail, Wiedervorlage am");
  const contacted = page.getByRole("button", { name: "Kontaktiert", exact: true });
  await expect(contacted).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#angabe-followUpAt")).not.toHaveValue("");
  await message.getByRole("button", { name: "Rückgängig" }).click();
  await expect(contacted).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator("#angabe-followUpAt")).toHaveValue("");
});
