import type { Page } from "@playwright/test";
import {
  holdProvider,
  listLeads,
  searchOnce,
  startSearch,
  waitForJob,
} from "../support/api-client";
import { expect, test } from "../support/browser-test";

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

test("a page that is left while its data arrives complains of nothing", { tag: "@js" }, async ({
  app,
  page,
  alive,
}) => {
  const id = await startSearch(app.server.url, { query: "Zahnarzt", region: "Hessen", count: 60 });
  await waitForJob(app.server.url, id);
  await page.goto("/kampagnen");
  await alive();
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: 8_000, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", slow);
  const answered = page.waitForResponse(/leadspeicher\.data/);
  const menu = page.getByRole("listitem");
  await menu.getByRole("link", { name: "Leadspeicher", exact: true }).click();
  await answered;
  await menu.getByRole("link", { name: "Suche", exact: true }).click();
  await network.detach();
  await expect(page.getByRole("heading", { level: 1, name: "Suche" })).toBeVisible();
});
