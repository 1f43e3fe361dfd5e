import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FEDERAL_STATE_NAMES, FEDERAL_STATES } from "../../app/leads/federal-states";
import { LEAD_SORTS } from "../../app/leads/list/lead-filters";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import { getAnswer, type LeadPage, LeadPageSchema } from "../support/api-answers";
import {
  type AppServer,
  removeFolder,
  startAppServer,
  temporaryFolder,
} from "../support/app-server";
import { seedLeads, variedLeads } from "../support/lead-factory";
import { type FilterQuery, meets, toSearchParams } from "../support/lead-model";
import { checkApiAnswers } from "../support/openapi";

checkApiAnswers();

const COUNT = 160;
const COMBINATIONS = 60;

const seeds = variedLeads(COUNT);
let folder: string;
let server: AppServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  await seedLeads(databasePath, seeds);
  server = await startAppServer(databasePath);
});

afterAll(async () => {
  await server.stop();
  await removeFolder(folder);
});

function list(params: URLSearchParams): Promise<LeadPage> {
  return getAnswer(`${server.url}/api/leads?${params}`, LeadPageSchema);
}

/** The domains that a filter should and does find, both in one order; and the total. */
async function compare(filter: FilterQuery): Promise<{ expected: string[]; found: string[] }> {
  const expected = seeds.filter((seed) => meets(seed, filter)).map(({ domain }) => domain);
  const params = toSearchParams(filter);
  params.set("pageSize", "200");
  const page = await list(params);
  expect(page, String(params)).toMatchObject({ total: expected.length, totalIsExact: true });
  return { expected: expected.sort(), found: page.leads.map(({ domain }) => domain).sort() };
}

const SINGLE: FilterQuery[] = [
  {},
  { contacted: true },
  { contacted: false },
  { favorite: true },
  { favorite: false },
  { approvedOnly: true },
  { approvedOnly: false },
  { hasEmail: true },
  { hasEmail: false },
  { hasPhone: true },
  { hasPhone: false },
  { tag: ["messe"] },
  { tag: ["messe", "rückruf"] },
  { tag: ["a b"] },
  { tag: ["kontaktiert", "favorit"] },
  { tag: ["gibt es nicht"] },
  { companyType: ["Handwerk"] },
  { companyType: ["Handwerk", "Industrie"] },
  { companyType: ["handwerk"] },
  { federalState: ["Bayern"] },
  { federalState: ["Bayern", "Thüringen", "Baden-Württemberg"] },
  { sourceType: "maps" },
  { sourceType: "import" },
  { minScore: 1 },
  { minScore: 4 },
  { minScore: 5 },
  { term: ["Stadtwerke"] },
  { term: ["Stadtwerke", "Bäckerei"] },
  { term: ["Stadtwerk"] },
  { createdFrom: "2026-03-10" },
  { createdTo: "2026-03-10" },
  { createdFrom: "2026-03-10", createdTo: "2026-03-10" },
  // The day that lacks an hour, and its neighbours.
  { createdFrom: "2026-03-28", createdTo: "2026-03-28" },
  { createdFrom: "2026-03-29", createdTo: "2026-03-29" },
  { createdFrom: "2026-03-30", createdTo: "2026-03-30" },
  { createdFrom: "2026-03-11", createdTo: "2026-03-10" },
  { q: "firma" },
];

describe("a single filter", () => {
  for (const filter of SINGLE) {
    const name = decodeURIComponent(String(toSearchParams(filter))) || "none";
    test(`finds what it says and counts it: ${name}`, async () => {
      const { expected, found } = await compare(filter);
      expect(found).toEqual(expected);
    });
  }

  test("has leads to find and leads to leave out in nearly every case above", () => {
    const counts = SINGLE.map((filter) => seeds.filter((seed) => meets(seed, filter)).length);
    expect(counts.filter((count) => count > 0 && count < COUNT).length).toBeGreaterThan(25);
  });

  test("takes a federal state by its name, its two letters and its ISO code", async () => {
    for (const [code, name] of Object.entries(FEDERAL_STATES)) {
      const expected = seeds.filter(({ federalState }) => federalState === name).length;
      for (const spelling of [name, code, code.toLowerCase(), `DE-${code}`, name.toUpperCase()]) {
        const params = new URLSearchParams({ federalState: spelling, pageSize: "1" });
        expect((await list(params)).total, spelling).toBe(expected);
      }
    }
  });

  test("takes a time as well as a day: from it on, and before it", async () => {
    const [, second, third] = seeds.map(({ createdAt }) => new Date(createdAt).toISOString());
    const params = new URLSearchParams({ createdFrom: second ?? "", createdTo: third ?? "" });
    const { leads, total } = await list(params);
    expect(total).toBe(1);
    expect(leads[0]?.createdAt).toBe(second);
    // The same instant in another zone.
    const offset = (second ?? "").replace("Z", "+00:00");
    const same = await list(new URLSearchParams({ createdFrom: offset, createdTo: third ?? "" }));
    expect(same.leads).toEqual(leads);
  });

  test("of the tags that stand for a state means the same as that state", async () => {
    const pairs: [FilterQuery, FilterQuery][] = [
      [{ tag: ["kontaktiert"] }, { contacted: true }],
      [{ tag: ["favorit"] }, { favorite: true }],
    ];
    for (const [byTag, byState] of pairs) {
      expect((await compare(byTag)).found).toEqual((await compare(byState)).found);
    }
  });
});

describe("filters together", () => {
  const random = createRandom("combined filters");
  const maybe = <T>(share: number, value: () => T) => (random.chance(share) ? value() : undefined);
  const some = <T>(values: readonly T[]) => values.filter(() => random.chance(0.4));
  const several = <T>(share: number, values: readonly T[]) => {
    const chosen = some(values);
    return random.chance(share) && chosen.length > 0 ? chosen : undefined;
  };
  const day = () => `2026-03-${String(random.integer(1, 31)).padStart(2, "0")}`;
  const texts = ["münchen", "muenchen", "Ö", "ss", "ue", "firma-1", "100%", "möbel", "+4930", "a"];

  const combinations = Array.from({ length: COMBINATIONS }, () => ({
    filter: {
      q: maybe(0.4, () => random.pick(texts)),
      term: several(0.3, ["Stadtwerke", "Bäckerei", "Elektriker"]),
      contacted: maybe(0.2, () => random.chance(0.5)),
      favorite: maybe(0.2, () => random.chance(0.5)),
      approvedOnly: maybe(0.2, () => random.chance(0.5)),
      hasEmail: maybe(0.25, () => random.chance(0.5)),
      hasPhone: maybe(0.25, () => random.chance(0.5)),
      tag: several(0.2, ["kontaktiert", "favorit", "messe"]),
      companyType: several(0.3, ["Stadtwerk", "Handwerk", "Industrie"]),
      federalState: several(0.2, FEDERAL_STATE_NAMES),
      sourceType: maybe(0.15, () => random.pick(["maps", "serp", "csv"])),
      minScore: maybe(0.2, () => random.integer(1, 5)),
      createdFrom: maybe(0.2, day),
      createdTo: maybe(0.2, day),
    } satisfies FilterQuery,
    sort: random.pick(LEAD_SORTS),
    dir: random.pick(["asc", "desc"]),
  }));

  test.each(combinations)(
    "find what each of them would, case %#",
    async ({ filter, sort, dir }) => {
      const { expected, found } = await compare(filter);
      expect(found).toEqual(expected);
      // The same leads come in every order, read in pages.
      const params = toSearchParams(filter);
      params.set("sort", sort);
      params.set("dir", dir);
      params.set("pageSize", "25");
      const paged: string[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 25); page += 1) {
        params.set("page", String(page));
        paged.push(...(await list(params)).leads.map(({ domain }) => domain));
      }
      expect(paged.sort(), `${params}`).toEqual(expected);
    },
  );

  test("leave some leads in most of the cases above", () => {
    const counts = combinations.map(
      ({ filter }) => seeds.filter((seed) => meets(seed, filter)).length,
    );
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(COMBINATIONS / 3);
  });
});
