import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import type { JobRow, JobStatus } from "~db/schema";
import { addJob, addLead, openTestStore } from "~db/store.test-support";
import { findSkippedResults, followJob, getJobMoment, type JobMoments } from "./follow-job.server";
import { WatchedFeed } from "./job-run.test-support";

const PAUSE_MS = 250;
const CHAIN_MS = 25_000;

interface Scene {
  db: Db;
  feed: WatchedFeed;
  job: JobRow;
  controller: AbortController;
}

async function setScene(status: JobStatus = "running"): Promise<Scene> {
  const db = await openTestStore();
  return {
    db,
    feed: new WatchedFeed(),
    job: await addJob(db, { status }),
    controller: new AbortController(),
  };
}

async function follow({ db, feed, job, controller }: Scene): Promise<JobMoments> {
  const moments = await followJob({ db, feed }, job.id, controller.signal);
  if (moments === undefined) throw new Error("no such job");
  onTestFinished(() => controller.abort());
  return moments;
}

async function addResult({ db, job }: Scene, position: number): Promise<void> {
  const { seq, domain } = await addLead(db, { domain: `firma-${position}.de` });
  await insertJobResults(db, [{ jobId: job.id, position, leadSeq: seq, domain, isNew: 1 }]);
}

/** What a step of the job does: its rows first, then the word to who listens. */
async function change(
  scene: Scene,
  positions: number[],
  fields: { found?: number; status?: JobStatus } = {},
) {
  const { db, feed, job } = scene;
  if (Object.keys(fields).length > 0) {
    await db.updateTable("jobs").set(fields).where("id", "=", job.id).execute();
  }
  feed.publish({ jobId: job.id, positions });
}

/** The next moment, however long the clock must run for it. */
async function nextOf(moments: JobMoments): Promise<JobMoments> {
  if (moments.next === null) throw new Error("the chain has ended");
  let next: JobMoments | null = null;
  void moments.next.then((moment) => {
    next = moment;
  });
  for (let n = 0; n < 1_000 && next === null; n += 1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS / 5);
  return moments.next;
}

const positionsOf = ({ results }: JobMoments) => results.map(({ position }) => position);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
});

describe("following a job", () => {
  it("begins with its state now and all its results", async () => {
    const scene = await setScene();
    await addResult(scene, 1);
    await insertJobResults(scene.db, [
      { jobId: scene.job.id, position: 2, isNew: 0, companyName: "Ohne", skipReason: "no_domain" },
    ]);
    const moments = await follow(scene);
    expect(positionsOf(moments)).toEqual([1]);
    expect(moments.job).toMatchObject({ id: scene.job.id, status: "running" });
    expect(moments.skipped).toEqual([{ reason: "no_domain", count: 1 }]);
    expect(scene.feed.listeners).toBe(1);
    expect(await getJobMoment(scene.db, scene.job.id)).toMatchObject({ results: moments.results });
    const skipped = await findSkippedResults(scene.db, scene.job.id);
    expect(skipped).toMatchObject([{ position: 2, companyName: "Ohne", skipReason: "no_domain" }]);
  });

  it("knows no job that there is not, and listens to none", async () => {
    const { db, feed, controller } = await setScene();
    expect(await followJob({ db, feed }, "gibt-es-nicht", controller.signal)).toBeUndefined();
    expect(await getJobMoment(db, "gibt-es-nicht")).toBeUndefined();
    expect(feed.listeners).toBe(0);
  });

  it("ends at once for a job that has ended", async () => {
    for (const status of ["complete", "failed", "cancelled"] as const) {
      const scene = await setScene(status);
      expect((await follow(scene)).next).toBeNull();
      expect(scene.feed.listeners).toBe(0);
    }
  });

  it("goes on with only what has changed", async () => {
    const scene = await setScene();
    await addResult(scene, 1);
    const first = await follow(scene);
    await addResult(scene, 2);
    await change(scene, [2], { found: 2 });
    const second = await nextOf(first);
    expect([second.job.found, positionsOf(second)]).toEqual([2, [2]]);
    await change(scene, [1]);
    expect(positionsOf(await nextOf(second))).toEqual([1]);
  });

  it("makes one moment of a burst of changes", async () => {
    const scene = await setScene();
    const first = await follow(scene);
    for (const position of [1, 2, 3]) {
      await addResult(scene, position);
      await change(scene, [position], { found: position });
      await vi.advanceTimersByTimeAsync(PAUSE_MS / 5);
    }
    const second = await nextOf(first);
    expect([second.job.found, positionsOf(second)]).toEqual([3, [1, 2, 3]]);
  });

  it("delivers every change, whenever it comes", async () => {
    const scene = await setScene();
    let moments = await follow(scene);
    const work = (async () => {
      for (let position = 1; position <= 30; position += 1) {
        await addResult(scene, position);
        await change(scene, [position], { found: position });
        // Sometimes in the pause, sometimes while the moment is read, sometimes long after it.
        if (position % 3 !== 0)
          await new Promise((resolve) => setTimeout(resolve, (position * 67) % 400));
      }
      await change(scene, [], { status: "complete" });
    })();
    const delivered = new Set(positionsOf(moments));
    const founds = [moments.job.found];
    while (moments.next !== null) {
      moments = await nextOf(moments);
      for (const position of positionsOf(moments)) delivered.add(position);
      founds.push(moments.job.found);
    }
    await work;
    expect([...delivered].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
    expect(founds).toEqual(founds.toSorted((a, b) => a - b));
    expect(founds.length).toBeGreaterThan(3);
    expect(moments.job.status).toBe("complete");
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends with the job's last state when the job ends", async () => {
    const scene = await setScene();
    const first = await follow(scene);
    await change(scene, [], { status: "complete" });
    const last = await nextOf(first);
    expect([last.job.status, last.next]).toEqual(["complete", null]);
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends without a change when its time is over, and asks to be called again", async () => {
    const scene = await setScene();
    const begun = Date.now();
    const first = await follow(scene);
    await vi.advanceTimersByTimeAsync(CHAIN_MS - 1);
    expect(scene.feed.listeners).toBe(1);
    const last = await nextOf(first);
    expect(Date.now() - begun).toBeLessThan(CHAIN_MS + 2 * PAUSE_MS);
    expect([last.job.status, last.results, last.next]).toEqual(["running", [], null]);
    expect(scene.feed.listeners).toBe(0);
  });

  it("does not go on for ever while changes keep coming", async () => {
    const scene = await setScene();
    let moments = await follow(scene);
    const begun = Date.now();
    while (moments.next !== null && Date.now() - begun < 2 * CHAIN_MS) {
      await change(scene, [], { found: moments.job.found + 1 });
      moments = await nextOf(moments);
    }
    expect(moments.next).toBeNull();
    expect(Date.now() - begun).toBeLessThan(CHAIN_MS + 4 * PAUSE_MS);
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends when nobody listens any more", async () => {
    const scene = await setScene();
    const first = await follow(scene);
    await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
    scene.controller.abort();
    await expect(first.next).resolves.toMatchObject({ results: [], next: null });
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends at once when nobody listens from the beginning", async () => {
    const scene = await setScene();
    scene.controller.abort();
    const first = await follow(scene);
    await expect(first.next).resolves.toMatchObject({ results: [], next: null });
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends when the job is gone", async () => {
    const scene = await setScene();
    const first = await follow(scene);
    await scene.db.deleteFrom("jobs").execute();
    await change(scene, []);
    expect(await nextOf(first)).toMatchObject({ results: [], next: null });
    expect(scene.feed.listeners).toBe(0);
  });
});
