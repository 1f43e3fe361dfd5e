import type { Page } from "@playwright/test";
import { z } from "zod";
import { holdProvider } from "../support/api-client";
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

test("no bar ever falls, from the map over the supplement to the last website", async ({
  app,
  page,
  javaScriptEnabled,
}) => {
  const { origin } = app.providers;
  const map = await holdProvider(origin, { provider: "google-places" });
  const web = await holdProvider(origin, { provider: "serper" });
  await page.goto("/suche");
  await page.getByLabel("Was?").fill("Elektriker");
  await page.getByLabel("Wo?").fill("Saarland");
  await page.getByLabel("Wie viele?").fill("12");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  await expect(page).toHaveURL(/job=/);
  const id = new URL(page.url()).searchParams.get("job") ?? "";
  const seen = await watch(page, /^Läuft/);
  await map.release();
  if (!javaScriptEnabled) {
    await page.getByRole("button", { name: "Ergänzende Suche starten" }).click();
  }
  seen.push(...(await watch(page, /^Suche abgeschlossen, Websuche läuft noch$/)));
  const between = seen.at(-1);
  expect(between?.bars.Fortschritt).toBe(100);
  expect(between?.bars["Fortschritt der Websuche"]).toBeLessThan(100);
  expect(between?.steps.at(-1)).toBe("Fertig");
  await web.release();
  seen.push(...(await watch(page, /^Fertig/)));

  const furthest = new Map<string, number>();
  for (const { bars, navigation, rows } of seen) {
    for (const [name, value] of Object.entries({ ...bars, ...navigation, rows })) {
      expect(value, name).toBeGreaterThanOrEqual(furthest.get(name) ?? 0);
      furthest.set(name, value);
    }
    if (id in navigation) expect(navigation[id]).toBe(bars.Fortschritt);
  }
  expect([...furthest.keys()].filter((name) => /Lesen der Websites/.test(name))).not.toEqual([]);
  expect(seen.some(({ navigation }) => id in navigation)).toBe(true);
  // Nothing says that it is done before all is.
  expect(seen.filter(({ status }) => /^Fertig/.test(status))).toHaveLength(1);
  const last = seen.at(-1);
  expect(last?.steps.at(-1)).toBe("Fertig, erledigt");
  expect(Object.values(last?.bars ?? {})).toEqual([100, 100, 100, 100]);
});
