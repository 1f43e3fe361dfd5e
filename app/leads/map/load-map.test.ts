import { expect, it as plainIt } from "vitest";
import { isWithin, ringsOf } from "~db/country-of-place";
import { findPlace } from "~db/german-places";
import { addLead, it, ZONE } from "~tests/store";
import { findLeads } from "../list/find-leads.server";
import { LeadListQuerySchema } from "../list/lead-filter-schema";
import { loadLeadMap } from "./load-map.server";
import outlines from "./outlines.json";
import { MAP_SIZE, type MapPoint, project, unitsPerKm, unproject } from "./projection";

plainIt.each([
  ["Flensburg", "Schleswig-Holstein"],
  ["Konstanz", "Baden-Württemberg"],
  ["Görlitz", "Sachsen"],
  ["Aachen", "Nordrhein-Westfalen"],
  ["Berlin", "Berlin"],
  ["Potsdam", "Brandenburg"],
  ["Bremerhaven", "Bremen"],
  ["Saarbrücken", "Saarland"],
  ["Passau", "Bayern"],
  // An unused code.
  ["10111", "Berlin"],
])("%s lies in %s and in no other outline", (town, state) => {
  const { x, y } = project(findPlace(town) ?? { latitude: 0, longitude: 0 });
  const statesAt = (at: MapPoint) => outlines.filter(({ path }) => isWithin(ringsOf(path), at));
  // The source's borders are a kilometre or two off.
  const near = [-4, 0, 4].flatMap((east) =>
    [-4, 0, 4].map((south) => ({ x: x + east, y: y + south })),
  );
  const [hit = near.flatMap(statesAt)[0]] = statesAt({ x, y });
  expect(hit?.name).toBe(state);
  expect(statesAt({ x, y }).length).toBeLessThan(2);
});

plainIt("each outline holds the place of its name, and all fit on the map", () => {
  for (const { path, x, y, view } of outlines) {
    expect(isWithin(ringsOf(path), { x, y })).toBe(true);
    expect(view.width / view.height).toBeCloseTo(MAP_SIZE.width / MAP_SIZE.height, 2);
    for (const corner of ringsOf(path).flat()) {
      expect(corner.x).toBeLessThan(MAP_SIZE.width);
      expect(corner.y).toBeLessThan(MAP_SIZE.height);
    }
  }
});

plainIt("a point of the map is found again, and 100 km are 100 km", () => {
  const kassel = { latitude: 51.32, longitude: 9.5 };
  const again = unproject(project(kassel));
  expect(again.latitude).toBeCloseTo(kassel.latitude, 9);
  expect(again.longitude).toBeCloseTo(kassel.longitude, 9);
  const north = project({ ...kassel, latitude: kassel.latitude + 100 / 111.2 });
  expect((project(kassel).y - north.y) / unitsPerKm(kassel.latitude + 0.45)).toBeCloseTo(100, 1);
});

it("each number of the map is that of the list behind it", async ({ db }) => {
  const places = [
    "45127 Essen NW",
    "45128 Essen NW",
    "80331 München BY",
    "8001 Zürich",
    "- Kiel SH",
  ];
  for (const [at, place] of [...places, ...places].entries()) {
    const [code = "", city = "", federalState = ""] = place.split(" ");
    const states: Record<string, string> = {
      NW: "Nordrhein-Westfalen",
      BY: "Bayern",
      SH: "Schleswig-Holstein",
    };
    const fields = { city, federalState: states[federalState] ?? null };
    await addLead(db, { domain: `a${at}.de`, ...fields, postalCode: code === "-" ? null : code });
  }
  const services = { db, timeZone: ZONE };
  const countOf = async (query: Record<string, unknown>) =>
    (await findLeads(db, LeadListQuerySchema.parse(query), ZONE)).total;
  const whole = await loadLeadMap(services, new URLSearchParams());
  for (const { name, n } of whole.states)
    expect(n, name).toBe(
      await countOf(name ? { federalState: [name] } : { without: ["federalState"] }),
    );
  for (const { code, n } of whole.points) expect(n, code).toBe(await countOf({ postalCode: code }));
  expect(whole.withoutCode).toBe(await countOf({ without: ["postalCode"] }));
  expect(whole).toMatchObject({ isWhole: true, withoutCode: 2, abroad: 2 });
  expect(whole.points.map(({ code, city, n }) => [code, city, n])).toEqual([
    ["45127", "Essen", 2],
    ["45128", "Essen", 2],
    ["80331", "München", 2],
  ]);
  const bavaria = await loadLeadMap(services, new URLSearchParams("federalState=Bayern"));
  expect(bavaria).toMatchObject({ isWhole: false, points: [{ code: "80331" }], circle: null });
  const around = await loadLeadMap(services, new URLSearchParams("near=Essen&radiusKm=20"));
  expect(around.points.map(({ code }) => code)).toEqual(["45127", "45128"]);
  expect(around.circle?.radius).toBeCloseTo(20 * unitsPerKm(51.46), 0);
});

it("postal codes make wider areas where they are too many", async ({ db }) => {
  const codes = Array.from({ length: 510 }, (_, at) => String(45_000 + at));
  for (const postalCode of [...codes, "45"])
    await addLead(db, { domain: `a${postalCode}.de`, postalCode });
  const { points, abroad } = await loadLeadMap({ db, timeZone: ZONE }, new URLSearchParams());
  expect(points).toHaveLength(51);
  expect(points.every(({ n }) => n === 10)).toBe(true);
  expect(abroad).toBe(1);
});
