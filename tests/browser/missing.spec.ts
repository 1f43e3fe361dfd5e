import { expectAccessible, expectGoodLook } from "../support/accessibility";
import { listLeads, searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test("says why a company is missing, and leads on to a search and out of the trash", async ({
  app,
  page,
  alive,
  javaScriptEnabled,
}) => {
  await searchOnce(app.server.url, { query: "Hotel", region: "Thüringen", count: 30 });
  await page.goto("/leadspeicher?q=Fahrschule+Kiebitzweg+Emden");
  await alive();
  await page.getByRole("link", { name: "Warum fehlt die Firma?" }).click();
  await expect(
    page.getByText("Noch nie wurde nach „Fahrschule“ in „Emden“ gesucht."),
  ).toBeVisible();
  if (javaScriptEnabled) await expectGoodLook(page);
  await page.getByRole("link", { name: "Suche beginnen" }).click();
  await expect(page.getByLabel("Was?")).toHaveValue("Fahrschule");
  await expect(page.getByLabel("Wo?")).toHaveValue("Emden");

  const [lead] = await listLeads(app.server.url, "term=Hotel&pageSize=1");
  await fetch(`${app.server.url}/api/leads/${lead?.id}`, { method: "DELETE" });
  await page.getByRole("link", { name: "Warum fehlt …?" }).click();
  await page.getByLabel("Name, Domain oder Webadresse").fill(`https://www.${lead?.domain}/`);
  await page.getByRole("button", { name: "Nachsehen" }).click();
  await expect(page.getByText("liegt im Papierkorb, gelöscht von")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Wiederherstellen" }).click();
  await expect(page.getByText("ist im Leadspeicher.")).toBeVisible();
  await page.getByRole("link", { name: "Öffnen" }).click();
  await expect(page).toHaveURL(`/leadspeicher/${lead?.id}`);
});

test("is asked from the palette where nothing is found", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.goto("/suche");
  await alive();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Alles finden" });
  await field.fill("Fahrschule Kiebitzweg Emden");
  await page.getByRole("option", { name: "Warum fehlt „Fahrschule Kiebitzweg Emden“?" }).click();
  await expect(page).toHaveURL(/\/warum\?q=Fahrschule\+Kiebitzweg\+Emden$/);
});
