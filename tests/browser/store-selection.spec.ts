import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import { listLeads, postJson, searchOnce, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";
import { unfold } from "../support/unfold";

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

test("acts on the ticked rows, and keeps their tag for filtering", { tag: "@no-js" }, async ({
  page,
}) => {
  await page.goto("/leadspeicher?sort=companyName&pageSize=25");
  await expect(bar(page)).toBeHidden();
  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(2).getByRole("checkbox").check();
  await expect(bar(page)).toBeVisible();
  await bar(page).locator("summary", { hasText: "Tag" }).click();
  await bar(page).getByRole("combobox", { name: "Tag" }).fill("  Messe  ");
  await bar(page).getByRole("button", { name: "Hinzufügen" }).click();
  await expect(message(page)).toContainText("Tag „Messe“ hinzugefügt: 2 Leads.");
  await expect(page).toHaveURL(/sort=companyName&pageSize=25$/);
  await page.goto("/leadspeicher?tag=messe");
  await expect(rows(page)).toHaveCount(2);

  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(1).getByRole("checkbox").check();
  await bar(page).locator("summary", { hasText: "Tag" }).click();
  await bar(page).getByRole("combobox", { name: "Tag" }).fill("messe");
  await bar(page).getByRole("button", { name: "Entfernen" }).click();
  await expect(message(page)).toContainText("Tag „messe“ entfernt: 2 Leads.");
});

test("keeps deleted leads in the Papierkorb, from which one is restored, another blocked, and erased after a question", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto("/leadspeicher?sort=companyName&dir=desc");
  const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)];
  await rows(page).nth(0).getByRole("checkbox").check();
  await rows(page).nth(1).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Löschen" }).click();
  await page.locator("header summary", { hasText: "Mehr" }).click();
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
  await page.getByRole("searchbox").fill(second.toUpperCase());
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page.getByText(`1 gelöschter Lead mit „${second.toUpperCase()}“`)).toBeVisible();
  await entry(second).getByRole("link", { name: "Endgültig löschen" }).click();
  await page.getByRole("link", { name: "Abbrechen" }).click();
  await page.getByRole("link", { name: "Alle dieser Seite auswählen" }).click();
  await page.locator(".selection-bar").getByRole("button", { name: "Endgültig löschen" }).click();
  await page.getByRole("button", { name: "1 Lead endgültig löschen" }).click();
  await expect(message(page)).toContainText("1 Lead endgültig gelöscht.");
  await expect(entry(second)).toHaveCount(0);

  await page.goto("/leadspeicher?sort=companyName&dir=desc");
  const third = await nameOf(page, 1);
  await rows(page).nth(1).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Löschen" }).click();
  await page.goto("/leadspeicher/papierkorb");
  await page.getByRole("searchbox").fill("gibtesnicht");
  await page.getByRole("button", { name: "Suchen" }).click();
  await expect(page.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();
  await page.getByRole("link", { name: "Ganzen Papierkorb zeigen" }).click();
  await entry(third).getByRole("checkbox").check();
  const ticked = page.locator(".selection-bar p");
  await expect(ticked).toHaveText(/^(1 ausgewählt|Auswahl)$/, { useInnerText: true });
  await page.locator(".selection-bar").getByRole("button", { name: "Wiederherstellen" }).click();
  await expect(message(page)).toContainText("1 Lead wiederhergestellt.");
});

test("takes leads out that must not be contacted, and brings one back and erases another", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto(`/leadspeicher?${SEARCH}&sort=companyName`);
  const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)];
  const choice = (place: Locator) =>
    place.locator("summary", { hasText: "Nicht mehr kontaktieren" }).click();
  await rows(page).nth(0).getByRole("checkbox").check();
  await choice(bar(page));
  await bar(page).getByRole("button", { name: "Kein Bedarf" }).click();
  await expect(message(page)).toContainText("Auf die Sperrliste gesetzt: 1 Lead.");
  await rows(page).nth(0).locator('[data-key="open"]').click();
  const panel = page.getByRole("region", { name: second });
  await choice(panel);
  await panel.getByRole("button", { name: "Sperren" }).click();
  await expect(message(page)).toContainText("Den Grund nennen. Nichts wurde geändert.");
  await rows(page).nth(0).locator('[data-key="open"]').click();
  await choice(panel);
  await panel.getByRole("textbox", { name: "Grund" }).fill("Hat sich beschwert");
  await panel.getByRole("button", { name: "Sperren" }).click();
  await expect(message(page)).toContainText("Auf die Sperrliste gesetzt: 1 Lead.");
  await expect(rows(page).filter({ hasText: second })).toHaveCount(0);

  await page.goto("/leadspeicher/sperrliste");
  const entry = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(entry(second)).toContainText("Hat sich beschwert");
  await entry(first).getByRole("button", { name: "Wieder kontaktieren" }).click();
  await expect(message(page)).toContainText("Die Sperre ist aufgehoben.");
  await expect(entry(first)).toHaveCount(0);
  await entry(second).getByRole("link", { name: "Angaben löschen" }).click();
  await entry(second).getByRole("button", { name: "Endgültig löschen" }).click();
  await expect(message(page)).toContainText("1 Lead endgültig gelöscht.");
  await expect(page.getByRole("row").filter({ hasText: "Hat sich beschwert" })).toBeVisible();
});

test("acts on all hits at once, asks in place before it deletes them, and takes both back", {
  tag: "@js",
}, async ({ page, app }) => {
  const favorites = await listLeads(app.server.url, `${SEARCH}&favorite=true`);
  const ids = favorites.map(({ id }) => id);
  await postJson(`${app.server.url}/api/leads/bulk`, { action: "removeTag", tag: "favorit", ids });
  await page.goto(`/leadspeicher?${SEARCH}&pageSize=25`);
  await rows(page).nth(0).getByRole("checkbox").check();
  await bar(page)
    .getByRole("link", { name: /^Alle \d+ Treffer auswählen$/ })
    .click();
  await expect(bar(page)).toContainText(
    /\d+ Treffer · Suchbegriff: Stadtwerke, Bundesland: Sachsen/,
  );
  const count = Number(/\d+/.exec((await bar(page).textContent()) ?? "")?.[0]);
  expect(count).toBeGreaterThan(25);

  // Meanwhile somebody else deletes one of them.
  const [lead] = await listLeads(app.server.url, `${SEARCH}&pageSize=1`);
  await fetch(`${app.server.url}/api/leads/${lead?.id}`, { method: "DELETE" });
  await bar(page).getByRole("button", { name: "Favorit" }).click();
  await expect(bar(page)).toContainText(`${count - 1} Leads als Favorit merken?`);
  await page.goto(`/leadspeicher?${SEARCH}&favorite=true`);
  await expect(page.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();

  await page.goto(`/leadspeicher?${SEARCH}&auswahl=alle`);
  await bar(page).getByRole("button", { name: "Favorit" }).click();
  await expect(message(page)).toContainText(`Als Favorit gemerkt: ${count - 1} Leads.`);
  await message(page).getByRole("button", { name: "Rückgängig" }).click();
  await expect(message(page)).toContainText(
    `${count - 1} Leads wieder aus den Favoriten genommen.`,
  );

  await page.goto(`/leadspeicher?${SEARCH}&auswahl=alle`);
  const name = await nameOf(page, 0);
  await bar(page).getByRole("button", { name: "Löschen" }).click();
  await expect(bar(page)).toContainText(`${count - 1} Leads löschen?`);
  await expect(bar(page)).toContainText("Suchbegriff: Stadtwerke · Bundesland: Sachsen");
  await expect(bar(page)).toContainText(name);
  await bar(page).getByRole("link", { name: "Abbrechen" }).click();
  await bar(page).getByRole("button", { name: "Löschen", exact: true }).click();
  await bar(page)
    .getByRole("button", { name: `${count - 1} Leads löschen` })
    .click();
  await expect(message(page)).toContainText(`In den Papierkorb gelegt: ${count - 1} Leads.`);
  await message(page).getByRole("button", { name: "Rückgängig" }).click();
  await expect(message(page)).toContainText(`${count - 1} Leads aus dem Papierkorb zurückgeholt.`);
  await expect(rows(page).first()).toBeVisible();
});

test("takes back by Strg+Z what a row's button did, and an entry of the timeline", {
  tag: "@js",
}, async ({ page, alive }) => {
  await page.goto(`/leadspeicher?${SEARCH}&sort=companyName`);
  await alive();
  const favorite = page.getByRole("button", { name: `Favorit: ${await nameOf(page, 4)}` });
  await favorite.click();
  await expect(favorite).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+z");
  await expect(message(page)).toContainText("1 Lead wieder aus den Favoriten genommen.");
  await expect(favorite).toHaveAttribute("aria-pressed", "false");
  await rows(page).nth(4).locator('[data-key="open"]').click();
  const entries = (await unfold(page, "Verlauf")).getByRole("listitem");
  await expect(entries.first()).toContainText("Rückgängig gemacht");
  await entries.first().getByRole("button", { name: "Rückgängig" }).click();
  await expect(message(page)).toContainText("Wiederholt: Als Favorit gemerkt");
  await expect(favorite).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+z");
});

/** Names what moves on the page from now on, also what a browser forgives since somebody pressed something. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  const shifts = await page.evaluateHandle(() => {
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const parts = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        for (const { node, previousRect, currentRect } of parts)
          moved.push(
            `${node?.outerHTML ?? node?.data}`.slice(0, 160) +
              ` from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
          );
      }
    }).observe({ type: "layout-shift" });
    return moved;
  });
  return () =>
    shifts.evaluate(async (moved) => {
      // A shift is told behind the frame that shows it.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      return moved;
    });
}

/** Where the parts of the page begin that stay, from its top and left. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    ["h1, h2", "nav[aria-label=Ansichten]", "search", "table", "tr[data-row]"].map((part) => {
      const { x, y } =
        document.querySelector(`.store-list :is(${part})`)?.getBoundingClientRect() ?? {};
      return [part, x, Math.round((y ?? 0) + window.scrollY)];
    }),
  );

test("moves nothing by ticking, pressing, opening, filtering and turning pages", {
  tag: "@js",
}, async ({ page, alive }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/leadspeicher?${SEARCH}&pageSize=25&sort=companyName`);
  await alive();
  const panel = page.locator('main[data-panel="open"]');
  const places = await placesOf(page);
  for (const isOpen of [false, true]) {
    const movedParts = await watchShifts(page);
    await rows(page).nth(1).getByRole("checkbox").check();
    await expect(bar(page)).toBeVisible();
    await rows(page).nth(20).scrollIntoViewIfNeeded();
    await expect(bar(page)).toBeInViewport();
    await rows(page).nth(20).getByRole("checkbox").check();
    await bar(page).getByRole("button", { name: "Auswahl aufheben" }).click();
    await expect(bar(page)).toBeHidden();
    for (const key of ["f", "c", "a"]) {
      const button = rows(page).nth(20).locator(`[data-key="${key}"]`);
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", String(!isOpen));
    }
    if (isOpen) {
      const approval = page.locator('section [data-key="a"]', { hasText: "Freigeben" });
      await expect(approval).toHaveAttribute("aria-pressed", "false");
    }
    expect(await movedParts()).toEqual([]);
    if (!isOpen) {
      await rows(page).nth(20).locator(".lead-tags").click();
      await expect(panel).toBeVisible();
      await expect(rows(page).nth(20)).toHaveAttribute("aria-current", "true");
    }
    expect(await placesOf(page)).toEqual(places);
  }
  await page.locator('[data-key="close"]').click();
  await expect(panel).toBeHidden();
  expect(await placesOf(page)).toEqual(places);
  await page.getByRole("link", { name: "Nächste Seite" }).click();
  await expect(page).toHaveURL(/page=2/);
  expect(await placesOf(page)).toEqual(places);
  await page.locator("summary", { hasText: "Weitere Filter" }).click();
  await page.getByRole("group", { name: "E-Mail" }).getByText("Mit", { exact: true }).click();
  await expect(page).toHaveURL(/hasEmail=true/);
  expect(await placesOf(page)).toEqual(places);
});

test("gives a page of leads to a person with three presses, and says when they are due", {
  tag: "@js",
}, async ({ page, app, alive }) => {
  await page.goto(`/leadspeicher?${SEARCH}&pageSize=50`);
  await alive();
  const count = await rows(page).count();
  await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).check();
  await bar(page)
    .locator("summary", { hasText: /^Zuständig$/ })
    .click();
  await bar(page).getByRole("button", { name: "ich", exact: true }).click();
  await expect(message(page)).toContainText(`An admin gegeben: ${count} Leads.`);
  await expect(rows(page).first()).toContainText("Zuständig: admin");
  await expect(bar(page).locator("summary", { hasText: /^Zuständig$/ })).toBeFocused();
  // Other files give leads to this person, too.
  const { length: all } = await listLeads(app.server.url, "owner=admin&pageSize=200");
  expect(all).toBeGreaterThanOrEqual(count);
  const mine = page.getByRole("navigation", { name: "Ansichten" }).getByRole("link", {
    name: /^Meine/,
  });
  await expect(mine).toContainText(String(all));
  await page.keyboard.press("Control+z");
  await expect(message(page)).toContainText(`${count} Leads nicht mehr an admin gegeben.`);

  await bar(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await rows(page).first().getByRole("checkbox").check();
  await page.keyboard.press("w");
  const day = bar(page).getByLabel("Wiedervorlage am");
  await expect(day).toBeFocused();
  await day.fill("2099-12-24");
  await day.press("Enter");
  await expect(message(page)).toContainText("Wiedervorlage gesetzt: 1 Lead.");
  await expect(rows(page).first()).toContainText("Wiedervorlage am 24.12.");
  await page.keyboard.press("Control+z");
  await expect(rows(page).first()).not.toContainText("Wiedervorlage am");

  await page.setViewportSize({ width: 360, height: 740 });
  await bar(page)
    .locator("summary", { hasText: /^Mehr$/ })
    .click();
  await bar(page).getByText("Zuständig …").click();
  await bar(page).getByRole("button", { name: "ich", exact: true }).click();
  await expect(message(page)).toContainText("An admin gegeben: 1 Lead.");
  await message(page).getByRole("button", { name: "Rückgängig" }).click();
  await expect(message(page)).toContainText("1 Lead nicht mehr an admin gegeben.");
});

test("tells on the same page how an action on very many leads ended, and takes it back there", {
  tag: "@js",
}, async ({ page, app, alive }) => {
  const lines = Array.from({ length: 201 }, (_, n) => `Sammelwerk ${n};sammelwerk-${n}.example`);
  const form = new FormData();
  form.set("file", new File([["Firma;Domain", ...lines].join("\n")], "Sammlung.csv"));
  const answer = await fetch(`${app.server.url}/api/leads/import`, { method: "POST", body: form });
  const { jobId } = z.object({ jobId: z.string() }).parse(await answer.json());
  await waitForJob(app.server.url, jobId);
  await page.goto("/leadspeicher?q=sammelwerk&auswahl=alle");
  await alive();
  const address = page.url();
  await bar(page).getByRole("button", { name: "Freigeben" }).click();
  await expect(message(page)).toContainText("Freigegeben: 201 Leads.");
  await message(page).getByRole("button", { name: "Rückgängig" }).click();
  await expect(message(page)).toContainText("Freigabe von 201 Leads zurückgezogen.");
  await expect(page).toHaveURL(address);
  const all = { filter: { q: "sammelwerk" }, expectedCount: 201 };
  await postJson(`${app.server.url}/api/leads/bulk`, { action: "delete", ...all });
});

test("has room for many rows, whole names and the search field", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.goto(`/leadspeicher?${SEARCH}&sort=companyName`);
  await alive();
  const field = page.locator("#q");
  const name = rows(page).first().locator('[data-key="open"]');
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  for (const [width, height, count] of [
    [1440, 900, 20],
    [1366, 768, 16],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(185);
    const last = await rows(page)
      .nth(count - 1)
      .boundingBox();
    expect((last?.y ?? height) + (last?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await widthOf(name)).toBeGreaterThanOrEqual(300);
  }
  await page.setViewportSize({ width: 820, height: 900 });
  expect(await widthOf(field)).toBeGreaterThanOrEqual(200);
  await page.setViewportSize({ width: 1366, height: 768 });
  await name.click();
  await expect(page.locator('main[data-panel="open"]')).toBeVisible();
  expect(await widthOf(field)).toBeGreaterThanOrEqual(200);
  expect(await widthOf(name)).toBeGreaterThanOrEqual(300);
});

test("marks ten leads with three presses, ticks a range and the whole page", {
  tag: "@js",
}, async ({ page }) => {
  await page.goto(`/leadspeicher?${SEARCH}&pageSize=25`);
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
  await bar(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await rows(page).nth(0).getByRole("checkbox").click();
  await rows(page)
    .nth(9)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await bar(page).getByRole("button", { name: "Kontaktiert" }).click();
  await expect(message(page)).toContainText("Als kontaktiert markiert: 10 Leads.");
  await expect(bar(page)).toContainText("10 ausgewählt");
  await message(page).getByRole("button", { name: "Rückgängig" }).click();
  await expect(message(page)).toContainText("10 Leads wieder als nicht kontaktiert markiert.");
  await page.getByRole("checkbox", { name: "Alle Zeilen dieser Seite auswählen" }).check();
  await expect(bar(page)).toContainText("25 ausgewählt");
  await bar(page).getByRole("button", { name: "Auswahl aufheben" }).click();
  await expect(bar(page)).toBeHidden();
});
