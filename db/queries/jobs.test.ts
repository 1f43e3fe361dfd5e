import { describe, expect } from "vitest";
import { addJob, it, NOON, openTestStore } from "~tests/store";
import type { JobStatus } from "../schema";
import {
  claimJob,
  findOpenJobs,
  getJob,
  parkJob,
  requestCancel,
  requeueOrphanedJobs,
  updateRunningJob,
} from "./jobs";

describe("claimJob", () => {
  it("takes the oldest queued job and none twice", async ({ db }) => {
    const young = await addJob(db, { createdAt: NOON + 1 });
    const old = await addJob(db, { createdAt: NOON });
    await addJob(db, { createdAt: NOON - 1, status: "complete" });
    const first = await claimJob(db, "token-1", NOON + 10);
    expect(first).toMatchObject({
      id: old.id,
      status: "running",
      runToken: "token-1",
      startedAt: NOON + 10,
    });
    expect((await claimJob(db, "token-2", NOON + 11))?.id).toBe(young.id);
    expect(await claimJob(db, "token-3", NOON + 12)).toBeUndefined();
  });

  it("keeps the time of the first start", async ({ db }) => {
    const job = await addJob(db, { startedAt: NOON });
    expect((await claimJob(db, "token", NOON + 10))?.startedAt).toBe(NOON);
    expect(job.startedAt).toBe(NOON);
  });

  it("leaves a job that shall be cancelled", async ({ db }) => {
    await addJob(db, { cancelRequestedAt: NOON });
    expect(await claimJob(db, "token", NOON)).toBeUndefined();
  });

  it("takes what a person started first, however much later that was", async ({ db }) => {
    const background = await addJob(db, { isBackground: 1, createdAt: NOON });
    const later = await addJob(db, { isBackground: 1, createdAt: NOON + 1 });
    const own = await addJob(db, { createdAt: NOON + 2 });
    const claimed = [];
    for (const token of ["a", "b", "c"]) claimed.push((await claimJob(db, token, NOON + 9))?.id);
    expect(claimed).toEqual([own.id, background.id, later.id]);
  });

  it("takes none of them where they have no place", async ({ db }) => {
    await addJob(db, { isBackground: 1, createdAt: NOON });
    const own = await addJob(db, { createdAt: NOON + 2 });
    const places = { withBackground: false };
    expect((await claimJob(db, "a", NOON, places))?.id).toBe(own.id);
    expect(await claimJob(db, "b", NOON, places)).toBeUndefined();
  });
});

describe("updateRunningJob", () => {
  it("changes only the run that holds the token", async ({ db }) => {
    const job = await addJob(db, { status: "running", runToken: "mine" });
    expect(await updateRunningJob(db, job.id, "other", { found: 7 })).toBeUndefined();
    expect((await getJob(db, job.id))?.found).toBe(0);
    expect(await updateRunningJob(db, job.id, "mine", { found: 7 })).toMatchObject({ found: 7 });
  });

  it.each<JobStatus>(["queued", "complete", "failed", "cancelled"])(
    "leaves a job that is %s",
    async (status) => {
      const db = await openTestStore();
      const job = await addJob(db, { status, runToken: "mine" });
      expect(await updateRunningJob(db, job.id, "mine", { found: 7 })).toBeUndefined();
    },
  );

  it("never lets the progress fall", async ({ db }) => {
    const job = await addJob(db, { status: "running", runToken: "t", progress: 40 });
    expect((await updateRunningJob(db, job.id, "t", { progress: 10 }))?.progress).toBe(40);
    expect((await updateRunningJob(db, job.id, "t", { progress: 60 }))?.progress).toBe(60);
  });

  it("answers the job as it is when nothing is to be changed", async ({ db }) => {
    const job = await addJob(db, { status: "running", runToken: "t" });
    expect(await updateRunningJob(db, job.id, "t", {})).toEqual(job);
    expect(await updateRunningJob(db, job.id, "other", {})).toBeUndefined();
  });
});

describe("requeueOrphanedJobs", () => {
  it("ends what shall be cancelled, fails what was interrupted too often, and queues the rest", async ({
    db,
  }) => {
    const running = { status: "running", runToken: "gone" } as const;
    const fresh = await addJob(db, running);
    const second = await addJob(db, { ...running, interruptions: 1, checkpoint: '{"page":2}' });
    const third = await addJob(db, { ...running, interruptions: 2 });
    const cancelled = await addJob(db, { ...running, cancelRequestedAt: NOON - 1 });
    const waiting = await addJob(db, { status: "queued", interruptions: 2 });
    const done = await addJob(db, { status: "complete", interruptions: 2 });
    const queued = await requeueOrphanedJobs(db, 3, "zu oft", NOON);
    expect(queued.map(({ id }) => id).sort()).toEqual([fresh.id, second.id].sort());
    const current = (id: string) => getJob(db, id);
    expect(await current(fresh.id)).toMatchObject({
      status: "queued",
      interruptions: 1,
      runToken: null,
    });
    expect(await current(second.id)).toMatchObject({ interruptions: 2, checkpoint: '{"page":2}' });
    expect(await current(third.id)).toMatchObject({
      status: "failed",
      error: "zu oft",
      finishedAt: NOON,
    });
    expect(await current(cancelled.id)).toMatchObject({ status: "cancelled", finishedAt: NOON });
    expect(await current(waiting.id)).toEqual(waiting);
    expect(await current(done.id)).toEqual(done);
  });

  it("keeps a stopped run from writing", async ({ db }) => {
    const job = await addJob(db, { status: "running", runToken: "gone" });
    await requeueOrphanedJobs(db, 3, "", NOON);
    await claimJob(db, "new", NOON);
    expect(await updateRunningJob(db, job.id, "gone", { found: 1 })).toBeUndefined();
  });
});

describe("parkJob", () => {
  it("gives a job back with its place, and only the run's own", async ({ db }) => {
    const job = await addJob(db, {
      status: "running",
      runToken: "t",
      checkpoint: "{}",
      progress: 30,
    });
    await parkJob(db, job.id, "other");
    expect((await getJob(db, job.id))?.status).toBe("running");
    await parkJob(db, job.id, "t");
    expect(await getJob(db, job.id)).toMatchObject({
      status: "queued",
      runToken: null,
      checkpoint: "{}",
      progress: 30,
    });
  });
});

describe("requestCancel", () => {
  it("ends a queued job at once, marks a running one, and leaves what has ended", async ({
    db,
  }) => {
    const queued = await addJob(db);
    const running = await addJob(db, { status: "running", runToken: "t" });
    const done = await addJob(db, { status: "complete", phase: "done" });
    expect(await requestCancel(db, queued.id, NOON)).toMatchObject({
      status: "cancelled",
      finishedAt: NOON,
      phase: "done",
    });
    expect(await requestCancel(db, running.id, NOON)).toMatchObject({
      status: "running",
      cancelRequestedAt: NOON,
    });
    expect(await requestCancel(db, running.id, NOON + 5)).toMatchObject({
      cancelRequestedAt: NOON,
    });
    expect(await requestCancel(db, done.id, NOON)).toEqual(done);
    expect(await requestCancel(db, "gibt-es-nicht", NOON)).toBeUndefined();
  });
});

describe("lists of jobs", () => {
  it("know which are open, oldest first", async ({ db }) => {
    await addJob(db, { id: "b", status: "running", createdAt: NOON + 1 });
    await addJob(db, { id: "a", createdAt: NOON });
    await addJob(db, { id: "c", status: "cancelled" });
    expect((await findOpenJobs(db)).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
