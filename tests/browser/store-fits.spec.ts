import { listLeads, patchLead, searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

/** A store of its own, in which nobody else approves. */
test.use({ settings: { BACKUP_DAYS: "3" } });

test("lists first what is like the approved leads, says why, and what it needs to know that", async ({
  page,
  app,
  alive,
}) => {
  const { url } = app.server;
  await searchOnce(url, { query: "Stadtwerke", region: "Sachsen", count: 30 });
  await page.goto("/leadspeicher");
  await page.getByRole("link", { name: "Passend zuerst" }).click();
  await expect(page).toHaveURL(/\?sort=fit$/);
  await expect(page.getByText(/^Noch 20 Leads freigeben oder löschen, dann stehen/)).toBeVisible();

  const leads = await listLeads(url, "sort=domain&pageSize=50");
  const grid = { companyType: "Netzbetreiber", topics: ["Fernwärme"], offerPackage: null };
  const [fitting] = leads;
  for (const [n, { id }] of leads.entries()) {
    if (n < 14) await patchLead(url, id, { ...grid, approved: n > 1 });
    else if (n < 22) await fetch(`${url}/api/leads/${id}`, { method: "DELETE" });
    else await patchLead(url, id, { companyType: "Handwerk", topics: [], offerPackage: null });
  }
  const first = page.locator("tr[data-row]").first();
  await expect(async () => {
    await page.reload();
    await expect(first).toContainText(/wie 12 freigegebene: .*Netzbetreiber/, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText(/^Noch \d+ Leads/)).toBeHidden();

  await alive();
  await page.locator("summary", { hasText: "Weitere" }).click();
  await page.getByText("Wie freigegebene").click();
  const apply = page.getByRole("button", { name: "Anwenden" }).filter({ visible: true });
  if (await apply.isVisible()) await apply.click();
  await expect(page).toHaveURL(/fits=true/);
  await expect(page.getByRole("status").first()).toContainText("2 Leads · wie freigegebene");

  await page.goto(`/leadspeicher/${fitting?.id}?sort=fit`);
  await alive();
  const panel = page.getByRole("region", { name: fitting?.companyName ?? "" });
  await expect(panel.getByText(/^wie 12 freigegebene: /)).toBeVisible();
  await panel.getByRole("button", { name: "Freigeben", exact: true }).click();
  await expect(panel.getByText(/^wie 12 freigegebene: /)).toBeHidden();
});
