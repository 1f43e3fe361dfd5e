import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addSearchToHistory, findQueueIdOfJob } from "~db/queries/search-history";
import { addJob, it, NOON, nextId, setJob } from "~tests/store";
import { findPastSearches } from "./search-history.server";
import type { SearchMode } from "./search-input";
import { findSearchQueue } from "./search-queue.server";

async function add(
  db: Db,
  mode: SearchMode,
  more: { jobId?: string; queueId?: string; at?: number } = {},
) {
  const { jobId = null, queueId = null, at = NOON } = more;
  const search = { id: nextId("search"), mode, query: "Maler", region: "Köln" };
  return addSearchToHistory(db, { ...search, jobId, queueId, createdAt: at });
}

describe("the history", () => {
  it("counts the new leads of a search with those of its web searches", async ({ db }) => {
    const job = await addJob(db, { status: "complete", fresh: 12 });
    await addJob(db, { kind: "web", parentId: job.id, fresh: 5 });
    await addJob(db, { kind: "web", parentId: job.id, fresh: 2 });
    await addJob(db, { kind: "enrichment", parentId: job.id, fresh: 100 });
    await add(db, "custom", { jobId: job.id });
    expect(await findPastSearches(db, "custom")).toMatchObject([
      { jobId: job.id, status: "complete", storedNew: 19 },
    ]);
  });

  it("shows the last ten", async ({ db }) => {
    for (let n = 0; n < 12; n += 1) await add(db, "custom", { at: NOON + n });
    expect(await findPastSearches(db, "custom")).toHaveLength(10);
  });
});

describe("searches that were started together", () => {
  it("are shown in their order, and followed until the last has ended", async ({ db }) => {
    const done = await addJob(db, { status: "complete" });
    const open = await addJob(db, { status: "running" });
    const first = await add(db, "stadtwerke", { jobId: done.id, queueId: "q" });
    const second = await add(db, "stadtwerke", { jobId: open.id, queueId: "q" });
    await add(db, "stadtwerke", { queueId: "another" });
    const queue = await findSearchQueue(db, "q");
    expect(queue).toMatchObject({ mode: "stadtwerke", isOver: false });
    expect(queue?.searches.map(({ id }) => id)).toEqual([first.id, second.id]);
    await setJob(db, open.id, { status: "failed" });
    expect(await findSearchQueue(db, "q")).toMatchObject({ isOver: true });
  });

  it("are under way while a web search of theirs is", async ({ db }) => {
    const job = await addJob(db, { status: "complete" });
    const part = await addJob(db, { kind: "web", parentId: job.id, status: "running" });
    await add(db, "custom", { jobId: job.id, queueId: "q" });
    const queue = await findSearchQueue(db, "q");
    expect(queue).toMatchObject({ isOver: false });
    expect(queue?.searches).toMatchObject([{ parts: [{ id: part.id }], supplement: null }]);
  });

  it("are found again from each of their jobs", async ({ db }) => {
    const [done, open, over, alone] = await Promise.all([
      addJob(db, { status: "complete" }),
      addJob(db, { status: "queued" }),
      addJob(db, { status: "complete" }),
      addJob(db, { status: "running" }),
    ]);
    await add(db, "industrie", { jobId: done.id, queueId: "q" });
    await add(db, "industrie", { jobId: open.id, queueId: "q" });
    await add(db, "industrie", { jobId: over.id, queueId: "over" });
    await add(db, "custom", { jobId: alone.id });
    expect(await findQueueIdOfJob(db, done.id)).toBe("q");
    expect(await findQueueIdOfJob(db, alone.id)).toBeNull();
    const past = await findPastSearches(db, "industrie");
    expect(past.map(({ queueId }) => queueId).sort()).toEqual(["over", "q", "q"]);
  });
});
