import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { getJob, updateRunningJob } from "~db/queries/jobs";
import { FakeWebSearch, servicesWith, webHits, webWith } from "~tests/fake-providers";
import { startRun, TOKEN } from "~tests/job-run";
import { openTestStore } from "~tests/store";
import { webPipeline } from "./search-pipeline.server";

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

  it("does not wait for one that has ended", async () => {
    const db = await openTestStore();
    const parent = await startRun(db, { ...FIELDS, kind: "maps", phase: "searching" });
    await updateRunningJob(db, parent.job.id, TOKEN, { status: "failed" });
    const { run } = await startRun(db, { ...FIELDS, parentId: parent.job.id });
    await webPipeline(servicesWith({ webSearch: webWith(webHits(1, 3)) })).run(run);
    expect(run.job.stored).toBe(3);
  });

  it("stops waiting when it is cancelled", async () => {
    const db = await openTestStore();
    const parent = await startRun(db, { ...FIELDS, kind: "maps", phase: "searching" });
    const { run, controller } = await startRun(db, { ...FIELDS, parentId: parent.job.id });
    const webSearch = webWith(webHits(1, 3));
    const searching = webPipeline(servicesWith({ webSearch })).run(run);
    controller.abort("cancelled");
    await expect(searching).rejects.toBeDefined();
    expect(webSearch.asked).toEqual([]);
  });
});
