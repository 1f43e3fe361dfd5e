import { expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";

const PAGE = "/einstellungen/texte";

test("keeps what the team sells, its packages in order, and the sender", async ({
  page,
  complaints,
}) => {
  await page.goto("/einstellungen");
  await page.getByRole("link", { name: "Angebot und Absender" }).click();
  await expect(page).toHaveURL(PAGE);
  await page.getByLabel("Angebot in eigenen Worten").fill("Portale für Versorger");
  await page.getByRole("button", { name: "Paket 2 entfernen" }).click();
  await page.getByRole("button", { name: "Paket hinzufügen" }).click();
  await page.getByLabel("Paket 1: Name").fill("Zuerst");
  await page.getByLabel("Paket 3: Name").fill("Zuletzt");
  await page.getByLabel("Paket 3: Für wen und was").fill("Für Gruppen");
  await page.getByLabel("Name", { exact: true }).fill("Jonas Übel");
  await page.getByLabel("Firma", { exact: true }).fill("Nordlicht Software GmbH");
  await page.getByLabel("E-Mail", { exact: true }).fill("jonas");
  await page.getByLabel("Telefon", { exact: true }).fill("abc");
  await page.getByLabel("Website", { exact: true }).fill("keine url");
  await page.getByRole("button", { name: "Speichern" }).last().click();
  await expect(page.getByText("Eine Mailadresse wie name@firma.de eingeben.")).toBeVisible();
  await expect(page.getByText("Eine Telefonnummer wie 030 1234567 eingeben.")).toBeVisible();
  await expect(page.getByText("Eine Adresse wie www.firma.de eingeben.")).toBeVisible();
  await page.getByLabel("Telefon", { exact: true }).fill("030 23125 017");
  await page.getByLabel("Website", { exact: true }).fill("www.nordlicht.example");
  await expect(page.getByLabel("Paket 3: Name")).toHaveValue("Zuletzt");
  // The browser itself notes that one answer had status 422.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("422");
  await page.getByLabel("E-Mail", { exact: true }).fill("jonas@nordlicht.example");
  // The Enter key saves; it removes no package.
  await page.getByLabel("E-Mail", { exact: true }).press("Enter");
  await expect(page.getByText("Angebot und Absender sind gespeichert")).toBeVisible();

  await page.goto(PAGE);
  await expect(page.getByText(/^Zuletzt geändert .* von admin$/)).toBeVisible();
  await expect(page.getByLabel(/^Paket \d: Name$/)).toHaveCount(3);
  await expect(page.getByLabel("Paket 1: Name")).toHaveValue("Zuerst");
  await expect(page.getByLabel("Paket 3: Name")).toHaveValue("Zuletzt");
  await expect(page.getByLabel("Paket 3: Für wen und was")).toHaveValue("Für Gruppen");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Jonas Übel");
});

test("is readable and fits", async ({ page }) => {
  await page.goto(PAGE);
  await expectGoodLook(page);
});
