import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectGoodLook, expectNoSidewaysScroll } from "../support/accessibility";
import { listLeads, searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(async ({ app }) => {
  await searchOnce(app.server.url, { query: "Stadtwerke", region: "Sachsen", count: 60 });
  await searchOnce(app.server.url, { query: "Hotel", region: "Thüringen", count: 30 });
});

function button(page: Page, label: string): Locator {
  return page.locator("summary", { hasText: label });
}

function choice(page: Page, name: string): Locator {
  return page.locator("search").getByRole("checkbox", { name });
}

function chips(page: Page): Locator {
  return page.getByRole("list", { name: "Aktive Filter" }).getByRole("link");
}

/** What is chosen is sent at once with JavaScript, and by its button without. */
async function apply(page: Page, hasScript: boolean | undefined): Promise<void> {
  if (!hasScript) await page.getByRole("button", { name: "Anwenden" }).click();
}

test("narrows by several values of one kind, each choice a step to go back from", async ({
  page,
  alive,
  javaScriptEnabled,
}) => {
  await page.goto("/leadspeicher");
  await alive();
  await button(page, "Suchbegriff").click();
  await choice(page, "Hotel").check();
  await apply(page, javaScriptEnabled);
  await expect(page).toHaveURL(/[?&]term=Hotel/);
  await expect(button(page, "Suchbegriff")).toContainText("1 aktiv");
  await expect(page.getByText(/^\d+ Leads · Suchbegriff: Hotel$/)).toBeVisible();
  if (!javaScriptEnabled) await button(page, "Suchbegriff").click();
  const other = choice(page, "Stadtwerke");
  await other.check();
  await apply(page, javaScriptEnabled);
  // A form alone sends its fields as they stand in it; the latest is last only with JavaScript.
  const terms = ["Suchbegriff: Hotel", "Suchbegriff: Stadtwerke"];
  await expect(chips(page)).toHaveText([
    ...(javaScriptEnabled ? terms : terms.toReversed()),
    "Alle zurücksetzen",
  ]);
  await expect(page).toHaveURL(/\/leadspeicher\?term=\w+&term=\w+$/);
  if (!javaScriptEnabled) return;
  // The menu stays open for the next choice.
  await expect(other).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/leadspeicher\?term=Hotel$/);
  await expect(other).not.toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(/\/leadspeicher$/);
  await expect(choice(page, "Hotel")).not.toBeChecked();
  // The select follows the address, too.
  await button(page, "Weitere").click();
  const source = page.locator("select[name=sourceType]");
  await source.focus();
  await source.selectOption("Karten");
  await expect(page).toHaveURL(/\?sourceType=maps$/);
  await expect(source).toBeFocused();
  await chips(page).first().click();
  await expect(source).toHaveValue("");
});

test("excludes what is chosen behind the switch of its list, beside what is required", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto("/leadspeicher?term=Hotel");
  await button(page, "Suchbegriff").click();
  await expect(choice(page, "Hotel")).toBeChecked();
  await choice(page, "ausschließen").check();
  await expect(choice(page, "Hotel")).not.toBeChecked();
  await choice(page, "Stadtwerke").check();
  await apply(page, false);
  await expect(chips(page)).toHaveText([
    "Suchbegriff: Hotel",
    "nicht Suchbegriff: Stadtwerke",
    "Alle zurücksetzen",
  ]);
  await button(page, "Weitere").click();
  await page.getByRole("combobox", { name: "Quelle" }).selectOption("Karten");
  await apply(page, false);
  await expect(page).toHaveURL(/term=Hotel&not\.term=Stadtwerke&sourceType=maps$/);
});

test("searches while it is typed, without a step for each letter", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.goto("/leadspeicher?hasPhone=true");
  await alive();
  const steps = await page.evaluate(() => history.length);
  const field = page.getByLabel("Suchen");
  await field.pressSequentially("leip ", { delay: 30 });
  await expect(page).toHaveURL(/\/leadspeicher\?hasPhone=true&q=leip$/);
  await expect(field).toBeFocused();
  // A blank at the end is what the next word begins with.
  await expect(field).toHaveValue("leip ");
  await field.press("Backspace");
  await field.pressSequentially("zig");
  await expect(page).toHaveURL(/q=leipzig$/);
  await expect(field).toHaveValue("leipzig");
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await field.fill("");
  await expect(page).toHaveURL(/\/leadspeicher\?hasPhone=true$/);
});

test("shows similar leads below a text that finds nothing", async ({ page, alive }) => {
  await page.goto("/leadspeicher?q=Stadwterke+Leipizg");
  await alive();
  await expect(page.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();
  const similar = page.getByRole("region", { name: "Ähnlich geschrieben" }).getByRole("link");
  const name = (await similar.first().locator("span").first().textContent()) ?? "";
  await similar.first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("opens every menu inside the window of a phone, readable", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/leadspeicher");
  await alive();
  const list = await page.locator("tr[data-row]").first().boundingBox();
  expect(list?.y).toBeLessThanOrEqual(220);
  await page.locator("label:has(#filter-zeigen)").click();
  for (const label of [
    "Ansicht",
    "Suchbegriff",
    "Bearbeitung",
    "Bundesland",
    "Weitere Filter",
    "Exportieren",
  ]) {
    await button(page, label).click();
    const panel = page.locator("details[open] > .menu-panel");
    await expect(panel).toHaveCount(1);
    const box = await panel.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "details[open] > .menu-panel");
    await button(page, label).click();
  }
});

test("closes a menu on Escape, on a press outside, and when another one opens", {
  tag: "@js",
}, async ({ page, alive }) => {
  await page.goto("/leadspeicher");
  await alive();
  const open = page.locator("details[open]");
  await button(page, "Suchbegriff").click();
  await button(page, "Bearbeitung").click();
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("Favorit");
  await page.getByRole("group", { name: "Favorit" }).getByRole("radio").first().focus();
  await page.keyboard.press("Escape");
  await expect(open).toHaveCount(0);
  await expect(button(page, "Bearbeitung")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(open).toHaveCount(1);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(open).toHaveCount(0);
  // Letters after a press go into the menu's field instead of being keys.
  await button(page, "Ansicht").click();
  await expect(page.getByLabel("Liste als Ansicht speichern")).toBeFocused();
});

test("is worked through by single keys", { tag: "@js" }, async ({ page, alive }) => {
  await page.goto("/leadspeicher?q=hotel");
  await alive();
  const row = (index: number) => page.locator("tr[data-row]").nth(index);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await expect(row(1).locator('a[data-key="open"]')).toBeFocused();
  await page.keyboard.press("x");
  await expect(row(1).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("x");
  await expect(row(1).getByRole("checkbox")).not.toBeChecked();

  const favorite = row(1).locator('button[data-key="f"]');
  const before = await favorite.getAttribute("aria-pressed");
  const turned = before === "true" ? "false" : "true";
  await page.keyboard.press("f");
  await expect(favorite).toHaveAttribute("aria-pressed", turned);
  await page.keyboard.press("Control+f");
  await page.keyboard.press("Alt+f");
  await expect(favorite).toHaveAttribute("aria-pressed", turned);
  const contacted = row(1).locator('button[data-key="c"]');
  const wasContacted = await contacted.getAttribute("aria-pressed");
  await page.keyboard.press("c");
  await expect(contacted).not.toHaveAttribute("aria-pressed", wasContacted ?? "");

  // Letters typed are letters.
  await page.keyboard.press("/");
  await expect(page.getByLabel("Suchen")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("fjx?");
  await expect(page.getByLabel("Suchen")).toHaveValue("hotelfjx?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByLabel("Suchen").fill("hotel");
  await expect(page).toHaveURL(/q=hotel$/);

  await row(0).locator('a[data-key="open"]').focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Tastenkürzel" });
  await expect(help.getByRole("option", { name: /^Favorit/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/leadspeicher\/[^/?]+\?q=hotel$/);
  await expect(row(0)).toHaveAttribute("aria-current", "true");
  // The panel goes along with who walks, and leaves no step to go back through.
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(row(2)).toHaveAttribute("aria-current", "true");
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await page.keyboard.press("Escape");
  await expect(page.locator('main[data-panel="open"]')).toHaveCount(0);
  // A key that needs the panel opens it first.
  await row(0).locator('a[data-key="open"]').focus();
  await page.keyboard.press("n");
  await expect(row(0)).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("textbox", { name: "Notizen" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await expect(page.locator("#entwurf")).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "E-Mail", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await expect(page.getByRole("textbox", { name: "Weiterer Tag" })).toBeFocused();
  await row(1).locator('a[data-key="open"]').focus();
  await page.keyboard.press("w");
  await expect(row(1)).toHaveAttribute("aria-current", "true");
  await expect(page.locator('section [name="followUpAt"]').first()).toBeFocused();
  await row(1).locator('a[data-key="open"]').focus();
  await page.keyboard.press("z");
  await expect(page.getByRole("combobox", { name: "Zuständig" })).toBeFocused();
  await row(1).locator('a[data-key="open"]').focus();
  await page.keyboard.press("x");
  await page.keyboard.press("t");
  await expect(page.getByRole("group", { name: "Auswahl" }).getByLabel("Tag")).toBeFocused();
  await row(1).locator('a[data-key="open"]').focus();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/\/kampagnen$/);
});

test("finds leads, views, pages and actions with Strg+K", { tag: "@js" }, async ({
  page,
  alive,
  app,
}) => {
  const [lead] = await listLeads(app.server.url, "q=leipzig&pageSize=1");
  await page.goto("/kampagnen");
  await alive();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Alles finden" });
  await field.fill("ohne e-m");
  await expect(page.getByRole("dialog").getByRole("option")).toHaveText([/^Ohne E-Mail/]);
  await expectGoodLook(page);
  await field.fill(lead?.domain ?? "");
  await expect(page.getByRole("dialog").getByRole("option", { name: lead?.domain })).toHaveCount(1);
  await field.press("Enter");
  const favorite = page.locator('section [data-key="f"]');
  await expect(favorite).toBeVisible();
  await page.keyboard.press("Control+k");
  await field.fill("favorit");
  await field.press("Enter");
  await expect(favorite).toHaveAttribute("aria-pressed", "true");
});
