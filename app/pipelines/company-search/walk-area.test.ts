import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { servicesWith } from "~tests/fake-providers";
import { resumeRun, startRun, TOKEN } from "~tests/job-run";
import { it, openTestStore, setJob } from "~tests/store";
import { createRandom } from "../../../scripts/demo-providers/world/seeded-random";
import { findAreaCount } from "../../jobs/area/find-area.server";
import { type Cell, planFetch } from "../../jobs/area/plan-fetch";
import { repeatJob } from "../../jobs/kinds/repeat-job.server";
import { type CompanySearch, foundCompany } from "../../providers/company-search";
import { firstRequestHook } from "../../providers/fetch/sending";
import { ProviderError } from "../../providers/provider-error";
import type { Box } from "../../reading/places/regions";
import { mapsPipeline } from "./search-companies.server";

/** South, west, north, east of an invented town, 26 km wide. */
const TOWN: Box = [51.2, 9.3, 51.434, 9.674];
const REQUESTED = 5_000;

interface Place {
  id: string;
  latitude: number;
  longitude: number;
}

/** Three of four lie in one of eight quarters of the town, the first of them the largest; the best known come first. */
function inventPlaces(count: number): Place[] {
  const random = createRandom(`town of ${count}`);
  const [south, west, north, east] = TOWN;
  const spread = () => random.next() + random.next() + random.next() - 1.5;
  const quarters = Array.from({ length: 8 }, () => [random.next(), random.next()] as const);
  const within = (share: number) => Math.min(0.999, Math.max(0, share));
  return Array.from({ length: count }, (_, n) => {
    const [up = 0, right = 0] = quarters[Math.floor(random.next() ** 1.5 * 8)] ?? [];
    const isLoose = random.chance(0.25);
    const lie = (centre: number) => within(isLoose ? random.next() : centre + 0.12 * spread());
    return {
      id: `place-${count}-${n}`,
      latitude: south + lie(up) * (north - south),
      longitude: west + lie(right) * (east - west),
    };
  });
}

/** Tells at most 60 places of a rectangle, 20 a page, as Google does. */
class InventedMap implements CompanySearch {
  readonly id = "google-places";
  readonly name = "Google Places";
  readonly maxResults = 60;
  readonly pageSize = 20;
  readonly asked = { ids: 0, pages: 0, singles: 0 };
  failsAt = Number.POSITIVE_INFINITY;

  constructor(readonly all: Place[]) {}

  readonly openData = {
    findRegion: async () => ({ places: ["Musterstadt"], isAbroad: false, box: TOWN }),
  };

  async #page(kind: "ids" | "pages", box: Box | undefined, cursor: string | null) {
    await firstRequestHook()?.();
    this.asked[kind] += 1;
    if (this.asked.ids + this.asked.pages + this.asked.singles === this.failsAt)
      throw new ProviderError(this.name, "upstream", { status: 503 });
    const [south, west, north, east] = box ?? TOWN;
    const found = this.all.filter(
      ({ latitude, longitude }) =>
        latitude >= south && latitude < north && longitude >= west && longitude < east,
    );
    const from = Number(cursor ?? 0);
    const told = found.slice(0, 60);
    const next = from + 20;
    return { page: told.slice(from, next), nextCursor: next < told.length ? String(next) : null };
  }

  #hit({ id, latitude, longitude }: Place) {
    const website = `https://www.${id}.de/`;
    const known = { name: `Firma ${id}`, website, country: "DE", latitude, longitude };
    return { id, company: foundCompany({ ...known, payload: { id } }) };
  }

  async searchPage(search: { box?: Box }, cursor: string | null) {
    const { page, nextCursor } = await this.#page("pages", search.box, cursor);
    return { hits: page.map((place) => this.#hit(place)), nextCursor, creditsCharged: 1 };
  }

  readonly places = {
    searchIds: async (search: { box?: Box }, cursor: string | null) => {
      const { page, nextCursor } = await this.#page("ids", search.box, cursor);
      return { ids: page.map(({ id }) => id), nextCursor };
    },
    find: async (id: string) => {
      await firstRequestHook()?.();
      this.asked.singles += 1;
      const place = this.all.find((one) => one.id === id);
      return place === undefined ? null : this.#hit(place);
    },
  };
}

const FETCHING = JSON.stringify({ isCounted: true });
const PARAMS = { query: "Maler", region: "Musterstadt", count: REQUESTED, enrich: false };
const params = JSON.stringify({ ...PARAMS, source: "google-area" });

async function runToEnd(db: Db, map: InventedMap, jobId: string) {
  const job = await getJob(db, jobId);
  if (job === undefined) throw new Error("no such job");
  await setJob(db, jobId, { status: "running", runToken: TOKEN });
  await mapsPipeline(servicesWith({ maps: map })).run(resumeRun(db, job).run);
  await setJob(db, jobId, { status: "complete" });
}

async function count(db: Db, map: InventedMap, requested = REQUESTED) {
  const { job } = await startRun(db, { kind: "maps", params, requested });
  await runToEnd(db, map, job.id);
  return job.id;
}

async function repeat(db: Db, map: InventedMap, jobId: string) {
  const { providers } = servicesWith({ maps: map });
  const job = await repeatJob({ db, jobs: { wake: () => {} }, providers }, jobId, "anna");
  expect(job).toMatchObject({ id: jobId, status: "queued" });
}

async function fetchAll(db: Db, map: InventedMap, jobId: string) {
  await repeat(db, map, jobId);
  await runToEnd(db, map, jobId);
}

async function readCount(db: Db, jobId: string) {
  const job = await getJob(db, jobId);
  const count = job && (await findAreaCount(db, job));
  if (!count) throw new Error("no such count");
  return count;
}

async function countLeads(db: Db) {
  return (await db.selectFrom("leads").select("domain").execute()).length;
}

/** In euros, at the usual prices. */
const paidFor = ({ asked }: InventedMap) => (30.5 * asked.pages + 17.4 * asked.singles) / 1_000;
/** The price of full pages, which no map offers. */
const leastFor = (size: number) =>
  (30.5 * Math.floor(size / 20) + Math.min(30.5, 17.4 * (size % 20))) / 1_000;

describe("a whole area", () => {
  it.each([50, 150, 2_000])(
    "brings %i companies for the price told",
    { timeout: 60_000 },
    async (size) => {
      const db = openTestStore();
      const map = new InventedMap(inventPlaces(size));
      const jobId = await count(db, map);
      const told = await readCount(db, jobId);
      expect(paidFor(map)).toBe(0);
      expect(told).toMatchObject({ known: 0, new: told.places });
      expect(told.places).toBeGreaterThanOrEqual(0.98 * size);
      await fetchAll(db, map, jobId);
      expect(await countLeads(db)).toBeGreaterThanOrEqual(0.98 * size);
      expect(Math.abs(paidFor(map) / (told.euros ?? 0) - 1)).toBeLessThanOrEqual(0.05);
      const share = (paidFor(map) / leastFor(size)).toFixed(2);
      process.stdout.write(`${size} companies: ${share} x full pages, ${map.asked.ids} id calls\n`);
      expect(paidFor(map)).toBeLessThanOrEqual(1.21 * leastFor(size));
      const paid = paidFor(map);
      const again = await readCount(db, await count(db, map));
      expect(again).toMatchObject({ places: told.places, new: 0, euros: 0 });
      expect(paidFor(map)).toBe(paid);
    },
  );

  it("buys single places where few are new", async ({ db }) => {
    const places = inventPlaces(150);
    const map = new InventedMap(places.filter((_, n) => n % 50 !== 0));
    await fetchAll(db, map, await count(db, map));
    const grown = new InventedMap(places);
    const jobId = await count(db, grown);
    expect(await readCount(db, jobId)).toMatchObject({ new: 3, euros: 0.0522 });
    await fetchAll(db, grown, jobId);
    expect(grown.asked).toMatchObject({ pages: 0, singles: 3 });
    expect(await countLeads(db)).toBe(150);
  });

  it("ends where as many as wanted are new", async ({ db }) => {
    const map = new InventedMap(inventPlaces(2_000));
    const told = await readCount(db, await count(db, map, 300));
    expect(told.new).toBeGreaterThanOrEqual(300);
    expect(told.new).toBeLessThan(360);
    expect(told.euros).toBeLessThan(1.3 * leastFor(told.new));
  });

  it.each([2, 9, 20])("goes on after a failure of call %i, and pays nothing twice", async (at) => {
    const db = openTestStore();
    const map = new InventedMap(inventPlaces(150));
    map.failsAt = at;
    const { job } = await startRun(db, { kind: "maps", params, requested: REQUESTED });
    const tryTwice = () =>
      runToEnd(db, map, job.id).catch(async (error) => {
        expect(error).toMatchObject({ kind: "upstream" });
        await setJob(db, job.id, { status: "failed" });
        await fetchAll(db, map, job.id);
      });
    await tryTwice();
    const { pages, singles } = await readCount(db, job.id);
    await repeat(db, map, job.id);
    await tryTwice();
    expect(await countLeads(db)).toBe(150);
    // The pages before the one that failed are bought again.
    expect(map.asked.pages + map.asked.singles).toBeLessThanOrEqual(pages + singles + 2);
  });

  it("begins again where a person cancelled the fetching", async ({ db }) => {
    const map = new InventedMap(inventPlaces(50));
    const jobId = await count(db, map);
    await repeat(db, map, jobId);
    await setJob(db, jobId, { status: "cancelled", phase: "done" });
    await repeat(db, map, jobId);
    expect(await getJob(db, jobId)).toMatchObject({ phase: "searching", progress: 0 });
    await runToEnd(db, map, jobId);
    expect(await countLeads(db)).toBe(50);
    const { providers } = servicesWith({ maps: map });
    const again = repeatJob({ db, jobs: { wake: () => {} }, providers }, jobId, "anna");
    await expect(again).rejects.toMatchObject({ status: 409 });
  });

  it("pays once for what two areas share", async ({ db }) => {
    const map = new InventedMap(inventPlaces(150));
    const jobs = [await count(db, map), await count(db, map)];
    const [told] = await Promise.all(jobs.map((id) => readCount(db, id)));
    // A second press on an open job answers it, so each is begun before the other runs.
    for (const id of jobs) await setJob(db, id, { status: "queued", checkpoint: FETCHING });
    await Promise.all(jobs.map((id) => runToEnd(db, map, id)));
    expect(paidFor(map)).toBeCloseTo(told?.euros ?? 0);
  });

  it("knows the places of leads, but none that a smaller search left out", async ({ db }) => {
    const map = new InventedMap(inventPlaces(50));
    const plain = JSON.stringify({ ...PARAMS, count: 5 });
    const { job } = await startRun(db, { kind: "maps", params: plain, requested: 5 });
    await runToEnd(db, map, job.id);
    expect(await readCount(db, await count(db, map))).toMatchObject({ known: 5, new: 45 });
  });
});

it("plans to buy a place once that several cells tell", () => {
  const quarter = (path: string): Cell => {
    return { path, box: [0, 0, 1, 1], ids: ["a", "b"], isSplit: false };
  };
  const cells = ["0", "1", "2", "3"].map(quarter);
  const plan = planFetch(cells, (id) => id === "a", { page: 30.5, single: 17.4 });
  expect(plan).toEqual({ boxes: [], pages: 0, singles: 1 });
});
