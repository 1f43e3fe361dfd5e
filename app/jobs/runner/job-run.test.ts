import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { getJob } from "~db/queries/jobs";
import { company } from "~tests/found-company";
import { startRun } from "~tests/job-run";
import { addLead, allowGrowth, it, openTestStore, setJob } from "~tests/store";
import { JobLostError } from "./job-run.server";
import { storeFound } from "./store-found.server";

describe("a step", () => {
  it("writes its work, the job's progress and its checkpoint together, then tells who listens", async () => {
    const db = await openTestStore();
    const { run, job, feed } = await startRun(db);
    await run.step(async (trx, current) => {
      expect(current).toEqual(job);
      expect(feed.published).toEqual([]);
      await addLead(trx, { domain: "firma.de" });
      return { change: { found: 3, stored: 1, progress: 20, checkpoint: "{}" } };
    });
    expect(await db.selectFrom("leads").select("domain").execute()).toEqual([
      { domain: "firma.de" },
    ]);
    expect(await getJob(db, job.id)).toMatchObject({
      found: 3,
      stored: 1,
      progress: 20,
      checkpoint: "{}",
    });
    expect(run.job).toEqual(await getJob(db, job.id));
    expect(feed.published).toEqual([{ jobId: job.id, parentId: null }]);
  });

  it("is tried again until the disk has room, with all that it found", async ({ db }) => {
    const { run, job } = await startRun(db);
    await allowGrowth(db, false);
    const found = [1, 2, 3].map((n) =>
      company(`https://firma-${n}.de`, { address: "x".repeat(9_000) }),
    );
    const finding = { provider: "google-places", term: "Maler", seen: new Set<string>() };
    const stored = storeFound(run, found, finding, () => ({}));
    await expect(Promise.race([stored, delay(100, "waits")])).resolves.toBe("waits");
    expect(finding.seen.size).toBe(3);
    await allowGrowth(db, true);
    await stored;
    expect(await getJob(db, job.id)).toMatchObject({ found: 3, stored: 3, fresh: 3 });
  });

  it.each([
    ["another run has the job", { runToken: "another-run" }],
    ["the job waits again", { status: "queued", runToken: null }],
    ["the job was cancelled", { status: "cancelled" }],
    ["the job has failed", { status: "failed" }],
  ] as const)("writes nothing once %s", async (_, change) => {
    const db = await openTestStore();
    const { run, job, feed } = await startRun(db);
    await setJob(db, job.id, change);
    const before = await getJob(db, job.id);
    const step = run.step(async (trx) => {
      await addLead(trx, { domain: "firma.de" });
      return { change: { found: 9 } };
    });
    await expect(step).rejects.toThrow(JobLostError);
    await expect(run.update({ progress: 99 })).rejects.toThrow(JobLostError);
    await expect(run.warn("Satz.")).rejects.toThrow(JobLostError);
    expect(await db.selectFrom("leads").select("domain").execute()).toEqual([]);
    expect(await getJob(db, job.id)).toEqual(before);
    expect(feed.published).toEqual([]);
  });

  it("builds on the step before, also when two are begun at once", async ({ db }) => {
    const { run } = await startRun(db);
    const addOne = () => run.step(async (_, job) => ({ change: { found: job.found + 1 } }));
    await Promise.all(Array.from({ length: 10 }, addOne));
    expect(run.job.found).toBe(10);
  });

  it("never lets the progress fall", async () => {
    const { run } = await startRun(await openTestStore());
    const seen: number[] = [];
    for (const progress of [10, 5, 40, 39, 99, 0]) {
      await run.update({ progress });
      seen.push(run.job.progress);
    }
    expect(seen).toEqual([10, 10, 40, 40, 99, 99]);
  });
});

describe("a warning", () => {
  it("stands at the job once, in the order it came", async () => {
    const { run } = await startRun(await openTestStore());
    await run.warn("Erste.");
    await run.warn("Zweite.");
    await run.warn("Erste.");
    expect(run.job.warnings).toBe('["Erste.","Zweite."]');
  });
});
