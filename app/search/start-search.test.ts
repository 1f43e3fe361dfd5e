import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { mapsWith, servicesWith } from "~tests/fake-providers";
import { it } from "~tests/store";
import type { WebSearch } from "../providers/company-search";
import { startSearch, startSearchQueue } from "./start-search.server";

const INPUT = { query: "Maler", region: "Köln", count: 30 };

const WEB: WebSearch = {
  id: "serper",
  name: "Serper",
  maxResults: 500,
  pageSize: 10,
  searchPage: async () => ({ hits: [], nextCursor: null, creditsCharged: 1 }),
};

function servicesFor(db: Db, webSearch: WebSearch | null = null) {
  const { providers } = servicesWith({ maps: mapsWith([]), webSearch });
  return { db, providers, jobs: { wake: vi.fn() } };
}

describe("startSearch", () => {
  it("queues a maps job with emails, keeps it in the history, and wakes the runner", async ({
    db,
  }) => {
    const services = servicesFor(db);
    const { job, serpJob } = await startSearch(services, INPUT, "anna");
    expect(serpJob).toBeNull();
    expect(await getJob(db, job.id)).toEqual(job);
    expect(job).toMatchObject({
      kind: "maps",
      status: "queued",
      phase: "searching",
      requested: 30,
      query: "Maler",
      region: "Köln",
      createdBy: "anna",
      parentId: null,
    });
    expect(JSON.parse(job.params)).toEqual({ ...INPUT, enrich: true });
    expect(await db.selectFrom("searchHistory").selectAll().execute()).toEqual([
      {
        id: expect.any(String),
        mode: "custom",
        query: "Maler",
        region: "Köln",
        jobId: job.id,
        queueId: null,
        createdAt: job.createdAt,
      },
    ]);
    expect(services.jobs.wake).toHaveBeenCalledOnce();
  });

  it("queues nothing when the history can't be written", async ({ db }) => {
    const services = servicesFor(db);
    await sql`DROP TABLE search_history`.execute(db);
    await expect(startSearch(services, INPUT, "anna")).rejects.toThrow("search_history");
    expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
    expect(services.jobs.wake).not.toHaveBeenCalled();
  });

  it("looks in the web for what the map can't give, both queued at once", async ({ db }) => {
    const services = servicesFor(db, WEB);
    const { job, serpJob } = await startSearch(services, { ...INPUT, count: 61 }, "anna");
    expect(job).toMatchObject({ kind: "maps", requested: 60, warnings: "[]" });
    expect(serpJob).toMatchObject({
      kind: "web",
      status: "queued",
      requested: 1,
      parentId: job.id,
      query: "Maler",
      region: "Köln",
    });
    // What was asked for stands in the first job, so that the search can be repeated as a whole.
    expect(JSON.parse(job.params)).toMatchObject({ count: 61, enrich: true });
    expect(JSON.parse(serpJob?.params ?? "")).toMatchObject({ count: 1, enrich: true });
    expect(await db.selectFrom("searchHistory").select("jobId").execute()).toEqual([
      { jobId: job.id },
    ]);
    expect(services.jobs.wake).toHaveBeenCalledOnce();
  });

  it("says in the maps job that the web search has no key", async ({ db }) => {
    const services = servicesFor(db);
    const { job, serpJob } = await startSearch(services, { ...INPUT, count: 100 }, "anna");
    expect(serpJob).toBeNull();
    expect(job.requested).toBe(60);
    expect(JSON.parse(job.warnings)).toEqual([
      "Die Kartensuche liefert höchstens 60 Firmen. Für die 40 weiteren Firmen fehlt der Schlüssel von Serper (siehe Einstellungen).",
    ]);
  });
});

describe("startSearchQueue", () => {
  const PAIRS = [
    { query: "Stadtwerke", region: "Köln" },
    { query: "Stadtwerke", region: "Bonn" },
    { query: "Fernwärme", region: "Köln" },
  ];

  it("queues every search for fifty companies, in one go and in their order", async ({ db }) => {
    const services = servicesFor(db);
    const queueId = await startSearchQueue(services, { mode: "stadtwerke", pairs: PAIRS }, "anna");
    const entries = await db.selectFrom("searchHistory").selectAll().orderBy("id").execute();
    expect(entries.map(({ query, region }) => ({ query, region }))).toEqual(PAIRS);
    for (const entry of entries) {
      expect(entry).toMatchObject({ mode: "stadtwerke", queueId });
      const job = await getJob(db, entry.jobId ?? "");
      expect(job).toMatchObject({
        kind: "maps",
        status: "queued",
        requested: 50,
        query: entry.query,
        region: entry.region,
        createdBy: "anna",
        parentId: null,
        isBackground: 0,
      });
      expect(JSON.parse(job?.params ?? "")).toMatchObject({ count: 50, enrich: true });
    }
    expect(services.jobs.wake).toHaveBeenCalledOnce();
  });

  it("queues all of them or none", async ({ db }) => {
    const services = servicesFor(db);
    await sql`CREATE TRIGGER third BEFORE INSERT ON search_history WHEN NEW.query = 'Fernwärme'
      BEGIN SELECT RAISE(ABORT, 'third refused'); END`.execute(db);
    const queued = startSearchQueue(services, { mode: "custom", pairs: PAIRS }, "anna");
    await expect(queued).rejects.toThrow("third refused");
    expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("searchHistory").select("id").execute()).toEqual([]);
    expect(services.jobs.wake).not.toHaveBeenCalled();
  });
});
