import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { openTestStore } from "~db/store.test-support";
import { JobFeed } from "../jobs/job-feed.server";
import { JobRunner } from "../jobs/job-runner.server";
import { mapsWith } from "../pipelines/fake-providers.test-support";
import { MISSING_MAPS_KEY, mapsPipeline } from "../pipelines/maps/maps-pipeline.server";
import { SearchNotReadyError, searchObstacle, startSearch } from "./start-search.server";

const INPUT = { query: "Maler", region: "Köln", count: 30 };

function servicesFor(db: Db, mapsProvider = mapsWith([])) {
  const log = { info: vi.fn(), error: vi.fn() };
  const jobs = new JobRunner(db, new JobFeed(), { maps: mapsPipeline(mapsProvider, null) }, log);
  return { db, jobs, mapsProvider };
}

describe("startSearch", () => {
  it("queues a maps job with emails, keeps it in the history, and wakes the runner", async () => {
    const db = await openTestStore();
    const services = servicesFor(db);
    const wake = vi.spyOn(services.jobs, "wake").mockReturnValue();
    const job = await startSearch(services, INPUT, "anna");
    expect(await getJob(db, job.id)).toEqual(job);
    expect(job).toMatchObject({
      type: "maps",
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
        createdAt: job.createdAt,
      },
    ]);
    expect(wake).toHaveBeenCalledOnce();
  });

  it("is understood by the pipeline that runs it", async () => {
    const db = await openTestStore();
    const services = servicesFor(db);
    const { id } = await startSearch(services, INPUT, "anna");
    await vi.waitFor(async () => expect((await getJob(db, id))?.status).toBe("complete"), {
      timeout: 10_000,
    });
    expect(services.mapsProvider.asked).toEqual([null]);
    await services.jobs.stop();
  });

  it("says what is missing before it queues anything", async () => {
    const db = await openTestStore();
    const services = { ...servicesFor(db), mapsProvider: null };
    expect(searchObstacle(services)).toBe(MISSING_MAPS_KEY);
    await expect(startSearch(services, INPUT, "anna")).rejects.toThrow(SearchNotReadyError);
    expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
  });

  it("queues nothing when the history can't be written", async () => {
    const db = await openTestStore();
    const services = servicesFor(db);
    const wake = vi.spyOn(services.jobs, "wake");
    await sql`DROP TABLE search_history`.execute(db);
    await expect(startSearch(services, INPUT, "anna")).rejects.toThrow("search_history");
    expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
    expect(wake).not.toHaveBeenCalled();
  });

  it("has no obstacle with a provider", () => {
    expect(searchObstacle({ mapsProvider: mapsWith([]) })).toBeNull();
  });
});
