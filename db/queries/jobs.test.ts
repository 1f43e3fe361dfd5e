import { describe, expect } from "vitest";
import { addJob, it, NOON } from "~tests/store";
import { claimJob, findLastBulkAction, getJob, requeueOrphanedJobs } from "./jobs";

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

  it("leaves a job that shall be cancelled", async ({ db }) => {
    await addJob(db, { cancelRequestedAt: NOON });
    expect(await claimJob(db, "token", NOON)).toBeUndefined();
  });
});

it("shows a person the last bulk action of their own, and whether it runs", async ({ db }) => {
  const own = { kind: "bulk", createdBy: "anna" } as const;
  await addJob(db, { ...own, status: "running", createdAt: NOON - 1 });
  await addJob(db, { ...own, createdBy: "ben", status: "running" });
  const last = () => findLastBulkAction(db, "anna", NOON);
  expect(await last()).toBeNull();
  const { id: ended } = await addJob(db, { ...own, status: "complete" });
  expect(await last()).toMatchObject({ id: ended, isOpen: false });
  const { id } = await addJob(db, { ...own, status: "queued" });
  expect(await last()).toMatchObject({ id, isOpen: true });
});

describe("requeueOrphanedJobs", () => {
  const RUNNING = { status: "running", runToken: "gone" } as const;

  it("ends what shall be cancelled, fails what it found too often, and queues the rest", async ({
    db,
  }) => {
    const second = await addJob(db, { ...RUNNING, interruptions: 1, checkpoint: '{"page":2}' });
    const third = await addJob(db, { ...RUNNING, interruptions: 2 });
    const cancelled = await addJob(db, { ...RUNNING, cancelRequestedAt: NOON - 1 });
    const waiting = await addJob(db, { status: "queued", interruptions: 2 });
    const done = await addJob(db, { status: "complete", interruptions: 2 });
    const queued = await requeueOrphanedJobs(db, 3, "zu oft", NOON);
    expect(queued).toEqual([{ ...second, status: "queued", runToken: null, interruptions: 2 }]);
    const current = (id: string) => getJob(db, id);
    expect(await current(third.id)).toMatchObject({
      status: "failed",
      failureKind: "crashed",
      error: "zu oft",
      finishedAt: NOON,
    });
    expect(await current(cancelled.id)).toMatchObject({ status: "cancelled", finishedAt: NOON });
    expect(await current(waiting.id)).toEqual(waiting);
    expect(await current(done.id)).toEqual(done);
  });
});
