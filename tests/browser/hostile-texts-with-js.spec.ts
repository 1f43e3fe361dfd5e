import type { Page } from "@playwright/test";
import { startTestApp } from "../support/app-server";
import { test as base, expect } from "../support/browser-test";
import { HOSTILE_TEXTS, MARK, type Planted, plantHostileTexts } from "../support/hostile-texts";

let planted: Planted = { leadIds: [], jobIds: [], importIds: [] };

/** The product over a store in which every text is hostile. */
const test = base.extend({
  shared: async ({ openApp }, use) =>
    use(
      await openApp("hostile texts", () =>
        startTestApp(0, {}, async (path) => {
          planted = await plantHostileTexts(path);
        }),
      ),
    ),
});

/** Opens a page and waits until its scripts have run; whatever a text became is found. */
async function expectOnlyText(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBeLessThan(500);
  await expect(page.locator("main").first()).toBeVisible();
  const found = await page.evaluate((mark) => {
    // Not the property: a form with a field called "action" has that in its place.
    const foreign = (name: string) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((element) => {
        const address = new URL(element.getAttribute(name) ?? "", document.baseURI).href;
        return /^(?:https?:|mailto:|tel:)/.test(address) ? [] : [address];
      });
    return {
      made: document.querySelectorAll(`[${mark}]`).length,
      frames: document.querySelectorAll("iframe, object, embed, base, math").length,
      handlers: [...document.querySelectorAll("*")].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith("on")),
      ).length,
      addresses: ["href", "xlink\\:href", "src", "action", "formaction"].flatMap(foreign),
    };
  }, MARK);
  expect(found, path).toEqual({ made: 0, frames: 0, handlers: 0, addresses: [] });
}

test.beforeEach(async ({ page, complaints }) => {
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // The browser notes what it refuses among its messages as well, but says less there.
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      // The validation library tries once whether it may compile; no text can bring a page to that.
      if (event.blockedURI === "eval") return;
      // biome-ignore lint/suspicious/noConsole: read by the fixture that collects complaints
      console.error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
});

const escaped = HOSTILE_TEXTS.map((text) => encodeURIComponent(text));

test("are text in the list, its filters and its views", async ({ page }) => {
  const [first = ""] = escaped;
  await expectOnlyText(page, "/leadspeicher?pageSize=100");
  // Proof that the texts are there to be seen.
  await expect(page.getByText(HOSTILE_TEXTS[0] ?? "").first()).toBeAttached();
  for (const path of [
    `/leadspeicher?q=${first}`,
    `/leadspeicher?tag=${first}&term=${first}&companyType=${first}&federalState=${first}`,
    `/leadspeicher?createdFrom=${first}&sort=${first}&page=${first}`,
    "/leadspeicher/papierkorb",
    "/leadspeicher/sperrliste",
    "/leadspeicher/import",
    "/leadspeicher?aktion=delete&auswahl=alle",
  ]) {
    await expectOnlyText(page, path);
  }
  const some = escaped.filter((_, index) => index % 12 === 0);
  for (const text of some) await expectOnlyText(page, `/leadspeicher?pageSize=25&q=${text}`);
});

test("are text in the panel of every eighth lead", async ({ page }) => {
  // Every kind of text comes several times. The list beside them is looked at on its own: here it has no hits.
  const some = planted.leadIds.filter((_, index) => index % 8 === 0);
  for (const id of some) await expectOnlyText(page, `/leadspeicher/${id}?q=nichtda`);
});

test("are text in searches, results and pipelines", async ({ page, complaints }) => {
  const [first = ""] = escaped;
  // Every kind of run has the same rows: all of them are looked at once.
  const [run] = planted.jobIds;
  const results = planted.jobIds
    .slice(0, 4)
    .flatMap((id) => [`/ergebnisse/${id}?pageSize=${id === run ? 100 : 25}`, `/suche?job=${id}`]);
  for (const path of [
    ...results,
    `/ergebnisse/${run}?ansicht=uebersprungen&page=${first}`,
    "/suche",
    `/suche?job=${first}&query=${first}&region=${first}`,
    "/pipelines/karten",
    "/pipelines/websuche",
    "/pipelines/csv",
    "/pipelines/profile",
    "/einstellungen",
    `/einstellungen?x=${first}`,
    `/${first}`,
    `/ergebnisse/${first}`,
    `/leadspeicher/${first}`,
  ]) {
    await expectOnlyText(page, path);
  }
  // The browser itself notes the pages that are not there.
  const others = complaints.filter((complaint) => !/status of 404/.test(complaint));
  complaints.splice(0, complaints.length, ...others);
});

test("are text in lists that are imported", async ({ page }) => {
  for (const id of planted.importIds.slice(0, 4)) {
    await expectOnlyText(page, `/leadspeicher/import/${id}`);
  }
});
