import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import {
  FakeFinder,
  type FakeMaps,
  FakeWebSearch,
  found,
  mapsWith,
  NOT_FOUND,
  place,
  places,
  servicesWith,
  webHits,
  webWith,
} from "~tests/fake-providers";
import { startRun, TOKEN } from "~tests/job-run";
import { addJob, it, openTestStore } from "~tests/store";
import { JobFeed } from "../../jobs/progress/job-feed.server";
import { JobRun } from "../../jobs/runner/job-run.server";
import { mapsPipeline, webPipeline } from "./search-companies.server";

const PAGES = [
  [...places(1, 4), place("x", null)],
  [...places(3, 4), place("y", "https://firma-3.de/filiale"), ...places(7, 3)],
  [...places(9, 4), place("z", "https://facebook.com/z")],
];
const REQUESTED = 11;

/** A run whose process is killed before a given step is stored. */
class DoomedRun extends JobRun {
  #stepsLeft: number;

  constructor(db: Db, job: JobRow, signal: AbortSignal, steps: number) {
    super(db, job, TOKEN, signal, new JobFeed());
    this.#stepsLeft = steps;
  }

  override async step(work: Parameters<JobRun["step"]>[0]): Promise<void> {
    if (this.#stepsLeft === 0) throw new Error("killed");
    this.#stepsLeft -= 1;
    await super.step(work);
  }
}

function services() {
  const maps = mapsWith(...PAGES);
  const finder = new FakeFinder((domain) => (domain === "firma-2.de" ? NOT_FOUND : found(domain)));
  return { maps, finder, pipeline: mapsPipeline(servicesWith({ maps, emails: finder })) };
}

async function newJob(db: Db): Promise<JobRow> {
  return addJob(db, { status: "running", runToken: TOKEN, requested: REQUESTED });
}

async function read(db: Db, id: string): Promise<JobRow> {
  const job = await getJob(db, id);
  if (job === undefined) throw new Error("the job is gone");
  return job;
}

/** The traces of a finished job, without values that differ between runs. */
async function outcomeOf(db: Db, id: string): Promise<object> {
  const { found, stored, fresh, progress, phase, warnings } = await read(db, id);
  const results = await db.selectFrom("jobResults").selectAll().orderBy("position").execute();
  const leads = await db
    .selectFrom("leads")
    .select(["domain", "email", "version"])
    .orderBy("domain")
    .execute();
  const events = await db.selectFrom("leadEvents").select("kind").orderBy("kind").execute();
  return {
    job: { found, stored, fresh, progress, phase, warnings },
    results: results.map(({ jobId: _, ...row }) => row),
    leads,
    events: events.map(({ kind }) => kind),
  };
}

async function uninterrupted(): Promise<{ outcome: object; maps: FakeMaps; finder: FakeFinder }> {
  const db = await openTestStore();
  const job = await newJob(db);
  const { maps, finder, pipeline } = services();
  await pipeline.run(
    new DoomedRun(db, job, new AbortController().signal, Number.POSITIVE_INFINITY),
  );
  return { outcome: await outcomeOf(db, job.id), maps, finder };
}

describe("a search that was interrupted", { timeout: 60_000 }, () => {
  it("ends as if nothing had happened, wherever it was killed", async () => {
    const whole = await uninterrupted();
    for (let steps = 0; ; steps += 1) {
      const db = await openTestStore();
      const job = await newJob(db);
      const { maps, finder, pipeline } = services();
      const { signal } = new AbortController();
      const killed = await pipeline.run(new DoomedRun(db, job, signal, steps)).then(
        () => false,
        (error: Error) => error.message === "killed",
      );
      if (!killed) {
        expect(steps).toBeGreaterThan(15);
        break;
      }
      await pipeline.run(new DoomedRun(db, await read(db, job.id), signal, 1_000));
      expect(await outcomeOf(db, job.id)).toEqual(whole.outcome);
      // At most one call is repeated: the one whose answer was not stored.
      expect(maps.asked.length + finder.asked.length).toBeLessThanOrEqual(
        whole.maps.asked.length + whole.finder.asked.length + 1,
      );
    }
  });
});

describe("a search of the web that was killed", () => {
  it("goes on with the page whose websites it read, and pays it once", async ({ db }) => {
    const params = JSON.stringify({ query: "Maler", region: "Köln", count: 50, enrich: true });
    const { id } = await addJob(db, { kind: "web", status: "running", runToken: TOKEN, params });
    const webSearch = webWith(webHits(1, 3), webHits(3, 3));
    const { signal } = new AbortController();
    // Killed while the first page is read, while the second is read, and after both.
    for (const steps of [2, 3, 3]) {
      const run = new DoomedRun(db, await read(db, id), signal, steps);
      const services = servicesWith({ webSearch, emails: new FakeFinder() });
      await expect(webPipeline(services).run(run)).rejects.toThrow("killed");
    }
    expect(webSearch.asked).toEqual([null, "2"]);
    expect(await read(db, id)).toMatchObject({ found: 5, stored: 5 });
    const usage = db.selectFrom("providerUsage").selectAll().where("provider", "=", "serper");
    expect(await usage.execute()).toMatchObject([{ calls: 2, billed: 2, credits: 2 }]);
    const leads = await db.selectFrom("leads").select("companyName").orderBy("seq").execute();
    expect(leads[0]).toEqual({ companyName: "Firma 1 GmbH" });
  });
});

const PARAMS = JSON.stringify({ query: "Maler", region: "Köln", count: 5, enrich: false });
const FIELDS = { kind: "web", params: PARAMS, requested: 5 } as const;

describe("a search that has the rest of another one's", () => {
  it("begins when that one knows its companies, so that each of its own is a further one", async () => {
    const db = await openTestStore();
    const parent = await startRun(db, { ...FIELDS, kind: "maps", phase: "searching" });
    const phases: (string | undefined)[] = [];
    const pages = webWith(webHits(1, 8));
    const webSearch = new FakeWebSearch(async (cursor, signal) => {
      phases.push((await getJob(db, parent.job.id))?.phase);
      return pages.searchPage({ query: "Maler", region: "Köln" }, cursor, signal);
    });
    const { run } = await startRun(db, { ...FIELDS, parentId: parent.job.id });
    const searching = webPipeline(servicesWith({ webSearch })).run(run);
    await delay(20);
    await webPipeline(servicesWith({ webSearch: webWith(webHits(1, 3)) })).run(parent.run);
    await searching;
    expect(phases).toEqual(["storing"]);
    expect(run.job).toMatchObject({ found: 8, stored: 5 });
    expect(await db.selectFrom("leads").selectAll().execute()).toHaveLength(8);
  });
});
