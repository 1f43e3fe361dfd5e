import { describe, expect, it, vi } from "vitest";
import { type Answer, failureOf, reply, startRawServer } from "~tests/raw-server";
import { settingsOver } from "~tests/settings";
import { openTestStore } from "~tests/store";
import { type Area, knownArea, readRegion } from "../../reading/places/regions";
import { RateLimiter } from "../fetch/rate-limiter.server";
import { createProviders } from "../providers.server";
import { areasOf, PlaceSchema } from "./found-areas";
import { openStreetMap } from "./openstreetmap.server";
import { buildQuery, ElementSchema, toCompanyHit } from "./overpass";

const signal = new AbortController().signal;
const BOX: Area["box"] = [51, 9, 52, 10];

function town(name: string, rest: string, importance: number, fields: object = {}) {
  return {
    osm_type: "relation",
    osm_id: 62422,
    category: "boundary",
    addresstype: "town",
    name,
    display_name: `${name}, ${rest}, Deutschland`,
    importance,
    place_rank: 16,
    boundingbox: ["51", "52", "9", "10"],
    ...fields,
  };
}

const NEUSTADT = [
  town("Neustadt in Holstein", "Kreis Ostholstein, Schleswig-Holstein", 0.48),
  town("Neustadt an der Weinstraße", "Rheinland-Pfalz", 0.47),
  town("Neustadtstraße", "Hessen", 0.46),
  town("Neustadt", "Saalfelder Höhe, Thüringen", 0.45, { place_rank: 20 }),
];

const serviceAt = (...answers: Answer[]) => serviceOf("team@leads.example", ...answers);

const STREETS = [town("Wien", "Köln", 0.2, { category: "highway", place_rank: 26 })];

async function serviceOf(contact: string | null, ...answers: Answer[]) {
  const server = await startRawServer(...answers);
  const kept = new Map<string, Area[]>();
  const settings = { retrySpeed: 10_000 };
  const service = openStreetMap({
    baseUrls: { overpass: `${server.url}/o/`, nominatim: server.url },
    origin: "https://leads.example",
    contact: async () => contact,
    areas: {
      get: async (region) => kept.get(region),
      save: async (region, areas) => void kept.set(region, areas),
    },
    settings: { overpass: settings, nominatim: settings },
  });
  const findRegion = async (region: string) => service.openData?.findRegion(region, signal);
  const regionOf = async (region: string) => (await findRegion(region))?.places;
  return { server, service, kept, findRegion, regionOf };
}

describe("a region", () => {
  it.each([
    ["Hamburg und Umgebung", "Hamburg", 25],
    ["Kassel (50 km)", "Kassel", 50],
    [
      "Neustadt in Holstein, Schleswig-Holstein + 25 km",
      "Neustadt in Holstein, Schleswig-Holstein",
      25,
    ],
    ["Umgebung", "Umgebung", 25],
    ["Großraum Stuttgart", "Stuttgart", 25],
    ["Raum Köln/Bonn", "Köln", 25],
    ["Kassel + 900 km", "Kassel", 100],
    ["Landkreis Kassel", "Landkreis Kassel", 0],
    ["Raumünzach", "Raumünzach", 0],
  ])("„%s“ is %s with %i km around it", (text, place, aroundKm) => {
    expect(readRegion(text)).toEqual({ place, aroundKm });
  });

  it.each([
    ["BAYERN", "Bayern"],
    ["nrw", "Nordrhein-Westfalen"],
    ["Freistaat Sachsen", "Sachsen"],
    ["bundesweit", "Deutschland"],
    ["Allgäu", "Allgäu"],
    ["rhoen", "Rhön"],
    ["Landkreis Harz", undefined],
  ])("„%s“ is known as %s", (text, label) => {
    expect(knownArea(text)?.label).toBe(label);
  });

  it("means several places only if they are of similar importance", () => {
    const labels = (name: string, places: object[]) =>
      areasOf(
        name,
        places.map((place) => PlaceSchema.parse(place)),
      ).map(({ label }) => label);
    expect(labels("neustadt", NEUSTADT)).toEqual([
      "Neustadt in Holstein, Kreis Ostholstein, Schleswig-Holstein",
      "Neustadt an der Weinstraße, Rheinland-Pfalz",
    ]);
    const frankfurt = [
      town("Frankfurt am Main", "Hessen", 0.77),
      town("Frankfurt (Oder)", "Brandenburg", 0.58),
    ];
    expect(labels("Frankfurt", frankfurt)).toEqual(["Frankfurt am Main, Hessen"]);
    const street = town("Wien", "Köln", 0.2, { category: "highway", addresstype: "road" });
    expect(labels("Wien", [street])).toEqual([]);
  });

  it("is looked up once, by name and by each candidate", async () => {
    const { server, regionOf } = await serviceAt(reply(200, NEUSTADT));
    const candidates = await regionOf("Neustadt");
    expect(candidates).toHaveLength(2);
    expect(await regionOf("neustadt")).toEqual(candidates);
    expect(await regionOf(candidates?.[1] ?? "")).toEqual([candidates?.[1]]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatch(/^GET \/search\?q=Neustadt&format=jsonv2&countrycodes=de&/);
    expect(server.requests[0]).toContain(
      "user-agent: Leadspeicher/1.0 (team@leads.example; https://leads.example)",
    );
  });

  it.each([
    ["house", { category: "place", place_rank: 30, address: { city: "Kassel" } }, "Kassel"],
    ["mountain", { category: "natural", place_rank: 18 }, null],
  ])("that is a %s is not found, but names its town", async (_, fields, within) => {
    const { server, findRegion, kept } = await serviceAt(
      reply(200, [town("Y", "Hessen", 0.1, fields)]),
    );
    expect(await findRegion("Y")).toEqual({ places: [], isAbroad: false, within });
    expect(kept.size).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  it("that is a landscape is searched around its centre, with a warning", async () => {
    const { server, service } = await serviceAt(reply(200, { elements: [] }));
    const { warnings } = await service.searchPage(
      { query: "Maler", region: "Allgäu" },
      null,
      signal,
    );
    expect(warnings).toEqual([expect.stringMatching(/^„Allgäu“ hat keine feste Grenze/)]);
    expect(decodeURIComponent(server.requests[0] ?? "")).toMatch(
      /\(47\.29\d+,9\.69\d+,48\.1\d+,10\.9\d+\)/,
    );
  });

  it("unknown in Germany is looked up abroad, and not stored", async () => {
    const abroad = [town("Wien", "Österreich", 0.8)];
    const answers = [STREETS, abroad, [], [], NEUSTADT].map((places) => reply(200, places));
    const { server, findRegion, kept } = await serviceAt(...answers);
    expect(await findRegion("Wien")).toEqual({ places: [], isAbroad: true });
    expect(await findRegion("Neustadt")).toEqual({ places: [], isAbroad: false });
    expect(kept.size).toBe(0);
    expect(await findRegion("Neustadt")).toMatchObject({ isAbroad: false, places: { length: 2 } });
    const isHere = server.requests.map((request) => request.includes("countrycodes=de"));
    expect(isHere).toEqual([true, false, true, false, true]);
  });
});

describe("a query", () => {
  const area: Area = { label: "X", selector: "area(3600062422)", box: BOX };

  it("asks for each filter in the area, or in a box", () => {
    expect(buildQuery(["craft=electrician", "office&name~stadt|gemeinde"], area, null)).toMatch(
      /^\[out:json\]\[timeout:60\]\[maxsize:268435456\];\narea\(3600062422\)->\.a;\n\(\nnwr\["craft"="electrician"\]\(area\.a\);\nnwr\["office"\]\["name"~"stadt\|gemeinde",i\]\(area\.a\);\n\);\nout tags center qt \d+;$/,
    );
    expect(buildQuery(["shop=car"], area, BOX)).toContain('nwr["shop"="car"](area.a)(51,9,52,10);');
    expect(buildQuery(["shop=car"], { ...area, selector: null }, null)).toContain(
      '"car"](51,9,52,10);',
    );
  });

  it("escapes typed text", () => {
    const query = buildQuery(['office&name~"];out;\\'], area, null);
    expect(query).toContain('["name"~"\\"];out;\\\\",i]');
  });
});

describe("a company", () => {
  const hit = (tags: object) =>
    toCompanyHit({ type: "way", id: 7, tags: { ...tags }, center: { lat: 52, lon: 13 } });

  it("is read from all keys for a value", () => {
    const tags = {
      operator: "Spree Strom",
      "contact:website": "spree-strom.example; https://zweite.example",
      phone: "+49 30 23125133;+49 152 28817386",
      "contact:email": "Post@Spree-Strom.example; kaputt",
      "addr:street": "Musterdamm",
      "addr:housenumber": "45a",
      "addr:postcode": "10115",
      "addr:city": "Berlin",
      "addr:country": "DE",
    };
    expect(hit(tags)).toMatchObject({
      id: "way/7",
      company: {
        name: "Spree Strom",
        website: "spree-strom.example",
        phone: "+49 30 23125133; +49 152 28817386",
        street: "Musterdamm 45a",
        address: "Musterdamm 45a, 10115 Berlin",
        postalCode: "10115",
        country: "DE",
        latitude: 52,
        listed: { emails: ["post@spree-strom.example"] },
      },
    });
  });

  it("is read despite odd tags, and identified by its email without a website", () => {
    const tags = {
      name: "A",
      phone: 4930231251,
      email: "info@a.example",
      website: null,
      level: [],
    };
    const element = { type: "way", id: "7", center: { lat: "52", lon: 13 }, tags };
    expect(toCompanyHit(ElementSchema.parse(element))).toMatchObject({
      id: "way/7",
      company: { phone: "4930231251", latitude: 52, website: null, domain: "info@a.example" },
    });
  });

  it.each([
    [{ opening_hours: "off" }, "Laut OpenStreetMap vorübergehend geschlossen."],
    [{ operational_status: "closed" }, "Laut OpenStreetMap vorübergehend geschlossen."],
    [{ opening_hours: "Mo-Fr 08:00-17:00; PH off" }, null],
  ])("may be temporarily closed: %j", (tags, notes) => {
    expect(hit({ name: "A", ...tags })?.company.listed?.notes).toBe(notes);
  });

  it.each([[{ craft: "electrician" }], [{ name: "A", disused: "yes" }]])("is not %j", (tags) => {
    expect(hit(tags)).toBeNull();
  });
});

describe("a search", () => {
  const element = (id: number, tags: object = { name: `Firma ${id}` }) => ({
    type: "node",
    id,
    lat: 1,
    lon: 2,
    tags,
  });
  const SEARCH = { query: "Elektriker", region: "Bayern" };

  it("divides incomplete areas into quarters, keeps their hits and counts what stays incomplete", async () => {
    const partial = reply(200, {
      elements: [element(1)],
      remark: "runtime error: Query timed out",
    });
    const { server, service } = await serviceAt(partial);
    let cursor: string | null = null;
    const warnings: string[] = [];
    let pages = 0;
    do {
      const page = await service.searchPage(SEARCH, cursor, signal);
      expect(page.hits).toHaveLength(1);
      warnings.push(...(page.warnings ?? []));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== null && pages < 200);
    expect(pages).toBe(1 + 4 + 16 + 64);
    expect(warnings).toEqual([expect.stringMatching(/^OpenStreetMap hat 64 von 64 Teilgebieten/)]);
    expect(server.requests[0]).toMatch(/^POST \/o\/api\/interpreter /);
    expect(server.requests[0]).toContain("content-type: application/x-www-form-urlencoded");
    const boxes = new Set(
      server.requests.map((request) => /%29%28([\d.%C]+)%29%3B/.exec(request)?.[1]),
    );
    expect(boxes.size).toBe(pages);
  });

  it("warns of a missing contact on its first page", async () => {
    const { server, service } = await serviceOf(null, reply(200, { elements: [element(1)] }));
    const warningsAt = async (cursor: string | null) =>
      (await service.searchPage(SEARCH, cursor, signal)).warnings;
    expect(await warningsAt(null)).toEqual([expect.stringMatching(/^Langsam gesucht/)]);
    expect(await warningsAt("1 0 1")).toEqual([]);
    expect(server.requests[1]).toContain("user-agent: Leadspeicher/1.0 (https://leads.example)");
  });

  it.each([
    [429, {}, 30_000],
    [429, { "retry-after": "3" }, 30_000],
    [429, { "retry-after": "900" }, 60_000],
    [504, {}, null],
  ])("makes all wait after a %i with %j", async (status, headers, retryAfterMs) => {
    const { service } = await serviceAt(reply(status, "<p>busy</p>", headers));
    const error = await failureOf(service.searchPage(SEARCH, null, signal));
    expect(error.retryAfterMs).toBe(retryAfterMs);
  });

  it("is slower without a contact", async () => {
    const server = await startRawServer(reply(200, { elements: [] }));
    const limiter = new RateLimiter(10_000);
    const configure = vi.spyOn(limiter, "configure");
    let contact: string | null = null;
    const setup = settingsOver(openTestStore(), server.url).providerSetup;
    const providers = createProviders(
      { ...setup, limiter },
      {
        baseUrls: { overpass: server.url, nominatim: server.url },
        origin: "self-hosted",
        contact: async () => contact,
        areas: { get: async () => undefined, save: async () => {} },
      },
    );
    for (const [address, paces] of [
      [null, [6, 20]],
      ["team@leads.example", [30, 60]],
    ] as const) {
      contact = address;
      await (await providers.maps("osm"))?.searchPage(SEARCH, null, signal);
      const set = configure.mock.calls.slice(-2).map(([, { maxPerMinute }]) => maxPerMinute);
      expect(set).toEqual(paces);
    }
  });

  it("starts anew with a cursor of another service", async () => {
    const { service } = await serviceAt(reply(200, { elements: [element(1), { id: "kaputt" }] }));
    const page = await service.searchPage(SEARCH, "AeCrKX-token", signal);
    expect(page).toMatchObject({ nextCursor: null, unreadable: 1, hits: [{ id: "node/1" }] });
  });
});
