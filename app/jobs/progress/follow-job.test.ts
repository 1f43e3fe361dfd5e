import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import type { JobKindName, JobRow, JobStatus } from "~db/schema";
import { WatchedFeed } from "~tests/job-run";
import { addJob, addLead, openTestStore, setJob } from "~tests/store";
import { followJob } from "./follow-job.server";
import type { ChainLink, JobSnapshot, ResultsQuery } from "./job-snapshot";
import { getJobSnapshot } from "./read-snapshot.server";

const PAUSE_MS = 250;
const CHAIN_MS = 25_000;

/** A state as a page reads it, and the one after it. */
interface Seen extends JobSnapshot {
  next: Promise<ChainLink> | null;
}

interface Scene {
  db: Db;
  feed: WatchedFeed;
  job: JobRow;
  controller: AbortController;
}

async function setScene(status: JobStatus = "running", kind: JobKindName = "maps"): Promise<Scene> {
  const db = await openTestStore();
  return {
    db,
    feed: new WatchedFeed(),
    job: await addJob(db, { status, kind }),
    controller: new AbortController(),
  };
}

async function follow({ db, feed, job, controller }: Scene, query?: ResultsQuery): Promise<Seen> {
  const chain = await followJob({ db, feed }, job.id, controller.signal, query);
  if (chain === undefined) throw new Error("no such job");
  onTestFinished(() => controller.abort());
  return read(chain);
}

function read({ snapshot, next }: ChainLink): Seen {
  if (snapshot === null) throw new Error("its time is over");
  return { ...JSON.parse(snapshot), next };
}

async function addResult({ db, job }: Scene, position: number): Promise<void> {
  const { seq, domain } = await addLead(db, { domain: `firma-${position}.de` });
  await insertJobResults(db, [{ jobId: job.id, position, leadSeq: seq, domain, isNew: 1 }]);
}

/** Results of which only the names are known, numbered from 1. */
async function addNames({ db, job }: Scene, count: number): Promise<void> {
  const results = Array.from({ length: count }, (_, n) => ({
    jobId: job.id,
    position: n + 1,
    companyName: `Firma ${n + 1}`,
    isNew: 0 as const,
  }));
  await insertJobResults(db, results);
}

/** What a step of the job does: its rows first, then the word to who listens. */
async function change(
  scene: Scene,
  positions: number[],
  fields: { found?: number; status?: JobStatus } = {},
) {
  const { db, feed, job } = scene;
  if (Object.keys(fields).length > 0) await setJob(db, job.id, fields);
  feed.publish({ jobId: job.id, positions });
}

/** The next link, however long the clock must run for it. */
async function linkAfter({ next }: Seen): Promise<ChainLink> {
  if (next === null) throw new Error("the chain has ended");
  let link: ChainLink | null = null;
  void next.then((told) => {
    link = told;
  });
  for (let n = 0; n < 1_000 && link === null; n += 1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS / 5);
  return next;
}

const nextOf = async (seen: Seen): Promise<Seen> => read(await linkAfter(seen));

const OVER = { snapshot: null, next: null };

const positionsOf = ({ results }: Seen) => results.map(({ position }) => position);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
});

describe("following a job", () => {
  it("begins with its state now and all its results", async () => {
    const scene = await setScene();
    await addResult(scene, 1);
    await insertJobResults(scene.db, [
      { jobId: scene.job.id, position: 2, isNew: 0, companyName: "Ohne", skipReason: "no_domain" },
    ]);
    const chain = await follow(scene);
    expect(positionsOf(chain)).toEqual([1]);
    expect(chain.job).toMatchObject({ id: scene.job.id, status: "running" });
    expect(chain.skipped).toEqual([{ reason: "no_domain", count: 1 }]);
    expect(scene.feed.listeners).toBe(1);
    expect(await getJobSnapshot(scene.db, scene.job.id)).toMatchObject({
      results: chain.results,
    });
    const query = { selection: "skipped", page: 1 } as const;
    const skipped = await getJobSnapshot(scene.db, scene.job.id, query);
    expect(skipped?.results).toMatchObject([
      { position: 2, companyName: "Ohne", skipReason: "no_domain" },
    ]);
  });

  it("knows no job that there is not, and listens to none", async () => {
    const { db, feed, controller } = await setScene();
    expect(await followJob({ db, feed }, "gibt-es-nicht", controller.signal)).toBeUndefined();
    expect(await getJobSnapshot(db, "gibt-es-nicht")).toBeUndefined();
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

  it("reads it once for all that follow it, and for the rest when one goes", async () => {
    const scene = await setScene();
    const gone = new AbortController();
    const leaving = await follow({ ...scene, controller: gone });
    const both = Promise.all([follow(scene), follow(scene)]);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    const [one, other] = await both;
    expect(scene.feed.listeners).toBe(1);
    await addResult(scene, 1);
    await change(scene, [1], { found: 1 });
    const [next, same] = [await nextOf(one), await nextOf(other)];
    expect([next.job.found, positionsOf(next)]).toEqual([1, [1]]);
    expect(same.results).toEqual(next.results);
    gone.abort();
    expect(await linkAfter(await nextOf(leaving))).toEqual(OVER);
    await change(scene, [], { status: "complete" });
    expect((await nextOf(next)).job.status).toBe("complete");
    expect((await nextOf(same)).next).toBeNull();
    expect(scene.feed.listeners).toBe(0);
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
    let chain = await follow(scene);
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
    const delivered = new Set(positionsOf(chain));
    const founds = [chain.job.found];
    while (chain.next !== null) {
      chain = await nextOf(chain);
      for (const position of positionsOf(chain)) delivered.add(position);
      founds.push(chain.job.found);
    }
    await work;
    expect([...delivered].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
    expect(founds).toEqual(founds.toSorted((a, b) => a - b));
    expect(founds.length).toBeGreaterThan(3);
    expect(chain.job.status).toBe("complete");
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends without a change when its time is over, and asks to be called again", async () => {
    const scene = await setScene();
    const begun = Date.now();
    const first = await follow(scene);
    await vi.advanceTimersByTimeAsync(CHAIN_MS - 1);
    expect(scene.feed.listeners).toBe(1);
    expect(await linkAfter(first)).toEqual(OVER);
    expect(Date.now() - begun).toBeLessThan(CHAIN_MS + 2 * PAUSE_MS);
    expect(scene.feed.listeners).toBe(0);
  });

  it("does not go on for ever while changes keep coming", async () => {
    const scene = await setScene();
    let seen = await follow(scene);
    const begun = Date.now();
    for (;;) {
      await change(scene, [], { found: seen.job.found + 1 });
      const link = await linkAfter(seen);
      if (link.snapshot === null || Date.now() - begun > 2 * CHAIN_MS) break;
      seen = read(link);
    }
    expect(Date.now() - begun).toBeLessThan(CHAIN_MS + 4 * PAUSE_MS);
    expect(scene.feed.listeners).toBe(0);
  });

  it.each([
    ["nobody listens any more", ({ controller }: Scene) => controller.abort()],
    ["the server stops", ({ feed }: Scene) => feed.end()],
  ])("ends when %s", async (_when, end) => {
    const scene = await setScene();
    const first = await follow(scene);
    await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
    end(scene);
    await expect(first.next).resolves.toEqual(OVER);
    expect(scene.feed.listeners).toBe(0);
  });

  it("ends at once when nobody listens from the beginning", async () => {
    const scene = await setScene();
    scene.controller.abort();
    const first = await follow(scene);
    await expect(first.next).resolves.toEqual(OVER);
    expect(scene.feed.listeners).toBe(0);
  });

  it("shows the results of a part with those of the job, and a company of both once", async () => {
    const scene = await setScene();
    const { db, feed, job } = scene;
    const part = await addJob(db, { kind: "web", status: "running", parentId: job.id });
    await addResult(scene, 1);
    await addResult(scene, 2);
    const leads = await db.selectFrom("leads").select(["seq", "domain"]).orderBy("seq").execute();
    const [first, second] = leads;
    const web = await addLead(db, { domain: "nur-im-web.de" });
    await insertJobResults(db, [
      // The web search was quicker with the second company: there it was new.
      { jobId: part.id, position: 1, leadSeq: second?.seq, domain: second?.domain, isNew: 1 },
      { jobId: part.id, position: 2, leadSeq: web.seq, domain: web.domain, isNew: 1 },
      { jobId: part.id, position: 3, leadSeq: first?.seq, domain: first?.domain, isNew: 0 },
    ]);
    await db
      .updateTable("jobResults")
      .set({ isNew: 0 })
      .where("jobId", "=", job.id)
      .where("position", "=", 2)
      .execute();
    await setJob(db, job.id, { found: 2, stored: 2, fresh: 1 });
    await setJob(db, part.id, { found: 3, stored: 3, fresh: 2 });

    const begun = await follow(scene);
    expect(begun.parts).toMatchObject([{ id: part.id, kind: "web" }]);
    expect(begun.totals).toEqual({ found: 5, stored: 3, storedNew: 3 });
    expect(begun.skipped).toEqual([{ reason: "duplicate", count: 2 }]);
    expect(begun.results.map(({ domain, source, isNew }) => [domain, source, isNew])).toEqual([
      ["firma-1.de", "maps", true],
      ["firma-2.de", "serp", true],
      ["nur-im-web.de", "serp", true],
    ]);
    const query = { selection: "skipped", page: 1 } as const;
    const left = (await getJobSnapshot(db, job.id, query))?.results;
    expect(left?.map(({ domain, skipReason }) => [domain, skipReason])).toEqual([
      ["firma-2.de", "duplicate"],
      ["firma-1.de", "duplicate"],
    ]);

    // The part tells its changes, too, and goes on when the job has ended.
    await change(scene, [], { status: "complete" });
    const later = await nextOf(begun);
    expect([later.job.status, later.isWhole, later.next === null]).toEqual([
      "complete",
      true,
      false,
    ]);
    await setJob(db, part.id, { status: "complete" });
    feed.publish({ jobId: part.id, positions: [] });
    const last = await nextOf(later);
    expect([last.parts[0]?.status, last.next]).toEqual(["complete", null]);
    expect(feed.listeners).toBe(0);
  });

  it("shows a page of the results, and of the changes only what may stand on it", async () => {
    const scene = await setScene();
    const { db, job } = scene;
    await insertJobResults(
      db,
      Array.from({ length: 130 }, (_, n) => ({
        jobId: job.id,
        position: n + 1,
        domain: `firma-${n}.de`,
        isNew: n % 2 === 0 ? (1 as const) : (0 as const),
      })),
    );
    await setJob(scene.db, scene.job.id, { found: 130, stored: 130, fresh: 65 });
    const page = async (query: ResultsQuery) =>
      (await getJobSnapshot(db, job.id, query))?.results.map(({ position }) => position);
    expect(await page({ selection: "stored", page: 1 })).toHaveLength(100);
    expect(await page({ selection: "stored", page: 2 })).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 101),
    );
    expect((await page({ selection: "new", page: 1 }))?.slice(0, 3)).toEqual([1, 3, 5]);

    const begun = await follow(scene, { selection: "new", page: 1 });
    await change(scene, [1, 2]);
    const next = await nextOf(begun);
    expect([next.isWhole, positionsOf(next)]).toEqual([false, [1]]);
  });

  it("shows the last page for one behind it, of each selection", async () => {
    const scene = await setScene();
    await addNames(scene, 130);
    await setJob(scene.db, scene.job.id, { found: 150, stored: 130, fresh: 70 });
    const page = async (query: ResultsQuery) => {
      const snapshot = await getJobSnapshot(scene.db, scene.job.id, query);
      return [snapshot?.page, snapshot?.results.length];
    };
    expect(await page({ selection: "stored", page: 2 })).toEqual([2, 30]);
    expect(await page({ selection: "stored", page: 9 })).toEqual([2, 30]);
    expect((await page({ selection: "new", page: 9 }))[0]).toBe(1);
    expect((await page({ selection: "skipped", page: 9 }))[0]).toBe(1);
    await setJob(scene.db, scene.job.id, { found: 0, stored: 0, fresh: 0 });
    expect((await page({ selection: "stored", page: 9 }))[0]).toBe(1);
  });

  it("tells a page behind the first as a whole, since a change may be on another one", async () => {
    const scene = await setScene();
    await addNames(scene, 130);
    await setJob(scene.db, scene.job.id, { found: 130, stored: 130, fresh: 0 });
    const begun = await follow(scene, { selection: "stored", page: 2 });
    await change(scene, [1, 101]);
    const next = await nextOf(begun);
    expect([next.isWhole, positionsOf(next)]).toEqual([
      true,
      Array.from({ length: 30 }, (_, n) => n + 101),
    ]);
  });

  it.each(["contacts", "profiles"] as const)(
    "lets a company of a %s job leave the page that was looked for in vain",
    async (type) => {
      const scene = await setScene("running", type);
      await addNames(scene, 3);
      const begun = await follow(scene);
      expect(positionsOf(begun)).toEqual([1, 2, 3]);
      await scene.db
        .updateTable("jobResults")
        .set({ skipReason: "no_domain" })
        .where("position", "=", 2)
        .execute();
      await change(scene, [2]);
      const next = await nextOf(begun);
      expect([next.isWhole, positionsOf(next)]).toEqual([true, [1, 3]]);
    },
  );

  it("ends when the job is gone", async () => {
    const scene = await setScene();
    const first = await follow(scene);
    await scene.db.deleteFrom("jobs").execute();
    await change(scene, []);
    expect(await linkAfter(first)).toEqual(OVER);
    expect(scene.feed.listeners).toBe(0);
  });
});
