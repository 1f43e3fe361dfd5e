import { describe, expect, onTestFinished, vi } from "vitest";
import { MAPS_KEY } from "~/jobs/kinds/registry";
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
import { resumeRun, startRun } from "~tests/job-run";
import { addLead, it, NOON } from "~tests/store";
import { JobFailure } from "../../jobs/runner/job-run.server";
import type { CompanyHit } from "../../providers/company-search";
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

it("gives a service up after a minute to which no way leads", async ({ db }) => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
  const error = new ProviderError("OpenStreetMap", "network", { isUnreachable: true });
  const openData = { findRegion: () => Promise.reject(error) };
  const services = servicesWith({ maps: Object.assign(mapsWith([]), { openData }) });
  const { run } = await startRun(db);
  const failure = () =>
    mapsPipeline({ ...services, retrySpeed: 1 })
      .run(run)
      .catch((reason: unknown) => reason);
  const pause = { name: "JobPause", message: error.message, showsReason: true };
  for (let pauses = 0; pauses < 2; pauses += 1)
    expect(await failure()).toMatchObject({ ...pause, resumeAt: NOON + 30_000 });
  const message = expect.stringMatching(/nicht erreichbar\. Hat der Server Internet\? .*Proxy/);
  expect(await failure()).toMatchObject({ name: "JobFailure", kind: "network", message });
});

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
      phone: "+493023125101",
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

  /** A search whose later page fails, after a first one with some places. */
  async function failLater(db: Db, first: CompanyHit[]) {
    const error = new ProviderError("Google Places", "upstream", { status: 503 });
    const pages = mapsWith(first, places(21, 20));
    const maps = new FakeMaps((cursor, signal) => {
      if (cursor !== null) throw error;
      return pages.searchPage({}, cursor, signal);
    });
    const { run, job } = await startRun(db);
    const emails = new FakeFinder();
    const done = mapsPipeline(servicesWith({ maps, emails })).run(run);
    return { error, run, job, maps, emails, done };
  }

  it("keeps the pages it has when a later one fails, and looks for their emails", async ({
    db,
  }) => {
    const { error, run, maps, emails, done } = await failLater(db, places(1, 20));
    await done;
    expect(run.job).toMatchObject({ found: 20, stored: 20, failureKind: "upstream" });
    expect(run.job.warnings).toContain(error.message);
    expect(emails.asked).toHaveLength(20);
    const searches = (await calls(db)).filter(({ provider }) => provider === maps.id);
    expect(searches.map(({ status }) => status)).toEqual(["answered", "failed"]);
    // A restart among the emails does not search on, and needs no key of the map.
    await mapsPipeline(servicesWith({ emails })).run(resumeRun(db, run.job).run);
    expect(maps.asked).toHaveLength(2);
  });

  it("fails where no page brought a company", async ({ db }) => {
    const { error, job, done } = await failLater(db, [place("a", null)]);
    await expect(done).rejects.toBe(error);
    expect(await getJob(db, job.id)).toMatchObject({ found: 1, stored: 0 });
  });

  it("ends with a warning where its key is gone after a stop", async ({ db }) => {
    const { job, controller, run } = await startRun(db);
    const pages = mapsWith(places(1, 20), places(21, 20));
    const maps = new FakeMaps((cursor, signal) => {
      if (cursor === null) return pages.searchPage({}, cursor, signal);
      queueMicrotask(() => controller.abort("shutdown"));
      return untilAborted(signal);
    });
    await expect(mapsPipeline(servicesWith({ maps })).run(run)).rejects.toThrow("aborted");
    const parked = await getJob(db, job.id);
    if (parked === undefined) throw new Error("the job is gone");
    const again = resumeRun(db, parked).run;
    await mapsPipeline(servicesWith({})).run(again);
    expect(again.job).toMatchObject({ stored: 20, failureKind: "missing_key" });
    expect(again.job.warnings).toContain(MAPS_KEY.missing);
  });

  it("says how many hits of all its pages could not be read", async ({ db }) => {
    const pages = mapsWith(places(1, 20), places(21, 20));
    const maps = new FakeMaps(async (cursor, signal) => ({
      ...(await pages.searchPage({}, cursor, signal)),
      unreadable: cursor === null ? 0 : 1,
    }));
    const { run } = await search(db, maps);
    expect(run.job).toMatchObject({ stored: 40 });
    expect(JSON.parse(run.job.warnings)).toEqual([
      "1 Treffer war unlesbar und fehlt in den Ergebnissen.",
    ]);
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
