import type { Page } from "@playwright/test";
import { z } from "zod";
import { expectGoodLook, expectNoSidewaysScroll } from "../support/accessibility";
import { expect, test } from "../support/browser-test";
import { workbookOfSheets } from "../support/workbook-of-sheets";

const NamesSchema = z.object({ leads: z.array(z.object({ companyName: z.string() })) });

let lists = 0;

/** A list whose domains no other test has. */
function makeList(): { text: string; name: string } {
  lists += 1;
  const name = `liste-${lists}-${process.pid}-${test.info().workerIndex}`;
  const text = [
    "Unsere Kunden;;;;;",
    "Firmenname;Internet;Mail;Ort;Note;Kundennummer",
    `Erste GmbH;www.${name}-eins.example;info@${name}-eins.example;Köln;5;K-1`,
    `Zweite;${name}-zwei.example;;Bonn;;K-2`,
    `Dritte;${name}-drei.example;zwei@${name}-drei.example kaputt@;;9;K-3`,
    ";;;;;K-4",
  ].join("\n");
  return { text, name };
}

async function upload(page: Page, content: string | Buffer, name: string): Promise<void> {
  await page.goto("/leadspeicher/import");
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
  await page.getByLabel("Datei", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Hochladen und prüfen" }).click();
}

/** Names of the leads that a text finds. */
async function companies(page: Page, text: string, more = ""): Promise<string[]> {
  const answer = await page.request.get(`/api/leads?q=${text}${more}`);
  return NamesSchema.parse(await answer.json()).leads.map(({ companyName }) => companyName);
}

test("a list becomes leads and goes again", async ({
  page,
  alive,
  complaints,
  javaScriptEnabled,
}) => {
  const check = async () => {
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Zuordnung prüfen" }).click();
  };
  const { text, name } = makeList();
  await upload(page, text, `${name}.csv`);
  await expect(page.getByRole("heading", { name: `${name}.csv` })).toBeVisible();
  await expect(page.getByLabel("Internet")).toHaveValue("website");
  await expect(page.getByLabel("Kundennummer")).toHaveValue("");
  await expect(page.getByLabel("Kopfzeile")).toHaveValue("2");
  await page.getByRole("link", { name: "1 fehlerhaft" }).click();
  await expect(page.getByRole("heading", { name: "1 Zeile fehlerhaft" })).toBeVisible();
  await expect(page.getByText(/^Zeile 6: Die Zeile nennt weder Firma noch/)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await alive();
  const note = page.getByLabel("Note", { exact: true });
  await note.focus();
  await note.selectOption("companyName");
  await check();
  await expect(page.getByText("„Firma“ ist schon der Spalte „Firmenname“")).toBeVisible();
  await expect(page.getByLabel("Note", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("link", { name: "Zur Spalte" }).click();
  await page.getByLabel("Note", { exact: true }).selectOption("salesScore");
  const number = page.getByLabel("Kundennummer");
  await number.focus();
  await number.selectOption("notes");
  const preview = page.getByRole("table", { name: /wie sie gespeichert werden/ });
  const tag = page.getByLabel("Alle mit Tag versehen");
  if (javaScriptEnabled) {
    await expect(page.getByText("Wird neu geprüft")).toHaveCount(0);
    await expect(number).toBeFocused();
    await page.getByRole("link", { name: "Alle Zeilen" }).click();
    await expect(preview.getByText("K-1")).toBeVisible();
    await tag.fill("Messe Köln");
    await tag.press("Tab");
  } else {
    // What was not looked at is not imported.
    await tag.fill("Messe Köln");
    await page.getByRole("button", { name: "3 Leads importieren" }).click();
    await expect(page.getByText("Die Zuordnung hat sich geändert.")).toBeVisible();
  }
  await expect(preview.getByText(/messe köln/i).first()).toBeVisible();
  await expect(number).toHaveValue("notes");
  await expect(page.getByLabel("Alle mit Tag versehen")).toHaveValue(/messe köln/i);
  await page.getByRole("link", { name: "1 mit ausgelassenen Werten" }).click();
  await expect(page.getByText(/2 unbrauchbare Werte werden ausgelassen/)).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Diese Zeilen als Excel" }).click();
  expect((await file).suggestedFilename()).toMatch(/mit-ausgelassenen-werten-[\d-]+\.xlsx$/);

  await page.getByRole("button", { name: "3 Leads importieren" }).click();
  await expect(page.getByText("Importiert", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("1 fehlerhafte Zeile wurde nicht importiert.")).toBeVisible();
  expect(await companies(page, `${name}-eins`)).toEqual(["Erste GmbH"]);
  expect(await companies(page, "", "&tag=Messe%20Köln")).toContain("Dritte");

  await page.getByText("Import rückgängig machen").click();
  await page.getByRole("button", { name: "Ja, rückgängig machen" }).click();
  await expect(page.getByText("Rückgängig gemacht")).toBeVisible({ timeout: 20_000 });
  await page.goto("/leadspeicher/import");
  const row = page.getByRole("row").filter({ hasText: `${name}.csv` });
  await expect(row.getByText("rückgängig gemacht")).toBeVisible();
  expect(await companies(page, `${name}-eins`)).toEqual([]);
  // The browser itself notes that one answer had status 422.
  complaints.length = 0;
});

test("another sheet of a workbook is chosen, and why a column is left out is said", async ({
  page,
  alive,
  javaScriptEnabled,
}) => {
  const { name } = makeList();
  const firms = ["Amsel", "Buche", "Clemens", "Dorn"].map((firm) => firm.toLowerCase());
  const workbook = await workbookOfSheets([
    { name: "Deckblatt", rows: [["Kundenliste"], ["von Jana Koch"]] },
    {
      name: "Firmen",
      rows: [
        ["Firma", "Website", "Ansprechpartner", "PLZ Ort", "Ort", "Stadt"],
        ...firms.map((firm) => [
          ...[firm, `${firm}-${name}.example`, "Jana Koch"],
          ...["90402 Nürnberg", "Nürnberg", "Nürnberg"],
        ]),
      ],
    },
    {
      name: "Partner",
      rows: [
        ["Partner", "Domain"],
        ["Esche", `esche-${name}.example`],
      ],
    },
  ]);
  await upload(page, workbook, `${name}.xlsx`);
  const sheet = page.getByLabel("Blatt");
  await expect(sheet.locator("option:checked")).toHaveText("Firmen, 4 Zeilen");
  await expect(page.getByText("Die Namen wiederholen sich")).toBeVisible();
  await expect(page.getByText("Schon aus „Ort“ übernommen")).toBeVisible();
  const preview = page.getByRole("table", { name: /wie sie gespeichert werden/ });
  await expect(preview.getByText("90402 Nürnberg").first()).toBeVisible();
  await expect(preview.getByText("wird ein neuer Lead").first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await alive();
  await sheet.focus();
  await sheet.selectOption("Partner, 1 Zeile");
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Blatt verwenden" }).click();
  await expect(page.getByText("1 Zeile und 2 Spalten")).toBeVisible();
  await expect(page.getByLabel("Domain", { exact: true })).toHaveValue("domain");
  if (javaScriptEnabled) await expect(sheet).toBeFocused();
  await expectGoodLook(page);
  await page.getByRole("button", { name: "1 Lead importieren" }).click();
  await expect(page.getByText("Importiert", { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await companies(page, `esche-${name}`)).toEqual(["Esche"]);
});

test("the line that names the columns is changed where the rows are read anew at once", {
  tag: "@js",
}, async ({ page, alive }) => {
  const { text, name } = makeList();
  await upload(page, text, `${name}-ohne-jede-Trennung${"x".repeat(90)}.csv`);
  await alive();
  const header = page.getByLabel("Kopfzeile");
  await header.focus();
  await header.selectOption("0");
  await expect(page.getByText("6 Zeilen und 6 Spalten")).toBeVisible();
  await expect(page.getByLabel("Spalte 1", { exact: true })).toBeVisible();
  await expect(header).toBeFocused();
  await expectGoodLook(page);
});
