import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import {
  FakeFinder,
  FakeMaps,
  mapsWith,
  place,
  places,
  servicesWith,
  webHits,
  webWith,
} from "~tests/fake-providers";
import { resumeRun, startRun } from "~tests/job-run";
import { addJob, addLead, it, openTestStore, setJob } from "~tests/store";
import { MAX_GOAL_CALLS } from "../../jobs/kinds/search-terms";
import type { CompanyHit } from "../../providers/company-search";
import { mapsPipeline, webPipeline } from "./search-companies.server";

const PARAMS = { query: "Maler", region: "Hessen", count: 5, enrich: false, goal: "new" };

const goal = (changed: Partial<typeof PARAMS> = {}) => {
  const params = { ...PARAMS, ...changed };
  return { requested: params.count, params: JSON.stringify(params) };
};

/** A map with other companies at each place. Records the regions it was asked for. */
class MapOf extends FakeMaps {
  readonly regions: string[] = [];
  readonly #answer: (region: string) => CompanyHit[];

  constructor(answer: (region: string) => CompanyHit[]) {
    super(() => ({ hits: [], nextCursor: null, creditsCharged: 1 }));
    this.#answer = answer;
  }

  override async searchPage({ region = "" }) {
    this.regions.push(region);
    return { hits: this.#answer(region), nextCursor: null, creditsCharged: 1 };
  }
}

async function search(db: Db, maps: FakeMaps, changed: Partial<typeof PARAMS> = {}) {
  const { run } = await startRun(db, goal(changed));
  await mapsPipeline(servicesWith({ maps })).run(run);
  return run.job;
}

async function know(db: Db, count: number) {
  for (let n = 1; n <= count; n += 1) await addLead(db, { domain: `firma-${n}.de` });
}

describe("a search for new leads", () => {
  it("goes on at the region's towns, largest first, until it has enough", async ({ db }) => {
    await know(db, 2);
    const maps: MapOf = new MapOf((region) =>
      region === "Hessen" ? places(1, 4) : places(10 + maps.regions.length, 2),
    );
    expect(await search(db, maps)).toMatchObject({ fresh: 5, warnings: "[]" });
    expect(maps.regions).toEqual(["Hessen", "Frankfurt am Main, Hessen", "Wiesbaden, Hessen"]);
  });

  it("stays in its region where a campaign goes from place to place", async ({ db }) => {
    const maps: MapOf = new MapOf(() => places(1, 4));
    const { run } = await startRun(db, { ...goal(), isBackground: 1 });
    await mapsPipeline(servicesWith({ maps })).run(run);
    expect(maps.regions).toEqual(["Hessen"]);
  });

  it("leaves out what lies around a town but behind the border", async ({ db }) => {
    const near = { postalCode: "55116", city: "Mainz", federalState: "Rheinland-Pfalz" };
    const maps: MapOf = new MapOf((region) =>
      region === "Hessen" ? [] : [place("m", "mainz.de", near)],
    );
    expect(await search(db, maps)).toMatchObject({ stored: 0 });
    const { skipReason } = await db
      .selectFrom("jobResults")
      .select("skipReason")
      .executeTakeFirstOrThrow();
    expect(skipReason).toBe("outside");
  });

  it("never makes more calls than it said, and says so", async ({ db }) => {
    await know(db, 3);
    const maps: MapOf = new MapOf(() => [...places(1, 4), place(`x${maps.regions.length}`, null)]);
    const { warnings, fresh } = await search(db, maps);
    expect([maps.regions.length, fresh]).toEqual([MAX_GOAL_CALLS, 1]);
    expect(parseList(warnings)).toEqual([
      `Nach ${MAX_GOAL_CALLS} Aufrufen der Karte sind kleinere Orte noch nicht durchsucht: 3 bekannt, 1 neu.`,
    ]);
  });

  it("leaves a region alone where town after town brings what it has", async ({ db }) => {
    await know(db, 1);
    const maps: MapOf = new MapOf(() => places(1, 3));
    const { warnings } = await search(db, maps);
    expect(maps.regions).toHaveLength(6);
    expect(parseList(warnings)).toEqual(["Hessen ist für „Maler“ ausgeschöpft: 1 bekannt, 2 neu."]);
  });

  it("calls no region used up in which nothing was found at all", async ({ db }) => {
    expect(await search(db, new MapOf(() => []))).toMatchObject({ stored: 0, warnings: "[]" });
  });

  it("goes on at its town after a restart, and pays none twice", async ({ db }) => {
    const { run, job, controller } = await startRun(db, goal());
    const maps: MapOf = new MapOf((region) => {
      if (maps.regions.length === 2) controller.abort("shutdown");
      return places(10 * maps.regions.length, region === "Hessen" ? 1 : 2);
    });
    await expect(mapsPipeline(servicesWith({ maps })).run(run)).rejects.toBeDefined();
    const parked = await getJob(db, job.id);
    if (parked === undefined) throw new Error("the job is gone");
    await mapsPipeline(servicesWith({ maps })).run(resumeRun(db, parked).run);
    expect(new Set(maps.regions).size).toBe(maps.regions.length);
    expect(await getJob(db, job.id)).toMatchObject({ fresh: 5 });
  });

  it("looks for the emails of new leads alone", async ({ db }) => {
    await know(db, 2);
    const emails = new FakeFinder();
    const { run } = await startRun(db, goal({ enrich: true, region: "Kassel" }));
    await mapsPipeline(servicesWith({ maps: mapsWith(places(1, 4)), emails })).run(run);
    expect(emails.asked.toSorted()).toEqual(["firma-3.de", "firma-4.de"]);
  });
});

describe("the web search behind it", () => {
  it.each([
    [3, 2, ["Hessen ist für „Maler“ ausgeschöpft: 0 bekannt, 4 neu."]],
    [5, 0, []],
  ])("looks for what the map lacks: of 5 it found %i", async (onMap, calls, warnings) => {
    const { db } = await startRunOn(onMap);
    const { run } = await startRun(db, { ...goal(), kind: "web", parentId: "map" });
    const webSearch = webWith(webHits(3, 1), webHits(4, 1));
    await webPipeline(servicesWith({ webSearch })).run(run);
    expect(webSearch.asked).toHaveLength(calls);
    expect(parseList(run.job.warnings)).toEqual(warnings);
  });
});

/** A store with a finished map search that found this many new leads. */
async function startRunOn(onMap: number) {
  const db = openTestStore();
  const job = await addJob(db, { id: "map", ...goal(), status: "running", runToken: "this-run" });
  const { run } = resumeRun(db, job);
  await mapsPipeline(servicesWith({ maps: mapsWith(places(1, onMap)) })).run(run);
  await setJob(db, "map", { status: "complete", phase: "done" });
  return { db };
}
