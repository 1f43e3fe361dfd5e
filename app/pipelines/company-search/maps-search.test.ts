import { describe, expect, onTestFinished, vi } from "vitest";
import type { Db } from "~db/client";
import { type FakeMaps, mapsWith, place, places, servicesWith } from "~tests/fake-providers";
import { startRun } from "~tests/job-run";
import { addLead, it, NOON } from "~tests/store";
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

  it("ends in the middle of a page when as many are stored as were asked for", async ({ db }) => {
    const page = [place("a", null), ...places(1, 10)];
    const maps = mapsWith(page, places(21, 20));
    const { run } = await search(db, maps, 4);
    expect(maps.asked).toEqual([null]);
    expect(run.job).toMatchObject({ found: 5, stored: 4, fresh: 4 });
    expect(await results(db)).toHaveLength(5);
    expect(await db.selectFrom("leads").select("seq").execute()).toHaveLength(4);
  });
});
