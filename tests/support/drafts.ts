import type { Locator, Page } from "@playwright/test";
import { listLeads, searchOnce } from "./api-client";
import type { TestApp } from "./app-server";
import { says, setModelAnswer } from "./model-answers";

/** The body of the email that the model writes in tests. */
export const DRAFT = "Guten Tag,\n\nein Portal hilft größeren & kleinen Häusern.\n\nViele Grüße";

/** Some leads in the store. */
export async function prepareLeads(app: TestApp): Promise<void> {
  await searchOnce(app.server.url, { query: "Stadtwerke", region: "Hessen", count: 20 });
}

/** Has the model's service answer with an email of this body. */
export async function answerWith(app: TestApp, body = DRAFT): Promise<void> {
  await setModelAnswer(app, says({ subject: "Ihr Portal", body }));
}

let opened = 0;

/** Opens the email of a lead that has an address, or has none; another lead each time, since drafts are kept. */
export async function openLead(page: Page, app: TestApp, hasEmail = true) {
  const query = `sort=companyName&hasEmail=${hasEmail}&pageSize=200`;
  const leads = await listLeads(app.server.url, query);
  const lead = leads[opened++ % leads.length];
  if (lead === undefined) throw new Error("no such lead");
  // A list without hits is loaded at once.
  await page.goto(`/leadspeicher/${lead.id}?q=nichtda&email=1`);
  return lead;
}

/** The part of the panel that drafts emails. */
export function draftSection(page: Page): Locator {
  return page.getByRole("region", { name: "E-Mail schreiben" });
}

export async function askForDraft(page: Page): Promise<void> {
  await draftSection(page)
    .getByRole("button", { name: /entwerfen$/ })
    .click();
}
