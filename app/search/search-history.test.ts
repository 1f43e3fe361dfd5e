import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addSearchToHistory } from "~db/queries/search-history";
import { addJob, it, NOON, nextId } from "~tests/store";
import { findPastSearches, findSearchQueue } from "./search-history.server";
import type { SearchMode } from "./search-input";

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
    expect(await findPastSearches(db, "custom", 10)).toMatchObject([
      { jobId: job.id, status: "complete", storedNew: 19 },
    ]);
  });
});

describe("searches that were started together", () => {
  it("are under way while a web search of theirs is", async ({ db }) => {
    const job = await addJob(db, { status: "complete" });
    const part = await addJob(db, { kind: "web", parentId: job.id, status: "running" });
    await add(db, "custom", { jobId: job.id, queueId: "q" });
    const queue = await findSearchQueue(db, "q");
    expect(queue).toMatchObject({ isOver: false });
    expect(queue?.runs).toMatchObject([{ parts: [{ id: part.id }] }]);
  });
});
