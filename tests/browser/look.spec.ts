import { expectGoodLook } from "../support/accessibility";
import { listLeads, startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test("is readable and fits on every page", async ({ app, page, complaints }) => {
  const search = { query: "Hotel", region: "Thüringen", count: 30 };
  const id = await startSearch(app.server.url, search);
  await waitForJob(app.server.url, id);
  const [lead] = await listLeads(app.server.url, "hasEmail=true&pageSize=1");
  const addresses = [
    "/suche",
    "/suche?art=ki&modus=stadtwerke",
    `/suche?job=${id}`,
    `/ergebnisse/${id}?ansicht=uebersprungen`,
    "/leadspeicher",
    "/leadspeicher?q=nichtda&sort=x",
    "/leadspeicher?auswahl=alle",
    `/leadspeicher/${lead?.id}?hasEmail=true`,
    "/leadspeicher/sammelaktion?aktion=delete&hasEmail=true",
    "/leadspeicher/papierkorb",
    "/leadspeicher/sperrliste",
    "/leadspeicher/import",
    "/kampagnen",
    "/einstellungen/texte",
    "/pipelines/karten",
    "/pipelines/websuche",
    "/pipelines/csv",
    "/pipelines/profile",
    "/gibtesnicht",
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGoodLook(page);
  }
  // The browser itself notes the 404 of the last address.
  complaints.splice(0, 1);
});

test("can be worked by keyboard alone", async ({ page }) => {
  await page.goto("/suche");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Zum Inhalt" })).toBeFocused();
  await page.getByLabel("Was?").focus();
  await page.keyboard.type("Bäckerei");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Bremen");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/suche\?job=/);
});
