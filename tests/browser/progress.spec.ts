import type { Page } from "@playwright/test";
import { z } from "zod";
import { holdProvider, listLeads, searchOnce, startSearch } from "../support/api-client";
import { expect, test } from "../support/browser-test";

// With a server that reads the websites of what a search brought.
test.use({ settings: { AUTO_ENRICHMENT: "true" } });

const ShownSchema = z.object({
  path: z.string(),
  /** Of the card, where the page shows a single search. */
  status: z.string(),
  lastStep: z.string(),
  /** By where they stand and what they tell of. */
  bars: z.record(z.string(), z.number()),
});
type Shown = z.infer<typeof ShownSchema>;

/** What every page of a browser window shows, looked at 20 times a second. */
async function openSampled(page: Page): Promise<{ window: Page; seen: Shown[] }> {
  const window = await page.context().newPage();
  const seen: Shown[] = [];
  await window.exposeFunction("noteShown", (shown: unknown) => {
    seen.push(ShownSchema.parse(shown));
  });
  await window.addInitScript(() => {
    const look = () => {
      // A page that is being left, or not there yet, shows nothing.
      if (document.readyState === "loading") return;
      const bars = [...document.querySelectorAll("progress")].map((bar) => {
        const link = bar
          .closest("li")
          ?.querySelector("a[href^='/ergebnisse/']")
          ?.getAttribute("href");
        const place = bar.closest("nav") === null ? bar.ariaLabel : "navigation";
        return [`${place} ${link ?? ""}`, bar.value];
      });
      const card = document.querySelector("section[aria-label^='Suche ']");
      const steps = [...document.querySelectorAll("[aria-label='Phasen'] li")];
      const shown = {
        path: location.pathname + location.search,
        status: card?.querySelector("[role=status]")?.textContent ?? "",
        lastStep: steps.at(-1)?.textContent ?? "",
        bars: Object.fromEntries(bars),
      };
      Reflect.get(globalThis, "noteShown")(shown);
    };
    setInterval(look, 50);
  });
  return { window, seen };
}

/** Each bar as it was shown, without repetitions. */
function seriesOf(seen: readonly Shown[]): Map<string, number[]> {
  const series = new Map<string, number[]>();
  for (const { path, bars } of seen) {
    for (const [name, value] of Object.entries(bars)) {
      // The navigation is the same on every page.
      const key = name.startsWith("navigation") ? name : `${path} ${name}`;
      const known = series.get(key) ?? [];
      if (known.at(-1) !== value) series.set(key, [...known, value]);
    }
  }
  return series;
}

const LONG = { timeout: 60_000 };
test("no bar falls while a search goes on by itself over a restart, and nothing is done before all is", {
  tag: "@js",
}, async ({ app, page }) => {
  test.slow();
  const { origin } = app.providers;
  const { window, seen } = await openSampled(page);

  const web = await holdProvider(origin, { provider: "serper" });
  await window.goto("/suche");
  await window.getByLabel("Was?").fill("Elektriker");
  await window.getByLabel("Wo?").fill("Saarland");
  await window.getByLabel("Wie viele?").fill("12");
  await window.getByLabel("Was zählt?").selectOption("alle Firmen");
  await window.getByRole("button", { name: "Suchen", exact: true }).click();
  await expect(window.getByText("Suche abgeschlossen, Websuche läuft noch")).toBeVisible(LONG);
  await expect(window.getByText(/^Ergänzende Suche: „/)).toBeVisible();
  const { port } = new URL(app.server.url);
  await app.restart({ PORT: port });
  await web.release();
  const status = window.getByRole("main").getByRole("status");
  await expect(status.filter({ hasText: /^Fertig/ })).toBeVisible(LONG);
  // The page shows its end a moment before the next look at it.
  await expect.poll(() => seen.at(-1)?.status).toMatch(/^Fertig/);
  const alone = seen.filter(({ status }) => status !== "");
  const done = alone.findIndex(({ status }) => /^Fertig/.test(status));
  // The whole is full when nothing of it goes on any more, and says so at that moment.
  expect(alone.slice(0, done).filter(({ bars }) => bars["Fortschritt "] === 100)).toEqual([]);
  expect(alone[done - 1]?.lastStep).toBe("Fertig");
  expect(alone.at(-1)?.lastStep).toBe("Fertig, erledigt");

  const series = seriesOf(seen);
  for (const [name, values] of series) {
    expect(values, name).toEqual(values.toSorted((one, other) => one - other));
  }
  expect(Math.max(...[...series.values()].map(({ length }) => length))).toBeGreaterThan(3);
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
