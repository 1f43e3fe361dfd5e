import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { mapsWith, servicesWith } from "~tests/fake-providers";
import { it } from "~tests/store";
import { startSearchQueue } from "./start-search.server";

function servicesFor(db: Db) {
  const { providers } = servicesWith({ maps: mapsWith([]) });
  return { db, providers, jobs: { wake: vi.fn() } };
}

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
