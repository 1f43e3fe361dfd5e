import { searchOnce } from "../support/api-client";
import { expect, test } from "../support/browser-test";

test.beforeEach(({ app }) =>
  searchOnce(app.server.url, { query: "Stadtwerke", region: "Sachsen", count: 60 }),
);

test("leads on a map narrow to a state, and to the leads of a town", { tag: "@no-js" }, async ({
  page,
}) => {
  await page.goto("/leadspeicher?q=stadtwerke&sort=city");
  await page.getByRole("link", { name: "Karte", exact: true }).click();
  await expect(page).toHaveURL("/leadspeicher/karte?q=stadtwerke&sort=city");
  const table = page.getByRole("table");
  const count = await table.getByRole("link", { name: /Leads?: Sachsen$/ }).textContent();
  // The state itself, beside its row in the table; circles of its towns may lie on its middle.
  await page.locator("a[tabindex='-1']", { hasText: /^Sachsen:/ }).press("Enter");
  await expect(page).toHaveURL("/leadspeicher/karte?q=stadtwerke&sort=city&federalState=Sachsen");
  await expect(page.getByRole("status").first()).toHaveText(new RegExp(`^${count} Leads · `));
  // The form of the filters stays on the map.
  await page.getByLabel("Suchen").fill("");
  await page.getByRole("button", { name: "Filtern" }).click();
  await expect(page).toHaveURL(/\/karte\?(?!.*q=).*federalState=Sachsen/);
  const town = table.getByRole("row").first();
  // The address changes a moment before what is under it.
  await expect(town.getByRole("link")).not.toHaveAttribute("href", /q=stadtwerke/);
  const inTown = await town.getByRole("link").textContent();
  await town.getByRole("link").click();
  await expect(page).toHaveURL(/\/leadspeicher\?.*federalState=Sachsen.*&postalCode=\d+$/);
  await expect(page.getByRole("status").first()).toContainText(`${inTown} Lead`);
  await expect(page.locator("tr[data-row]")).toHaveCount(Number(inTown));
});

test("a circle drawn on the map is a filter, and is drawn on it", { tag: "@js" }, async ({
  page,
  alive,
}) => {
  await page.goto("/leadspeicher/karte?federalState=Sachsen");
  await alive();
  await page.getByRole("button", { name: "Umkreis ziehen" }).click();
  const map = await page.locator("svg.lead-map").boundingBox();
  const [x, y] = [(map?.x ?? 0) + (map?.width ?? 0) / 2, (map?.y ?? 0) + (map?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 4 });
  const shown = await page.locator("svg.lead-map text", { hasText: /^\d+ km$/ }).textContent();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/karte\?near=5\d\.\d+%2C13\.\d+&radiusKm=\d+$/);
  await expect(page.getByRole("link", { name: `Kreis auf der Karte, ${shown}` })).toBeVisible();
  await expect(page.locator("svg.lead-map g > circle")).toHaveCount(1);
});
