import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { holdProvider, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

const LIST = "Firma;Website\nEins GmbH;https://www.eins-browser.example/\nNur Name AG;\n";

function upload(name: string, text: string) {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

async function startContacts(url: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([LIST], "firmen.csv"));
  body.set("category", "ceo");
  const response = await fetch(`${url}/api/jobs/csv-enrich`, { method: "POST", body });
  return z.object({ jobId: z.string() }).parse(await response.json()).jobId;
}

/** Waits until the card of a run says that it is done. */
async function expectDone(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/ergebnisse\//);
  await expect(page.getByRole("status").filter({ hasText: /^Fertig/ })).toBeVisible();
}

/** The state of the newest earlier run, and its row. */
function firstRun(page: Page) {
  return page.getByRole("table", { name: "Frühere Läufe" }).getByRole("row").nth(1);
}

test("moves a run to the earlier ones when it ends, and takes nothing from who is typing", async ({
  app,
  page,
  javaScriptEnabled,
}) => {
  const held = await holdProvider(app.providers.origin, { provider: "anymailfinder" });
  const id = await startContacts(app.server.url);
  await page.goto("/pipelines/csv");
  await expect(page.getByRole("region", { name: "Läuft gerade" })).toBeVisible();
  await page.getByLabel("Wen suchen?").selectOption("Vertrieb");
  await held.release();
  await waitForJob(app.server.url, id);
  if (javaScriptEnabled === false) {
    // A page that renewed itself would take what is typed away.
    await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
    await page.getByRole("link", { name: "Stand erneuern" }).click();
  }
  await expect(page.getByRole("region", { name: "Läuft gerade" })).toHaveCount(0);
  if (javaScriptEnabled !== false) {
    await expect(page.getByLabel("Wen suchen?")).toHaveValue("sales");
  }
  await expect(firstRun(page).getByRole("link", { name: "firmen.csv" })).toBeVisible();
});

test("the CSV pipeline asks for the columns first, then looks for the persons", {
  tag: "@no-js",
}, async ({ page, complaints }) => {
  await page.goto("/pipelines/csv");
  await page.getByLabel("Liste").setInputFiles(upload("kaputt.csv", "a;b\n1;2\n"));
  await page.getByRole("button", { name: "Hochladen und prüfen" }).click();
  await expect(page.getByRole("alert")).toContainText("keine Spalte mit Domain");
  // The browser itself notes that the answer had status 422.
  complaints.length = 0;

  await page.getByLabel("Liste").setInputFiles(upload("firmen.csv", LIST));
  await page.getByLabel("Wen suchen?").selectOption("Vertrieb");
  await page.getByRole("button", { name: "Hochladen und prüfen" }).click();
  await expect(page.getByRole("heading", { name: "firmen.csv" })).toBeVisible();
  await expect(page.getByLabel("Spalte mit Domain oder Website")).toHaveValue("Website");
  await expect(page.getByLabel("Wen suchen?")).toHaveValue("sales");
  await page.getByLabel("Spalte mit dem Firmennamen").selectOption("keine");
  await page.getByRole("button", { name: "Zuordnung prüfen" }).click();
  await page.getByLabel("Spalte mit dem Firmennamen").selectOption("Firma");
  await page.getByRole("button", { name: "Suche starten" }).click();
  await expectDone(page);
  await expect(page.getByRole("columnheader", { name: "Ansprechperson" })).toBeAttached();
  await expect(page.getByText("Eins GmbH", { exact: true })).toBeVisible();

  await page.goto("/pipelines/csv");
  await expect(firstRun(page).getByRole("link", { name: "firmen.csv" })).toBeVisible();
});

test("says at the field that a file is too large, and does not send it", {
  tag: "@js",
}, async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await page.goto("/pipelines/csv");
  // A file of the disk: what is handed over as a text goes through three processes.
  const huge = test.info().outputPath("riesig.csv");
  await writeFile(huge, Buffer.alloc(21 * 1024 * 1024, "x"));
  await page.getByLabel("Liste").setInputFiles(huge);
  const alert = page.getByRole("alert").filter({ hasText: "Die Datei ist größer als 20 MB." });
  await expect(alert).toBeVisible();
  await page.getByRole("button", { name: "Hochladen und prüfen" }).click();
  await expect(alert).toBeVisible();
  await expect(page.getByLabel("Liste")).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);

  await page.getByLabel("Liste").setInputFiles(upload("klein.csv", LIST));
  await expect(alert).toHaveCount(0);
  await page.getByRole("button", { name: "Hochladen und prüfen" }).click();
  await expect(page.getByRole("heading", { name: "klein.csv" })).toBeVisible();
});

test("the profile pipeline wants the notice confirmed once, then takes an exported file", {
  tag: "@no-js",
}, async ({ page, complaints }) => {
  const profiles =
    "First Name;Last Name;Company;Website\nErika;Muster;Zwei GmbH;https://zwei-browser.example\n";
  await page.goto("/pipelines/profile");
  await expect(page.getByLabel("Datei")).toHaveCount(0);
  await page.getByRole("button", { name: "Bestätigen" }).click();
  await expect(page.getByText("Zum Bestätigen das Kästchen ankreuzen.")).toBeVisible();
  // The browser itself notes that the answer had status 422.
  complaints.length = 0;
  await page.getByLabel("die Nutzungsbedingungen der Quelle").check();
  await page.getByRole("button", { name: "Bestätigen" }).click();
  await page.getByLabel("Datei").setInputFiles(upload("profile.csv", profiles));
  await page.getByRole("button", { name: "Hochladen und starten" }).click();
  await expectDone(page);
  await expect(page.getByRole("cell", { name: "Erika Muster" })).toBeVisible();
  await expect(page.getByText("Zwei GmbH", { exact: true })).toBeVisible();

  await page.goto("/pipelines/profile");
  await page.getByLabel("Adresse der Suche im Sales Navigator").fill("https://www.xing.com/x");
  await page.getByRole("button", { name: "Suche starten" }).click();
  await expect(page.getByText(/Das ist keine Sales-Navigator-Suche: www\.xing\.com/)).toBeVisible();
  complaints.length = 0;
  const address = "https://www.linkedin.com/sales/search/people?query=(x)";
  await page.getByLabel("Adresse der Suche im Sales Navigator").fill(address);
  await page.getByLabel("Wie viele?").fill("8");
  await page.getByRole("button", { name: "Suche starten" }).click();
  await expectDone(page);
  await expect(page.getByRole("columnheader", { name: "Ansprechperson" })).toBeAttached();
});
