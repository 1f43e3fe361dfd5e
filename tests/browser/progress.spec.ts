import type { Page } from "@playwright/test";
import { z } from "zod";
import { holdProvider, listLeads, searchOnce, startSearch } from "../support/api-client";
import { expect, test } from "../support/browser-test";

// With a server that reads the websites of what a search brought.
test.use({ settings: { AUTO_ENRICHMENT: "true" } });

const ShownSchema = z.object({
  status: z.string(),
  /** Of the card, by their names. */
  bars: z.record(z.string(), z.number()),
  /** Of the navigation, by the ids of their runs. */
  navigation: z.record(z.string(), z.number()),
  steps: z.array(z.string()),
  /** Of the table, its head among them. */
  rows: z.number(),
});
type Shown = z.infer<typeof ShownSchema>;

/** What a page shows of a search at one moment; null while it renews itself. */
async function read(page: Page): Promise<Shown | null> {
  const look = page.evaluate(() => {
    const card = document.querySelector("section[aria-label^='Suche ']");
    if (card === null || document.readyState !== "complete") return null;
    const runs = [...document.querySelectorAll("[aria-label='Aktive Läufe'] a")];
    return {
      status: card.querySelector("[role=status]")?.textContent ?? "",
      bars: Object.fromEntries(
        [...card.querySelectorAll("progress")].map((bar) => [bar.ariaLabel, bar.value]),
      ),
      navigation: Object.fromEntries(
        runs.map((run) => [
          run.getAttribute("href")?.split("/").at(-1),
          run.querySelector("progress")?.value,
        ]),
      ),
      rows: document.querySelectorAll("tr").length,
      steps: [...card.querySelectorAll("[aria-label='Phasen'] li")].map((li) => li.textContent),
    };
  });
  return look.then(
    (shown) => ShownSchema.nullable().parse(shown),
    () => null,
  );
}

/** Watches a search until its state reads like something. */
async function watch(page: Page, status: RegExp): Promise<Shown[]> {
  const seen: Shown[] = [];
  await expect(async () => {
    const shown = await read(page);
    if (shown !== null) seen.push(shown);
    expect(shown?.status).toMatch(status);
  }).toPass({ intervals: [60], timeout: 40_000 });
  return seen;
}

test("no bar ever falls, from the map over the supplement to the last website", {
  tag: "@js",
}, async ({ app, page }) => {
  const { origin } = app.providers;
  const map = await holdProvider(origin, { provider: "google-places" });
  const web = await holdProvider(origin, { provider: "serper" });
  await page.goto("/suche");
  await page.getByLabel("Was?").fill("Elektriker");
  await page.getByLabel("Wo?").fill("Saarland");
  await page.getByLabel("Wie viele?").fill("12");
  await page.getByLabel("Was zählt?").selectOption("alle Firmen");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  await expect(page).toHaveURL(/job=/);
  const id = new URL(page.url()).searchParams.get("job") ?? "";
  const seen = await watch(page, /^Läuft/);
  await map.release();
  seen.push(...(await watch(page, /^Suche abgeschlossen, Websuche läuft noch$/)));
  const between = seen.at(-1);
  // The whole is not done: its further search has begun.
  expect(between?.bars.Fortschritt).toBeLessThan(100);
  expect(between?.bars["Fortschritt: Websuche"]).toBeLessThan(100);
  expect(between?.steps.at(-1)).toBe("Fertig");
  await web.release();
  seen.push(...(await watch(page, /^Fertig/)));

  const furthest = new Map<string, number>();
  for (const { bars, rows } of seen) {
    // The further search makes the whole longer, once.
    const stretch = "Fortschritt: Websuche" in bars ? "with the web" : "map";
    const { Fortschritt: whole = 0, ...own } = bars;
    for (const [name, value] of Object.entries({ ...own, [stretch]: whole, rows })) {
      expect(value, name).toBeGreaterThanOrEqual(furthest.get(name) ?? 0);
      furthest.set(name, value);
    }
  }
  expect([...furthest.keys()].filter((name) => /Websites.* lesen/.test(name))).not.toEqual([]);
  const beside = seen.flatMap(({ navigation }) => (id in navigation ? [navigation[id] ?? 0] : []));
  expect(beside).not.toEqual([]);
  // The navigation hears of the further search at a moment of its own.
  expect(beside.filter((value, at) => value < (beside[at - 1] ?? 0)).length).toBeLessThan(2);
  // Nothing says that it is done before all is.
  expect(seen.filter(({ status }) => /^Fertig/.test(status))).toHaveLength(1);
  const last = seen.at(-1);
  expect(last?.steps.at(-1)).toBe("Fertig, erledigt");
  expect(Object.values(last?.bars ?? {})).toEqual([100, 100, 100, 100]);
});

test("a page says that its server is away, keeps what is typed, and goes on by itself", {
  tag: "@js",
}, async ({ app, page, alive, complaints }) => {
  const { url } = app.server;
  const { port } = new URL(url);
  await searchOnce(url, { query: "Dachdecker", region: "Saarland", count: 5 });
  const [lead] = await listLeads(url, "pageSize=1");
  const map = await holdProvider(app.providers.origin, { provider: "google-places" });
  const id = await startSearch(url, { query: "Elektriker", region: "Bremen" });
  await map.waitForCall();
  const message = (of: Page) => of.getByRole("status", { name: "Meldung" });
  const status = page.getByRole("main").getByRole("status").first();
  await page.goto(`/ergebnisse/${id}`);
  await alive();
  await expect(status).toHaveText(/^Läuft/);
  const panel = await page.context().newPage();
  await panel.goto(`${url}/leadspeicher/${lead?.id}`, { waitUntil: "networkidle" });
  const box = panel.getByRole("textbox", { name: "Notizen" });
  await box.fill("Ruft zurück");

  await app.server.stop();
  await expect(message(page)).toContainText("Verbindung unterbrochen – es wird neu verbunden …");
  await panel.getByRole("button", { name: "Notiz speichern" }).click();
  await expect(message(panel)).toContainText(/Das Formular ist nicht gesendet|kam keine Antwort/);
  await expect(box).toHaveValue("Ruft zurück");

  await app.restart({ PORT: port });
  await expect(message(page)).not.toContainText("erbunden");
  await map.release();
  await expect(status).toHaveText(/^Fertig/, { timeout: 20_000 });
  await expect(message(panel)).toContainText("Wieder verbunden.");
  await expect(box).toHaveValue("Ruft zurück");
  await panel.getByRole("button", { name: "Notiz speichern" }).click();
  await expect(
    panel.getByRole("listitem").filter({ hasText: "Ruft zurück" }).first(),
  ).toBeVisible();
  await expect(message(panel)).not.toContainText("erbunden");
  // The browser notes every request that found no server.
  const others = complaints.filter((text) => !text.startsWith("Failed to load resource"));
  complaints.splice(0, complaints.length, ...others);
});
