import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import type { JobRow, JobStatus } from "~db/schema";
import { WatchedFeed } from "~tests/job-run";
import { addJob, addLead, openTestStore, setJob } from "~tests/store";
import { JobFollower } from "./follow-job.server";
import type { FollowedJob } from "./job-snapshot";

const SHARED_MS = 1_000;
const LIMIT_MS = 20_000;

interface Scene {
  db: Db;
  feed: WatchedFeed;
  follower: JobFollower;
  job: JobRow;
  controller: AbortController;
}

async function setScene(status: JobStatus = "running"): Promise<Scene> {
  const db = await openTestStore();
  const feed = new WatchedFeed();
  const follower = new JobFollower(db, feed);
  return {
    db,
    feed,
    follower,
    job: await addJob(db, { status }),
    controller: new AbortController(),
  };
}

async function follow({ follower, job, controller }: Scene): Promise<FollowedJob> {
  const followed = await follower.follow(job.id, controller.signal);
  if (followed === undefined) throw new Error("no such job");
  onTestFinished(() => controller.abort());
  return followed;
}

async function addResult({ db, job }: Scene, position: number): Promise<void> {
  const { seq, domain } = await addLead(db, { domain: `firma-${position}.de` });
  await insertJobResults(db, [{ jobId: job.id, position, leadSeq: seq, domain, isNew: 1 }]);
}

/** As a step does: writes its rows, then notifies followers. */
async function change({ db, feed, job }: Scene, fields: { found?: number; status?: JobStatus }) {
  await setJob(db, job.id, fields);
  feed.publish({ jobId: job.id });
}

/** Milliseconds until the page should ask again. */
async function waitOf({ next }: FollowedJob): Promise<number> {
  const start = performance.now();
  let isOver = false;
  void next?.then(() => {
    isOver = true;
  });
  for (;;) {
    await vi.advanceTimersByTimeAsync(0);
    if (isOver) return performance.now() - start;
    await vi.advanceTimersByTimeAsync(50);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
});

describe("a page that follows a job", () => {
  it("asks again when it has changed, a second after it was read at the earliest", async () => {
    const scene = await setScene();
    await addResult(scene, 1);
    const first = await follow(scene);
    expect(first.snapshot).toMatchObject({
      job: { status: "running" },
      results: [{ position: 1 }],
    });
    await addResult(scene, 2);
    await change(scene, { found: 2 });
    expect(await waitOf(first)).toBe(SHARED_MS);
    const second = await follow(scene);
    expect(second.snapshot).toMatchObject({ job: { found: 2 }, results: [{}, { position: 2 }] });
    expect(second.snapshot.order).toBeGreaterThan(first.snapshot.order);
    await vi.advanceTimersByTimeAsync(5 * SHARED_MS);
    await change(scene, { found: 3 });
    expect(await waitOf(second)).toBe(0);
  });

  it("has the same state as all others within a second, and misses nothing behind it", async () => {
    const scene = await setScene();
    const [one, other] = await Promise.all([follow(scene), follow(scene)]);
    await change(scene, { found: 1 });
    await vi.advanceTimersByTimeAsync(SHARED_MS / 2);
    const late = await follow(scene);
    expect([other.snapshot, late.snapshot]).toEqual([one.snapshot, one.snapshot]);
    expect(await waitOf(late)).toBe(SHARED_MS / 2);
    expect(await waitOf(one)).toBe(0);
    expect((await follow(scene)).snapshot.job.found).toBe(1);
  });

  it("sees every change, whenever it comes", async () => {
    const scene = await setScene();
    const work = (async () => {
      for (let found = 1; found <= 30; found += 1) {
        await change(scene, { found });
        // Sometimes in the pause, sometimes during the read, sometimes long after it.
        if (found % 3 !== 0) await new Promise((go) => setTimeout(go, (found * 267) % 1_600));
      }
      await change(scene, { status: "complete" });
    })();
    const seen: number[] = [];
    let followed = await follow(scene);
    while (followed.next !== null) {
      seen.push(followed.snapshot.job.found);
      expect(await waitOf(followed)).toBeLessThan(2_000);
      followed = await follow(scene);
    }
    await work;
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(followed.snapshot.job).toMatchObject({ found: 30, status: "complete" });
  });

  it("sees a part that joins, and what follows from it", async () => {
    const scene = await setScene();
    const { db, feed, job } = scene;
    const first = await follow(scene);
    const part = await addJob(db, { kind: "web", status: "running", parentId: job.id });
    feed.publish({ jobId: part.id, parentId: job.id });
    expect(await waitOf(first)).toBe(SHARED_MS);
    const reading = await addJob(db, { kind: "reading", status: "running", parentId: part.id });
    const second = await follow(scene);
    expect(second.snapshot).toMatchObject({ parts: [{}], followUps: [{}] });
    await vi.advanceTimersByTimeAsync(SHARED_MS);
    feed.publish({ jobId: reading.id, parentId: part.id });
    expect(await waitOf(second)).toBe(0);
  });

  it("asks again when its time is over, also where nothing changed", async () => {
    const scene = await setScene();
    expect(await waitOf(await follow(scene))).toBe(LIMIT_MS);
  });

  it.each([
    ["it is left", ({ controller }: Scene) => controller.abort()],
    ["the server stops", ({ feed }: Scene) => feed.end()],
  ])("waits no more when %s", async (_when, end) => {
    const scene = await setScene();
    const { next } = await follow(scene);
    end(scene);
    await expect(next).resolves.toBeNull();
    await expect((await follow(scene)).next).resolves.toBeNull();
  });

  it("waits for nothing where the job has ended, or is none", async () => {
    for (const status of ["complete", "failed", "cancelled"] as const) {
      const scene = await setScene(status);
      expect((await follow(scene)).next).toBeNull();
      const { follower, controller, feed } = scene;
      expect(await follower.follow("gibt-es-nicht", controller.signal)).toBeUndefined();
      expect(feed.listeners).toBe(0);
    }
  });
});
