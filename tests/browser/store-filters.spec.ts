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

/** Both ways of sending the text. */
async function search(page: Page, text: string, hasScript: boolean | undefined): Promise<void> {
  await page.getByLabel("Suchen").fill(text);
  if (!hasScript) await page.getByRole("button", { name: "Filtern" }).click();
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
  await expect(page.getByText(/^\d+ Leads mit diesen Filtern$/)).toBeVisible();
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
});

test("searches while it is typed, without a step for each letter", async ({
  page,
  alive,
  javaScriptEnabled,
}) => {
  await page.goto("/leadspeicher?hasPhone=true");
  if (!javaScriptEnabled) {
    await search(page, "leipzig", false);
    await expect(page).toHaveURL(/q=leipzig/);
    await expect(chips(page).first()).toHaveText(/leipzig|Telefon/);
    return;
  }
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

test("keeps order and page size, and begins at the first page", { tag: "@no-js" }, async ({
  page,
}) => {
  await page.goto("/leadspeicher?sort=companyName&dir=desc&pageSize=25&page=2");
  await button(page, "Erreichbarkeit").click();
  await page.getByRole("group", { name: "Telefon" }).getByText("Mit", { exact: true }).click();
  await apply(page, false);
  await expect(page).toHaveURL(/hasPhone=true/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries([...searchParams].filter(([, value]) => value !== ""))).toEqual({
    sort: "companyName",
    dir: "desc",
    pageSize: "25",
    hasPhone: "true",
  });
});

test("has a field for every filter", async ({ page, javaScriptEnabled }) => {
  const address = new URLSearchParams({
    contacted: "false",
    favorite: "false",
    approvedOnly: "true",
    federalState: "Sachsen",
    sourceType: "maps",
    minScore: "1",
    createdFrom: "2026-01-01",
    createdTo: "2098-12-31",
    hasEmail: "true",
    hasPhone: "true",
    companyType: "Nirgends angeboten",
    tag: "auch nicht",
    term: "Noch nie gesucht",
  });
  await page.goto(`/leadspeicher?${address}`);
  // Whatever the address has, the form sends again.
  await page.getByLabel("Suchen").fill("x");
  if (javaScriptEnabled) await page.getByLabel("Suchen").press("Enter");
  else await page.getByRole("button", { name: "Filtern" }).click();
  await expect(page).toHaveURL(/[?&]q=x/);
  const sent = new URL(page.url()).searchParams;
  expect(Object.fromEntries([...sent].filter(([, value]) => value !== ""))).toEqual({
    ...Object.fromEntries(address),
    q: "x",
  });
  await expect(chips(page)).toHaveCount(15);
});

test("takes a value that is not offered", { tag: "@js" }, async ({ page, alive }) => {
  await page.goto("/leadspeicher");
  await alive();
  await button(page, "Weitere Filter").click();
  const field = page.getByRole("textbox", { name: "Anderer Tag" });
  await field.fill("gibt es nicht");
  await field.press("Enter");
  await expect(page).toHaveURL(/tag=gibt\+es\+nicht/);
  await expect(page.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();
  await expect(choice(page, "gibt es nicht")).toBeChecked();
  await expect(field).toHaveValue("");
});

test("takes a day only when it is whole", { tag: "@js" }, async ({ page, alive }) => {
  await page.goto("/leadspeicher");
  await alive();
  await button(page, "Weitere Filter").click();
  await page.getByLabel("Von", { exact: true }).fill("2026-01-02");
  await expect(chips(page).first()).toHaveText("gefunden ab 02.01.2026");
  await page.getByLabel("Von", { exact: true }).fill("0002-01-02");
  await page.getByLabel("Bis").fill("2099-01-01");
  await expect(chips(page).nth(1)).toHaveText("gefunden bis 01.01.2099");
  await expect(chips(page).first()).toHaveText("gefunden ab 02.01.2026");
});

test("shows each active value as a chip that takes it away alone", { tag: "@no-js" }, async ({
  page,
}) => {
  await page.goto(
    "/leadspeicher?term=Hotel&hasPhone=true&term=Stadtwerke&sort=city&pageSize=25&page=2",
  );
  await page.getByRole("link", { name: "Suchbegriff: Hotel, Filter entfernen" }).click();
  await expect(page).toHaveURL(
    /\/leadspeicher\?hasPhone=true&term=Stadtwerke&sort=city&pageSize=25$/,
  );
  await expect(chips(page)).toHaveCount(3);
  await button(page, "Suchbegriff").click();
  await expect(choice(page, "Hotel")).not.toBeChecked();
  await expect(choice(page, "Stadtwerke")).toBeChecked();
  await page.getByRole("link", { name: "Alle zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/leadspeicher\?sort=city&pageSize=25$/);
  await expect(chips(page)).toHaveCount(0);
});

test("offers to drop the last filter when there are no hits", { tag: "@no-js" }, async ({
  page,
}) => {
  await page.goto("/leadspeicher?hasPhone=true&sort=city&q=xyz-gibt-es-nicht");
  await expect(page.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();
  await page.getByRole("link", { name: "Ohne „Text: xyz-gibt-es-nicht“ suchen" }).click();
  await expect(page).toHaveURL(/\/leadspeicher\?hasPhone=true&sort=city$/);
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await page.goto("/leadspeicher?sort=city&q=xyz-gibt-es-nicht");
  await page.getByRole("link", { name: "Alle Filter zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/leadspeicher\?sort=city$/);
});

test("leads from each number to the leads that it counts", { tag: "@no-js" }, async ({ page }) => {
  await page.goto("/leadspeicher");
  const facts = page.getByRole("region", { name: "Der Leadspeicher in Zahlen" });
  await expect(facts.getByRole("link")).toHaveText([
    /gesamt/,
    /mit E-Mail/,
    /kontaktiert/,
    /Favorit/,
    /freigegeben/,
    /heute neu/,
  ]);
  for (const [label, query] of [
    ["mit E-Mail", "hasEmail=true"],
    ["heute neu", "createdFrom=today"],
  ] as const) {
    const text = (await facts.getByRole("link", { name: label }).textContent()) ?? "";
    await facts.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(`/leadspeicher?${query}`);
    await expect(
      page.getByText(`${text.replace(label, "").trim()} Leads mit diesen Filtern`),
    ).toBeVisible();
  }
  await expect(facts.getByRole("img")).toHaveAccessibleName(
    /^Neue Leads der letzten 7 Tage: ((Mo|Di|Mi|Do|Fr|Sa|So), \d\d\.\d\d\.: [\d.]+(; |$)){7}$/,
  );
});

test("leads from an open lead back to the list", { tag: "@js" }, async ({ page }) => {
  await page.goto("/leadspeicher");
  await page.locator('a[data-key="open"]').first().click();
  await expect(page).toHaveURL(/\/leadspeicher\/[^/?]+/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await search(page, "leipzig", true);
  await expect(page).toHaveURL(/\/leadspeicher\?(.*&)?q=leipzig/);
});

test("hands on the shown list or part of it as Excel", { tag: "@no-js" }, async ({ page }) => {
  await page.goto("/leadspeicher?federalState=Sachsen&sort=companyName&dir=asc&page=2&pageSize=25");
  await button(page, "Exportieren").click();
  const links = page.getByRole("list", { name: "Als Excel-Datei" }).getByRole("link");
  await expect(links).toHaveText([
    /^Aktuelle Ansicht \([1-9]\d*\)$/,
    /^Nur mit E-Mail \(\d+\)$/,
    "Nur freigegebene (0)",
  ]);
  const query = "federalState=Sachsen&sort=companyName&dir=asc";
  for (const [index, variant] of ["view", "with-email", "approved"].entries()) {
    await expect(links.nth(index)).toHaveAttribute(
      "href",
      `/api/leads/export?${query}&variant=${variant}`,
    );
  }
  const download = page.waitForEvent("download");
  await links.first().click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
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
    "Kontakt",
    "Erreichbarkeit",
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

test("closes a menu on Escape, on a press outside, and when another one opens", async ({
  page,
  alive,
  javaScriptEnabled,
}) => {
  await page.goto("/leadspeicher");
  await alive();
  const open = page.locator("details[open]");
  await button(page, "Suchbegriff").click();
  await button(page, "Kontakt").click();
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("Favorit");
  if (!javaScriptEnabled) return;
  await page.getByRole("group", { name: "Favorit" }).getByRole("radio").first().focus();
  await page.keyboard.press("Escape");
  await expect(open).toHaveCount(0);
  await expect(button(page, "Kontakt")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(open).toHaveCount(1);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(open).toHaveCount(0);
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

test("leaves single keys alone where somebody wants none", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.goto("/leadspeicher");
  await alive();
  await page.keyboard.press("?");
  await page.getByRole("option", { name: "Tastenkürzel ausschalten" }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByLabel("Suchen")).not.toBeFocused();
  await page.reload();
  await alive();
  await page.getByRole("button", { name: "Alles finden" }).click();
  await expect(page.getByRole("option", { name: "Tastenkürzel einschalten" })).toBeVisible();
});
