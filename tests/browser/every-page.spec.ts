import { expectGoodLook } from "../support/accessibility";
import { listLeads, searchOnce, startSearch, waitForJob } from "../support/api-client";
import { expect, test } from "../support/browser-test";

/** Every page, with something on it. */
async function pagesOf(appUrl: string): Promise<string[]> {
  const id = await startSearch(appUrl, { query: "Hotel", region: "Thüringen", count: 30 });
  await waitForJob(appUrl, id);
  const [lead, other] = await listLeads(appUrl, "hasEmail=true&pageSize=2");
  return [
    "/suche",
    "/suche?art=ki&modus=stadtwerke",
    `/suche?job=${id}`,
    `/ergebnisse/${id}?ansicht=uebersprungen`,
    "/leadspeicher",
    "/leadspeicher?q=nichtda&sort=x",
    `/leadspeicher/${lead?.id}?hasEmail=true`,
    `/leadspeicher/${lead?.id}/zusammenfuehren?mit=${other?.id}`,
    "/leadspeicher?hasEmail=true&auswahl=alle&aktion=delete",
    "/leadspeicher/karte?near=Erfurt&radiusKm=60",
    "/leadspeicher/papierkorb",
    "/leadspeicher/sperrliste",
    "/leadspeicher/import",
    "/warum?q=Stadtwerke+Nirgendwo",
    "/kampagnen",
    "/kampagnen/ertrag",
    "/einstellungen/texte",
    "/einstellungen/zustand",
    "/pipelines/websuche",
    "/pipelines/csv",
    "/pipelines/profile",
    "/pipelines/register",
    "/kosten?kind=search&count=50",
    "/gibtesnicht",
  ];
}

test("keeps nobody out and fits", { tag: "@js" }, async ({ app, page, alive, complaints }) => {
  // Twenty pages, each judged twice.
  test.slow();
  for (const [index, address] of (await pagesOf(app.server.url)).entries()) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGoodLook(page, index % 2 === 0 ? "dark" : "light");
    await alive();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Zum Inhalt" }), address).toBeFocused();
  }
  // The browser itself notes the 404 of the last address.
  complaints.splice(0, 1);
});

test("shows no button that only a script could answer", { tag: "@no-js" }, async ({
  app,
  page,
  complaints,
}) => {
  for (const address of await pagesOf(app.server.url)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("button[type=button]:visible"), address).toHaveCount(0);
  }
  // The browser itself notes the 404 of the last address.
  complaints.splice(0, 1);
});

test("can be worked by keyboard alone", { tag: "@js" }, async ({ page, app, alive }) => {
  await searchOnce(app.server.url, { query: "Hotel", region: "Thüringen", count: 30 });
  await page.goto("/leadspeicher");
  await alive();
  await page.keyboard.press("Tab");
  for (const target of ["Zum Inhalt", "Zur Liste"]) {
    await expect(page.getByRole("link", { name: target })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await expect(page.locator('a[data-key="open"]').first()).toBeFocused();
  await page.goto("/suche");
  await alive();
  await page.getByLabel("Was?").focus();
  await page.keyboard.type("Bäckerei");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Bremen");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/suche\?job=/);
});

test("a press in the moment in which the scripts begin does not cost them", { tag: "@js" }, async ({
  context,
}) => {
  const page = await context.newPage();
  // A browser hands on a waiting press before the first message that React posts to itself.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message: unknown) {
      MessagePort.prototype.postMessage = post;
      queueMicrotask(() => document.body.click());
      post.call(this, message);
    };
  });
  await page.goto("/suche");
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  await page.getByRole("link", { name: "Mit KI: frei" }).click();
  await expect(page.getByLabel("Wen suchen Sie?")).toBeVisible();
  // A link is then followed within the page.
  expect(await page.evaluate(() => "isTheSamePage" in window)).toBe(true);
});
