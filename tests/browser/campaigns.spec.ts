import type { Page } from "@playwright/test";
import { holdProvider, postJson, setFault } from "../support/api-client";
import { expect, test } from "../support/browser-test";

/** Asks for one term at some places of Bremen; with each test another term, since what is done is skipped. */
async function plan(page: Page, term: string, places: number): Promise<void> {
  await page.goto("/kampagnen");
  const card = page.getByRole("region", { name: "Alle Bundesländer" });
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

test("a campaign is planned, started and followed to its end", async ({ page }) => {
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
  // What is done is not asked for again unless somebody wants it.
  const card = page.getByRole("region", { name: "Alle Bundesländer" });
  await page.goto(
    "/kampagnen?kind=bundeslaender&terms=Tischler&states=HB&placesPerState=3&count=5",
  );
  await expect(
    card.getByText(/^3 Suchen sind schon erledigt|Es bleibt nichts zu tun/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /starten$/ })).toHaveCount(0);
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
  await expect(page.getByRole("link", { name: "Löschen" })).toBeVisible();
  await page.getByRole("button", { name: "Fortsetzen" }).click();
  await expect(
    page.getByRole("region", { name: "Fortschritt" }).getByText("fertig", { exact: true }),
  ).toBeVisible({ timeout: 25_000 });
  await page.getByRole("link", { name: "Löschen" }).click();
  await expect(page.getByText(/^Die Leads bleiben/)).toBeVisible();
  await page.getByRole("button", { name: "Kampagne löschen" }).click();
  await expect(page).toHaveURL(/\/kampagnen$/);
  await expect(page.getByRole("link", { name: "Logistik" })).toHaveCount(0);
});

test("says why it stopped, and tries a failed search again", { tag: "@no-js" }, async ({
  app,
  page,
}) => {
  await setFault(app.providers.origin, {
    provider: "google-places",
    match: "Solar",
    times: 1,
    fault: {
      status: 400,
      body: { error: { code: 400, message: "Bad text", status: "INVALID_ARGUMENT" } },
    },
  });
  await plan(page, "Solar", 2);
  await start(page, 2);
  await expect(
    page.getByRole("region", { name: "Fortschritt" }).getByText("fertig", { exact: true }),
  ).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Bad text/)).toBeVisible();
  await page.getByRole("button", { name: "Nochmal" }).click();
  await expect(bar(page, "Solar")).toHaveJSProperty("value", 2, { timeout: 20_000 });
  await expect(
    page.getByRole("region", { name: "Fortschritt" }).getByText("fertig", { exact: true }),
  ).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Bad text/)).toHaveCount(0);
});

test("gives a form back with its faults, and keeps where utilities begin", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto("/kampagnen?kind=bundeslaender&terms=&placesPerState=99&count=5");
  const card = page.getByRole("region", { name: "Alle Bundesländer" });
  await expect(card.getByText(/^Mindestens einen Suchbegriff/)).toBeVisible();
  await expect(card.getByText("Eine ganze Zahl von 1 bis 50 eingeben.")).toBeVisible();
  await expect(card.getByText("Mindestens ein Bundesland wählen.")).toBeVisible();

  const utilities = page.getByRole("region", { name: "Energieversorger" });
  await utilities.getByText("Reihenfolge: zuerst Bayern, Nordrhein-Westfalen").click();
  await utilities.getByLabel("Zuerst").selectOption("Saarland");
  await utilities.getByLabel("Dann").selectOption("");
  await utilities.getByRole("button", { name: "Reihenfolge speichern" }).click();
  await expect(utilities.getByText("Reihenfolge: zuerst Saarland")).toBeVisible();
});

test("starts only what the form says and was computed of it", async ({
  page,
  alive,
  complaints,
  javaScriptEnabled,
}) => {
  await page.goto(
    "/kampagnen?kind=bundeslaender&terms=Brauerei&states=Saarland&placesPerState=1&count=5",
  );
  await alive();
  const card = page.getByRole("region", { name: "Alle Bundesländer" });
  const start = card.getByRole("button", { name: /starten$/ });
  await expect(start).toHaveText("1 Suche starten");
  await card.getByLabel("Orte je Bundesland").fill("3");
  if (javaScriptEnabled) {
    // The plan is folded away with its button until it is computed of the form as it is now.
    await expect(start).toHaveCount(0);
    await card.getByRole("button", { name: "Umfang berechnen" }).click();
  } else {
    await start.click();
    await expect(page.getByRole("alert")).toContainText("Der Umfang ist ein anderer");
    expect(complaints.splice(0).join()).toContain("409");
  }
  await expect(card.getByLabel("Orte je Bundesland")).toHaveValue("3");
  await expect(start).toHaveText("3 Suchen starten");
  await start.click();
  await expect(page).toHaveURL(/\/kampagnen\/[\w-]+$/);
  await expect(bar(page, "Brauerei")).toHaveJSProperty("max", 3);
});

test("keeps what was chosen for a campaign that can't begin", { tag: "@js" }, async ({
  page,
  app,
  complaints,
}) => {
  await page.goto(
    "/kampagnen?kind=bundeslaender&terms=Glaser&states=Saarland&placesPerState=1&count=5",
  );
  const card = page.getByRole("region", { name: "Alle Bundesländer" });
  const start = card.getByRole("button", { name: "1 Suche starten" });
  await expect(start).toBeVisible();
  // Meanwhile somebody else has it done.
  const response = await postJson(`${app.server.url}/api/campaigns`, {
    kind: "bundeslaender",
    terms: ["Glaser"],
    states: ["Saarland"],
    placesPerState: 1,
    count: 5,
  });
  const { id } = await response.json();
  await expect(async () => {
    const campaign = await page.request.get(`/api/campaigns/${id}`);
    expect(await campaign.json()).toMatchObject({ status: "complete" });
  }).toPass();
  await start.click();
  await expect(page.getByRole("alert")).toContainText("schon erledigt");
  await expect(card.getByLabel(/^Suchbegriffe/)).toHaveValue("Glaser");
  await expect(card.getByText("1 Bundesland", { exact: true })).toBeVisible();
  await expect(card.getByText(/Es bleibt nichts zu tun/)).toBeVisible();
  // The browser itself notes that the answer had status 409.
  complaints.length = 0;
});
