import { describe, expect } from "vitest";
import { MAPS_KEY } from "~/jobs/kinds/search";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import {
  FakeFinder,
  FakeMaps,
  mapsWith,
  place,
  places,
  servicesWith,
  untilAborted,
} from "~tests/fake-providers";
import { startRun } from "~tests/job-run";
import { addLead, it } from "~tests/store";
import { JobFailure } from "../../jobs/runner/job-run.server";
import { ProviderError } from "../../providers/provider-error";
import { mapsPipeline } from "./search-companies.server";

const SEARCH_ONLY = JSON.stringify({ query: "Maler", region: "Köln", count: 50, enrich: false });

/** Runs a search without emails to its end. */
async function search(db: Db, maps: FakeMaps, requested = 50) {
  const scene = await startRun(db, { requested, params: SEARCH_ONLY });
  await mapsPipeline(servicesWith({ maps })).run(scene.run);
  return scene;
}

const results = (db: Db) => db.selectFrom("jobResults").selectAll().orderBy("position").execute();
const calls = (db: Db) => db.selectFrom("providerCalls").selectAll().orderBy("id").execute();

describe("a search on the map", () => {
  it("keeps every result with what it said and why it was left out", async ({ db }) => {
    await addLead(db, { domain: "bekannt.de" });
    const { run, job } = await search(
      db,
      mapsWith([
        place("a", "https://www.neu.de/x", {
          phone: "030 23125101",
          address: "Gasse 1",
          city: "Köln",
        }),
        place("b", null),
        place("c", "https://facebook.com/c"),
        place("d", "bekannt.de"),
        place("e", "http://neu.de"),
        place("f", "zu.de", { isClosed: true }),
      ]),
    );
    const rows = await results(db);
    expect(
      rows.map((row) => [
        row.position,
        row.domain,
        row.isNew,
        row.skipReason,
        row.leadSeq !== null,
      ]),
    ).toEqual([
      [1, "neu.de", 1, null, true],
      [2, null, 0, "no_domain", false],
      [3, null, 0, "platform", false],
      [4, "bekannt.de", 0, null, true],
      [5, "neu.de", 0, "duplicate", false],
      [6, null, 0, "closed", false],
    ]);
    expect(rows[0]).toMatchObject({
      jobId: job.id,
      companyName: "Firma a",
      website: "https://www.neu.de/x",
      phone: "030 23125101",
      address: "Gasse 1",
      city: "Köln",
    });
    expect(run.job).toMatchObject({ found: 6, stored: 2, fresh: 1 });
    const source = await db.selectFrom("leadSources").selectAll().executeTakeFirstOrThrow();
    expect(source).toMatchObject({
      jobId: job.id,
      sourceType: "maps",
      provider: "google-places",
      term: "Maler",
      region: "Köln",
      payload: '{"placeId":"a"}',
    });
  });

  it("counts a place once that comes on two pages, or twice on one", async ({ db }) => {
    const first = [...places(1, 20), ...places(1, 2)];
    const { run } = await search(db, mapsWith(first, [...places(18, 3), ...places(21, 2)]));
    expect(run.job).toMatchObject({ found: 22, stored: 22 });
  });

  it("ends when the same token comes again", async ({ db }) => {
    let page = 0;
    const maps = new FakeMaps(() => {
      page += 1;
      return { hits: places(page * 10, 5), nextCursor: "always", creditsCharged: 1 };
    });
    await search(db, maps);
    expect(maps.asked).toEqual([null, "always"]);
  });

  it("ends in the middle of a page when as many are stored as were asked for", async ({ db }) => {
    const page = [place("a", null), ...places(1, 10)];
    const maps = mapsWith(page, places(21, 20));
    const { run } = await search(db, maps, 4);
    expect(maps.asked).toEqual([null]);
    expect(run.job).toMatchObject({ found: 5, stored: 4, fresh: 4 });
    expect(await results(db)).toHaveLength(5);
    expect(await db.selectFrom("leads").select("seq").execute()).toHaveLength(4);
  });

  it("reads a federal state for German companies alone", async ({ db }) => {
    await search(
      db,
      mapsWith([
        place("a", "berlin.de", { federalState: "BE", country: "DE" }),
        place("b", "bern.ch", { federalState: "BE", country: "CH" }),
        place("c", "namen.de", { federalState: "Bayern", country: null }),
        place("d", "wien.at", { federalState: "Wien", country: "AT" }),
      ]),
    );
    const leads = await db
      .selectFrom("leads")
      .select(["domain", "federalState"])
      .orderBy("seq")
      .execute();
    expect(leads.map(({ federalState }) => federalState)).toEqual(["Berlin", null, "Bayern", null]);
  });
});

describe("a search that can't go on", () => {
  it("says that the key is missing", async ({ db }) => {
    const { run } = await startRun(db);
    const failure = mapsPipeline(servicesWith({})).run(run);
    await expect(failure).rejects.toThrow(JobFailure);
    await expect(failure).rejects.toThrow(MAPS_KEY.missing);
    expect(await calls(db)).toEqual([]);
  });

  it("keeps the pages it has when a later one fails", async ({ db }) => {
    const error = new ProviderError("Google Places", "upstream", { status: 503 });
    const pages = mapsWith(places(1, 20), places(21, 20));
    const maps = new FakeMaps((cursor, signal) => {
      if (cursor !== null) throw error;
      return pages.searchPage({}, cursor, signal);
    });
    const { run, job } = await startRun(db);
    await expect(
      mapsPipeline(servicesWith({ maps, emails: new FakeFinder() })).run(run),
    ).rejects.toBe(error);
    expect(await getJob(db, job.id)).toMatchObject({ found: 20, stored: 20, status: "running" });
    expect(await results(db)).toHaveLength(20);
    expect((await calls(db)).map(({ status }) => status)).toEqual(["answered", "failed"]);
  });

  it("stops at once when it is aborted, before a page and in it", async ({ db }) => {
    const early = await startRun(db);
    early.controller.abort("cancelled");
    const untouched = mapsWith(places(1, 1));
    await expect(mapsPipeline(servicesWith({ maps: untouched })).run(early.run)).rejects.toBe(
      "cancelled",
    );
    expect(untouched.asked).toEqual([]);

    const late = await startRun(db);
    const maps = new FakeMaps((_, signal) => {
      queueMicrotask(() => late.controller.abort("cancelled"));
      return untilAborted(signal);
    });
    await expect(mapsPipeline(servicesWith({ maps })).run(late.run)).rejects.toThrow("aborted");
    expect(await results(db)).toEqual([]);
  });
});
