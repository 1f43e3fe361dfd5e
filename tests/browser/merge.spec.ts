import { expectGoodLook } from "../support/accessibility";
import { listLeads, patchLead, postJson } from "../support/api-client";
import { expect, test } from "../support/browser-test";

const PLACE = { street: "Lindenweg 1", postalCode: "34117", city: "Kassel" };

test("merges two leads field by field, and parts them again", async ({
  page,
  app: { server },
  javaScriptEnabled,
  complaints,
}) => {
  const create = (domain: string, fields: object) =>
    postJson(`${server.url}/api/leads`, { domain, ...PLACE, ...fields });
  await create("ahornwerk.example", { companyName: "Ahornwerk GmbH", notes: "Ruft am Freitag an" });
  await create("ahornwerk-shop.example", { companyName: "Ahornwerk Shop", phone: "0561 7070" });
  const [lead, other] = await listLeads(server.url, "q=ahornwerk&sort=domain&dir=desc");
  expect([lead?.domain, other?.domain]).toEqual(["ahornwerk.example", "ahornwerk-shop.example"]);
  await page.goto(`/leadspeicher/${lead?.id}`);
  const kin = page.getByText("Gehört vielleicht zusammen");
  await expect(kin).toContainText("Ahornwerk Shop (ahornwerk-shop.example) (Adresse)");
  await page.getByRole("link", { name: "Zusammenführen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zusammenführen");
  if (javaScriptEnabled) await expectGoodLook(page, "dark");
  await page.getByRole("radio", { name: "Ahornwerk Shop" }).check();

  // Somebody changes one of them meanwhile: the preview comes anew, and keeps the choice.
  await patchLead(server.url, other?.id ?? "", { email: "shop@ahornwerk-shop.example" });
  await page.getByRole("button", { name: "Zusammenführen" }).click();
  await expect(page.getByRole("alert")).toContainText("Die Vorschau ist neu");
  // The browser notes the refusal.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("409");
  await expect(page.getByRole("radio", { name: "Ahornwerk Shop" })).toBeChecked();
  await expect(page.getByText("E-Mail: shop@ahornwerk-shop.example")).toBeVisible();
  await page.getByRole("button", { name: "Zusammenführen" }).click();

  await expect(page).toHaveURL(`/leadspeicher/${lead?.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ahornwerk Shop");
  await expect(page.getByText("Mit ahornwerk-shop.example zusammengeführt.").first()).toBeVisible();
  await expect(page.getByText("Ruft am Freitag an").first()).toBeVisible();
  await page.goto(`/leadspeicher/${other?.id}`);
  await expect(page).toHaveURL(`/leadspeicher/${lead?.id}`);
  await page.getByRole("button", { name: "Trennen" }).click();
  await expect(
    page.getByText("ahornwerk.example und ahornwerk-shop.example sind getrennt."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ahornwerk GmbH");
  expect(await listLeads(server.url, "q=ahornwerk")).toHaveLength(2);
});
