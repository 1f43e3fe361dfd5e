import type { Page } from "@playwright/test";
import { holdProvider, searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

/** Asks for one term at some places of Bremen; with each test another term, since what is done is skipped. */
async function plan(page: Page, term: string, places: number): Promise<void> {
  await page.goto("/kampagnen");
  const card = page.getByRole("region", { name: "Neue Kampagne" });
  await card.getByLabel(/^Suchbegriffe/).fill(term);
  await card.getByLabel("Orte je Bundesland").fill(String(places));
  await card.getByText("Alle 16 Bundesländer").click();
  for (const tick of await card.getByRole("group").getByRole("checkbox").all()) {
    if ((await tick.getAttribute("value")) !== "Bremen") await tick.uncheck();
  }
  await card.getByRole("button", { name: "Umfang berechnen" }).click();
  await expect(card.getByRole("button", { name: /starten$/ })).toBeVisible();
}

async function start(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: `${count} Suchen starten` }).click();
  await expect(page).toHaveURL(/\/kampagnen\/[\w-]+$/);
}

function bar(page: Page, term: string) {
  return page.getByRole("main").getByRole("progressbar", { name: `Fortschritt von ${term}` });
}

test("a campaign is planned, started and followed to its end", { tag: "@no-js" }, async ({
  page,
}) => {
  await page.goto("/kampagnen");
  const terms = page.getByLabel(/^Suchbegriffe/);
  const preset = page.getByRole("button", { name: "Energieversorger einsetzen" });
  await terms.fill("Stadtwerke");
  await preset.click();
  await expect(terms).toHaveValue("Netzbetreiber\nFernwärme\nIndustriepark\nStadtwerke");
  await terms.clear();
  await page.getByLabel("Orte je Bundesland").fill("2");
  await preset.click();
  await expect(terms).toHaveValue("Netzbetreiber\nFernwärme\nIndustriepark");
  await expect(page.getByLabel("Orte je Bundesland")).toHaveValue("2");
  await page.getByRole("button", { name: "Umfang berechnen" }).click();
  await expect(page.getByText("3 Begriffe an 32 Orten in 16 Bundesländern.")).toBeVisible();
  await plan(page, "Tischler", 3);
  await start(page, 3);
  await expect(page.getByRole("heading", { level: 1, name: "Tischler" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Fortschritt" }).getByText("fertig", { exact: true }),
  ).toBeVisible({ timeout: 20_000 });
  await expect(bar(page, "Tischler")).toHaveJSProperty("value", 3);

  const cell = page.getByRole("link", {
    name: /^Bremen, Tischler: \d+ neue Leads?, 3 von 3 Suchen fertig/,
  });
  await expect(page.getByRole("link", { name: /^Saarland, Tischler/ })).toHaveAttribute(
    "href",
    "/suche?was=Tischler&wo=Saarland",
  );
  await cell.click();
  await expect(page).toHaveURL(/land=Bremen/);
  const tasks = page.getByRole("table", { name: "Suchen der Kampagne" });
  await expect(tasks.getByRole("row")).toHaveCount(4);
  await page.getByRole("link", { name: "Offen", exact: true }).click();
  await expect(page.getByText("Keine Suche passt zu dieser Auswahl.")).toBeVisible();
  await page.getByRole("link", { name: "Alle", exact: true }).click();
  await tasks.getByRole("link", { name: "Ergebnisse von Tischler in Bremerhaven" }).click();
  await expect(page).toHaveURL(/\/ergebnisse\//);

  await page.goto("/kampagnen");
  await expect(
    page.getByRole("table", { name: "Kampagnen" }).getByRole("link", { name: "Tischler" }),
  ).toBeVisible();
});

test("starts only what the form says and was computed of it", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.goto("/kampagnen?terms=Brauerei&states=Saarland&placesPerState=1&count=5");
  await alive();
  const card = page.getByRole("region", { name: "Neue Kampagne" });
  const start = card.getByRole("button", { name: /starten$/ });
  await expect(start).toHaveText("1 Suche starten");
  await card.getByLabel("Orte je Bundesland").fill("3");
  // The plan is folded away with its button until it is computed of the form as it is now.
  await expect(start).toHaveCount(0);
  await card.getByRole("button", { name: "Umfang berechnen" }).click();
  await expect(card.getByLabel("Orte je Bundesland")).toHaveValue("3");
  await expect(start).toHaveText("3 Suchen starten");
  await start.click();
  await expect(page).toHaveURL(/\/kampagnen\/[\w-]+$/);
  await expect(bar(page, "Brauerei")).toHaveJSProperty("max", 3);
});

test("pauses, goes on, and is deleted only after a question", { tag: "@js" }, async ({
  app,
  page,
}) => {
  const held = await holdProvider(app.providers.origin, {
    provider: "google-places",
    match: "Logistik",
  });
  await plan(page, "Logistik", 2);
  await start(page, 2);
  await page.getByRole("button", { name: "Pausieren" }).click();
  await expect(page.getByText("pausiert", { exact: true })).toBeVisible();
  await held.release();
  await page.getByRole("button", { name: "Fortsetzen" }).click();
  await expect(page.getByText("2 von 2 Suchen", { exact: true })).toBeVisible({ timeout: 25_000 });
  await page.locator("summary", { hasText: "Löschen" }).click();
  await expect(page.getByText(/^Die Leads bleiben/)).toBeVisible();
  await page.getByRole("button", { name: "Kampagne löschen" }).click();
  await expect(page).toHaveURL(/\/kampagnen$/);
  await expect(page.getByRole("link", { name: "Logistik" })).toHaveCount(0);
});

for (const tag of ["@js", "@no-js"]) {
  test(`the yield names what a search cost and proposes the next one ${tag}`, { tag }, async ({
    app,
    page,
  }) => {
    for (const [query, region] of [
      ["Hotel", "Thüringen"],
      ["Bäckerei", "Bremen"],
    ] as const) {
      await searchOnce(app.server.url, { query, region, count: 20 });
    }
    await page.goto("/kampagnen");
    await page.getByRole("link", { name: "Ertrag" }).click();
    const rows = page.getByRole("row").filter({ hasText: "Bäckerei" });
    await expect(rows.filter({ hasText: "Google Places" })).toContainText("0,03\u00a0€");
    await page.getByLabel("Dienst", { exact: true }).selectOption("Google Places");
    await page.getByLabel("Zuerst").selectOption("Günstigste neue Leads");
    await page.getByRole("button", { name: "Anzeigen" }).click();
    await expect(page).toHaveURL(/provider=google-places&sort=perNew/);
    await expect(page.getByLabel("Dienst", { exact: true })).toHaveValue("google-places");
    await expect(page.getByRole("row").filter({ hasText: "Anymailfinder" })).toHaveCount(0);
    const next = page.getByRole("region", { name: "Nächste Suche" }).getByRole("link").first();
    const [, term = "", place = ""] = /^(.+?), (.+):/.exec((await next.textContent()) ?? "") ?? [];
    await next.click();
    await expect(page.getByLabel("Was?")).toHaveValue(term);
    await expect(page.getByLabel("Wo?")).toHaveValue(place);
  });
}

for (const [tag, term] of [
  ["@js", "Zahnarzt"],
  ["@no-js", "Steuerberater"],
]) {
  test(`a past search repeats itself every morning ${tag}`, { tag: tag ?? "" }, async ({
    app,
    page,
    complaints,
  }) => {
    await searchOnce(app.server.url, { query: term ?? "", region: "Bremen", count: 2 });
    await page.goto("/suche");
    await page.getByRole("button", { name: `Täglich wiederholen: ${term} in Bremen` }).click();
    await expect(page).toHaveURL(/\/kampagnen\/[\w-]+$/);
    await expect(page.getByText("Die Suche läuft jetzt jeden Morgen")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${term} in Bremen`);
    await expect(page.getByText("1 von 1 Suche", { exact: true })).toBeVisible();
    const card = page.getByRole("region", { name: "Wiederholung" });
    await expect(card.getByLabel("Wiederholen")).toHaveValue("daily");
    await expect(card).toContainText("von 5,00\u00a0€");

    const save = card.getByRole("button", { name: "Wiederholung speichern" });
    await card.getByLabel("Obergrenze im Monat (€)").fill("fünf");
    await card.getByLabel("Wiederholen").selectOption("Montags bis freitags");
    await save.click();
    await expect(card).toContainText("Ein Betrag in Euro wie 0,03, oder leer.");
    await expect(card.getByLabel("Obergrenze im Monat (€)")).toHaveValue("fünf");
    await expect(card.getByLabel("Wiederholen")).toHaveValue("workdays");
    // The browser itself notes the 422.
    complaints.splice(0, 1);
    await card.getByLabel("Obergrenze im Monat (€)").fill("0,01");
    await save.click();
    await expect(page.getByText("Die Wiederholung ist gespeichert.")).toBeVisible();
    await expect(card).toContainText(/von 0,01.€ übrig.+Gesucht wird deshalb nur in OpenStreetMap/);

    await page.goto("/suche");
    await page.getByRole("link", { name: `aus „${term} in Bremen“ seit gestern` }).click();
    await expect(page).toHaveURL(/campaignId=.+&isNew=true&createdFrom=/);
    await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(0);
  });
}
