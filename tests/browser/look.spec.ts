import { expectNoSidewaysScroll, expectReadable } from "../support/accessibility";
import { listLeads, startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

/** What fits does not depend on the colours. */
const WIDTHS = { light: [360, 768, 1440, 1920], dark: [360, 1440] };

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of WIDTHS[colorScheme]) {
    test(`is readable and fits at ${width} px, ${colorScheme}`, async ({
      app,
      page,
      complaints,
    }) => {
      const id = await startSearch(app.server.url, {
        query: "Hotel",
        region: "Thüringen",
        count: 30,
      });
      await waitForJob(app.server.url, id);
      const [lead] = await listLeads(app.server.url, "hasEmail=true&pageSize=1");
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
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
        await expectNoSidewaysScroll(page);
        await expectReadable(page);
      }
      // The browser itself notes the 404 of the last address.
      complaints.splice(0, 1);
    });
  }
}

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
