import type { Page } from "@playwright/test";
import { expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";

// The product with the key of one service in the environment.
test.use({ settings: { GOOGLE_PLACES_API_KEY: "" } });

test.beforeEach(async ({ app }) => {
  await fetch(`${app.server.url}/api/credentials/google-places`, { method: "DELETE" });
});

function cardOf(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

/** Opens the line of the services, which a new document closes. */
async function expectMark(page: Page, name: string, ready: number): Promise<void> {
  const line = page.locator("summary", { hasText: `${ready} von 5 Diensten` });
  const list = page.getByRole("list", { name: "Dienste" });
  await expect(line).toBeVisible();
  if (!(await list.isVisible())) await line.click();
  await expect(list.getByRole("link", { name })).toBeVisible();
}

async function saveKey(page: Page, key: string): Promise<void> {
  const card = cardOf(page, "Google Places");
  await card.getByLabel(/^(Neuer )?Schlüssel$/).fill(key);
  await card.getByRole("button", { name: "Speichern", exact: true }).click();
}

test("a refused key is kept only when somebody says so", { tag: "@js" }, async ({
  page,
  complaints,
}) => {
  await page.goto("/einstellungen");
  const card = cardOf(page, "Google Places");
  await expect(card.getByText("Nicht eingerichtet", { exact: true })).toBeVisible();
  await saveKey(page, "demo-ungueltig");
  await expect(card.getByRole("alert")).toContainText(
    "Google Places: Der Zugangsschlüssel wird nicht angenommen (400): API key not valid.",
  );
  await expect(card.getByText("Der Schlüssel ist nicht gespeichert.")).toBeVisible();
  await expect(card.getByLabel("Schlüssel", { exact: true })).toHaveValue("");
  expect(await page.content()).not.toContain("demo-ungueltig");
  await expectMark(page, "Google Places kein Schlüssel", 4);
  for (const row of ["Woher kommt der Schlüssel?", "Grenzen und Preis"])
    await card.getByText(row, { exact: true }).click();
  await expectGoodLook(page);

  await card.getByRole("button", { name: "Trotzdem speichern" }).click();
  await expect(card.getByText("Eingerichtet", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Der Schlüssel ist gespeichert, obwohl die Prüfung fehlgeschlagen ist."),
  ).toBeVisible();
  await card.getByRole("button", { name: "Testen" }).click();
  await expect(card.getByRole("alert")).toContainText("API key not valid.");
  // The browser itself notes that one answer had status 422.
  complaints.length = 0;
});

test("a good key is saved, marked in the navigation, tested and removed", {
  tag: "@no-js",
}, async ({ page }) => {
  await page.goto("/einstellungen");
  const card = cardOf(page, "Google Places");
  await saveKey(page, "  guter-key ");
  await expect(
    page.getByText("Google Places: Der Schlüssel ist geprüft und gespeichert."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/einstellungen#google-places$/);
  await expect(card.getByLabel("Neuer Schlüssel")).toHaveValue("");
  await expectMark(page, "Google Places eingerichtet", 5);

  await card.getByRole("button", { name: "Testen" }).click();
  await expect(card.getByRole("status")).toHaveText("Der Schlüssel funktioniert.");

  await card.getByText("Entfernen", { exact: true }).click();
  await card.getByRole("button", { name: "Ja, Schlüssel entfernen" }).click();
  await expect(card.getByText("Nicht eingerichtet", { exact: true })).toBeVisible();
  await expectMark(page, "Google Places kein Schlüssel", 4);
});

test("keeps what the team sells, its packages in order, and the sender", async ({
  page,
  complaints,
}) => {
  await page.goto("/einstellungen");
  await page.getByRole("link", { name: "Angebot und Absender" }).click();
  await expect(page).toHaveURL("/einstellungen/texte");
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

  await page.goto("/einstellungen/texte");
  await expect(page.getByText(/^Zuletzt geändert .* von admin$/)).toBeVisible();
  await expect(page.getByLabel(/^Paket \d: Name$/)).toHaveCount(3);
  await expect(page.getByLabel("Paket 1: Name")).toHaveValue("Zuerst");
  await expect(page.getByLabel("Paket 3: Name")).toHaveValue("Zuletzt");
  await expect(page.getByLabel("Paket 3: Für wen und was")).toHaveValue("Für Gruppen");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Jonas Übel");
});

test("on a phone everything is within reach", { tag: "@no-js" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/suche");
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await navigation.getByText("Mehr", { exact: true }).click();
  for (const name of ["Entscheider finden", "Profile", "Energiemarkt"])
    await expect(navigation.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(navigation.getByRole("link", { name: "Mein Konto: admin" })).toBeInViewport();
  await expect(navigation.getByRole("button", { name: "Abmelden" })).toBeInViewport();
  await navigation.getByRole("link", { name: "Einstellungen" }).click();
  await expect(page).toHaveURL(/\/einstellungen$/);
  await expect(page.getByRole("heading", { name: "Einstellungen", level: 1 })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Energiemarkt", exact: true })).toBeHidden();
});
