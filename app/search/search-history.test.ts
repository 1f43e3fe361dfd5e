import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addSearchToHistory } from "~db/queries/search-history";
import { addJob, it, NOON, nextId } from "~tests/store";
import { findPastSearches, findSearchQueue } from "./search-history.server";
import type { SearchMode } from "./search-input";

const SEARCH = { query: "Maler", region: "Köln", count: 50, enrich: false };

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
      { jobs: [{ id: job.id, storedNew: 12 }, { storedNew: 5 }, { storedNew: 2 }] },
    ]);
  });

  it("lists what programs began with its source, and no campaign's searches", async ({ db }) => {
    const params = JSON.stringify({ ...SEARCH, source: "osm" });
    const map = await addJob(db, { query: "Maler", region: "Köln", params, createdAt: NOON });
    await addJob(db, { kind: "web", query: "Maler", region: null, createdAt: NOON + 1 });
    await addJob(db, { isBackground: 1 });
    await addJob(db, { kind: "contacts", params: "{}" });
    expect(await findPastSearches(db, "custom", 10)).toMatchObject([
      { jobId: expect.any(String), query: "Maler", region: "", source: "Web" },
      { id: map.id, jobId: map.id, region: "Köln", source: "OpenStreetMap" },
    ]);
    expect(await findPastSearches(db, "custom", 1)).toHaveLength(1);
    expect(await findPastSearches(db, "industrie", 10)).toEqual([]);
  });

  it("names the source of searches that look the same", async ({ db }) => {
    const both = JSON.stringify({ ...SEARCH, supplement: true });
    const jobs = [
      await addJob(db, { status: "complete" }),
      await addJob(db, { status: "complete", params: both }),
      await addJob(db, { status: "complete", kind: "web" }),
    ];
    const sources = async () =>
      (await findPastSearches(db, "custom", 10)).map(({ source }) => source);
    const [map, ...others] = jobs;
    await add(db, "custom", { jobId: map?.id ?? "", at: NOON });
    await add(db, "custom", { jobId: others[0]?.id ?? "", at: NOON - 1 });
    await add(db, "custom", { jobId: others[1]?.id ?? "", at: NOON - 2 });
    expect(await sources()).toEqual(["Google Places", "Google Places und Web", "Web"]);
    await db.deleteFrom("searchHistory").where("createdAt", "<", NOON).execute();
    await db
      .deleteFrom("jobs")
      .where("id", "!=", map?.id ?? "")
      .execute();
    expect(await sources()).toEqual([null]);
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
