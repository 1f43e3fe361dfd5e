import { expect } from "vitest";
import { WatchedFeed } from "~tests/job-run";
import { addJob, it, NOON, openTestStore, setJob } from "~tests/store";
import { findPipelineRuns, followPipelineRuns } from "./pipeline-runs.server";

it("shows the open runs of a pipeline and its earlier ones page by page", async ({ db }) => {
  const kind = "contacts";
  const open = await addJob(db, { kind, status: "running" });
  await addJob(db, { kind: "maps", status: "complete" });
  await addJob(db, { kind: "import", status: "complete" });
  await addJob(db, { kind: "import", status: "queued" });
  for (let n = 0; n < 21; n += 1) {
    await addJob(db, { kind, status: "failed", createdAt: NOON + n });
  }
  const runs = await findPipelineRuns(db, [kind], 1);
  expect(runs.open.map(({ id }) => id)).toEqual([open.id]);
  expect([runs.past.length, runs.total, runs.pageSize]).toEqual([20, 21, 20]);
  expect(Date.parse(runs.past[0]?.createdAt ?? "")).toBe(NOON + 20);
  expect((await findPipelineRuns(db, [kind], 2)).past).toHaveLength(1);
  const behind = await findPipelineRuns(db, [kind], 99);
  expect([behind.page, behind.past.length]).toEqual([2, 1]);
  const none = await findPipelineRuns(db, ["web"], 99);
  expect([none.page, none.past]).toEqual([1, []]);
});

it("tells earlier runs of which a part or a follow-up is still under way", async ({ db }) => {
  const over = await addJob(db, { status: "complete" });
  await addJob(db, { kind: "reading", parentId: over.id, status: "complete" });
  const read = await addJob(db, { status: "complete" });
  await addJob(db, { kind: "reading", parentId: read.id, status: "queued" });
  const supplemented = await addJob(db, { status: "complete" });
  const web = await addJob(db, { kind: "web", parentId: supplemented.id, status: "complete" });
  await addJob(db, { kind: "reading", parentId: web.id, status: "running" });
  const { continued } = await findPipelineRuns(db, ["maps"], 1);
  expect(continued.toSorted()).toEqual([read.id, supplemented.id].toSorted());
});

it("ends when a run ends whose place another one takes, where more are open than are shown", async () => {
  const db = await openTestStore();
  const feed = new WatchedFeed();
  for (let n = 0; n < 51; n += 1) await addJob(db, { status: "running", createdAt: NOON + n });
  const begun = await followPipelineRuns({ db, feed }, ["maps"], new AbortController().signal);
  expect(begun.open).toHaveLength(50);
  const ended = begun.open[7]?.id ?? "";
  await setJob(db, ended, { status: "complete" });
  feed.publish({ jobId: ended, positions: [] });
  const last = await begun.next;
  expect([last?.open.length, last?.next]).toEqual([50, null]);
});

it("follows the open runs until one of them ends", async ({ db }) => {
  const feed = new WatchedFeed();
  const job = await addJob(db, { status: "running" });
  const begun = await followPipelineRuns({ db, feed }, ["maps"], new AbortController().signal);
  const change = async (fields: { progress?: number; status?: "complete" }) => {
    await setJob(db, job.id, fields);
    feed.publish({ jobId: job.id, positions: [] });
  };
  await change({ progress: 40 });
  const next = await begun.next;
  expect(next?.open).toMatchObject([{ id: job.id, progress: 40 }]);
  await change({ status: "complete" });
  const last = await next?.next;
  expect(last).toEqual({ open: [], next: null });
  expect(feed.listeners).toBe(0);
});

it("has nothing to follow where no run is open", async ({ db }) => {
  const feed = new WatchedFeed();
  await addJob(db, { status: "complete" });
  const begun = await followPipelineRuns({ db, feed }, ["maps"], new AbortController().signal);
  expect(begun).toEqual({ open: [], next: null });
  expect(feed.listeners).toBe(0);
});

it("ends when nobody listens any more", async ({ db }) => {
  const feed = new WatchedFeed();
  const controller = new AbortController();
  await addJob(db, { status: "running" });
  const begun = await followPipelineRuns({ db, feed }, ["maps"], controller.signal);
  controller.abort();
  expect(await begun.next).toMatchObject({ next: null });
  expect(feed.listeners).toBe(0);
});
