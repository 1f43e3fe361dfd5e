import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import { addJobs, GatedPipeline, soon, startRunner, untilStatus } from "~tests/job-runner";
import { addJob, addLead, allowGrowth, it, NOON, openTestStore, setJob } from "~tests/store";
import { ProviderError } from "../../providers/provider-error";
import { JobFailure, JobPause, type Pipeline } from "./job-run.server";
import type { AfterJob } from "./job-runner.server";

describe("the job runner", { timeout: 30_000 }, () => {
  it("runs four jobs at once, oldest first, and the next when one has ended", async ({ db }) => {
    const [a = "", b = "", c = "", d = "", e = "", f = ""] = await addJobs(db, 6);
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    await runner.start();
    for (let n = 0; n < 10; n += 1) runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toHaveLength(4), soon);
    await untilStatus(db, d, "running");
    expect(pipeline.started).toEqual([a, b, c, d]);
    expect((await getJob(db, e))?.status).toBe("queued");
    pipeline.finish(b);
    await vi.waitFor(() => expect(pipeline.started).toEqual([a, b, c, d, e]), soon);
    await untilStatus(db, b, "complete");
    expect((await getJob(db, f))?.status).toBe("queued");
    for (const id of [a, c, d, e]) pipeline.finish(id);
    await vi.waitFor(() => expect(pipeline.started).toEqual([a, b, c, d, e, f]), soon);
    pipeline.finish(f);
    await untilStatus(db, f, "complete");
  });

  it("closes a job that ran through, and tells who listens at its start and end", async () => {
    const db = await openTestStore();
    const [id = ""] = await addJobs(db, 1);
    const pipeline = new GatedPipeline();
    const { runner, feed } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(feed.published).toHaveLength(1), soon);
    pipeline.finish(id);
    await untilStatus(db, id, "complete");
    await vi.waitFor(() => expect(feed.published).toHaveLength(3), soon);
    expect(await getJob(db, id)).toMatchObject({
      progress: 100,
      phase: "done",
      stored: 1,
      error: null,
      runToken: null,
      startedAt: expect.any(Number),
      finishedAt: expect.any(Number),
    });
  });

  it.each([
    [
      new ProviderError("Google", "no_credit", { status: 402 }),
      "Google: Guthaben aufgebraucht (402)",
      "no_credit",
    ],
    [new JobFailure("Der Schlüssel fehlt.", "missing_key"), "Der Schlüssel fehlt.", "missing_key"],
    [
      new Error("secret in a message of the program"),
      "Ein Fehler im Programm hat den Lauf beendet. Was bis dahin getan war, bleibt.",
      null,
    ],
  ])("fails a job with words that people can use (%s)", async (error, words, failureKind) => {
    const db = await openTestStore();
    const [id = ""] = await addJobs(db, 1);
    const pipeline = new GatedPipeline();
    const { runner, log } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toEqual([id]), soon);
    pipeline.finish(id, error);
    await untilStatus(db, id, "failed");
    expect(await getJob(db, id)).toMatchObject({
      error: words,
      failureKind,
      phase: "searching",
      runToken: null,
    });
    expect(log.error).toHaveBeenCalledWith({ err: error }, "job failed");
  });

  it.each(["complete", "cancelled"])(
    "writes an end (%s) that the disk has no room for as soon as it has",
    async (end) => {
      const db = openTestStore();
      const [id = ""] = await addJobs(db, 1);
      const pipeline = new GatedPipeline();
      const ended = async (trx: Db, job: { id: string }) => {
        await addLead(trx, { domain: `${job.id}.de`, notes: "x".repeat(100_000) });
      };
      const { runner, log } = startRunner(db, pipeline, ended);
      await runner.start();
      await untilStatus(db, id, "running");
      await allowGrowth(db, false);
      if (end === "complete") {
        pipeline.finish(id);
        await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), soon);
      }
      await expect(runner.cancel(id)).rejects.toMatchObject({ status: 507 });
      expect((await getJob(db, id))?.status).toBe("running");
      await allowGrowth(db, true);
      await untilStatus(db, id, end);
      expect(await db.selectFrom("leads").select("domain").execute()).toHaveLength(1);
    },
  );

  it.each([
    [false, null],
    [true, "nicht erreichbar"],
  ])(
    "leaves a job that pauses for later, told: %s, and takes it up again",
    async (showsReason, error) => {
      const db = openTestStore();
      const [id = ""] = await addJobs(db, 1);
      const pipeline = new GatedPipeline();
      const { runner, log } = startRunner(db, pipeline);
      runner.wake();
      await vi.waitFor(() => expect(pipeline.started).toEqual([id]), soon);
      const resumeAt = Date.now() + 400;
      pipeline.finish(id, new JobPause("nicht erreichbar", resumeAt, showsReason));
      await untilStatus(db, id, "queued");
      expect(await getJob(db, id)).toMatchObject({ resumeAt, runToken: null, error });
      await vi.waitFor(() => expect(pipeline.started).toEqual([id, id]), soon);
      expect(Date.now()).toBeGreaterThanOrEqual(resumeAt);
      expect(await getJob(db, id)).toMatchObject({
        status: "running",
        resumeAt: null,
        error: null,
      });
      pipeline.finish(id);
      await untilStatus(db, id, "complete");
      expect(log.error).not.toHaveBeenCalled();
    },
  );

  it.each([
    ["back by a day", -86_400_000, 1_000],
    ["forward by a day", 86_400_000, 1_000],
    ["to a halt", 0, 100],
  ])("takes up what pauses also where the clock is set %s", async (_, by, pauseMs) => {
    const db = openTestStore();
    const [id = "", other = ""] = await addJobs(db, 2);
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toEqual([id, other]), soon);
    pipeline.finish(id, new JobPause("überlastet", Date.now() + pauseMs));
    await untilStatus(db, id, "queued");
    vi.setSystemTime(Date.now() + by);
    // `vi.waitFor` would let the clock go on.
    while (pipeline.started.length < 3) await delay(20);
    expect(pipeline.started).toEqual([id, other, id]);
    // Nobody takes what runs.
    expect(await getJob(db, other)).toMatchObject({ status: "running", interruptions: 0 });
    for (const job of [id, other]) {
      pipeline.finish(job);
      await untilStatus(db, job, "complete");
    }
  });

  it("cancels a job while it pauses, also after a restart", async ({ db }) => {
    const [id = ""] = await addJobs(db, 1);
    await setJob(db, id, { resumeAt: Date.now() + 60_000 });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    await runner.start();
    expect(await runner.cancel(id)).toMatchObject({ status: "cancelled" });
    expect(pipeline.started).toEqual([]);
  });

  it("fails a job that no pipeline is for", async ({ db }) => {
    const { id } = await addJob(db, { kind: "web" });
    startRunner(db, new GatedPipeline()).runner.wake();
    await untilStatus(db, id, "failed");
  });

  it("writes nothing to a job that another run has taken", async ({ db }) => {
    const [id = "", next = ""] = await addJobs(db, 2);
    const pipeline = new GatedPipeline();
    const { runner, feed } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toHaveLength(2), soon);
    await setJob(db, id, { runToken: "another" });
    const taken = await getJob(db, id);
    const before = feed.published.length;
    pipeline.finish(id);
    await vi.waitFor(() => expect(feed.published.length).toBeGreaterThan(before), soon);
    expect(await getJob(db, id)).toEqual(taken);
    pipeline.finish(next);
    await untilStatus(db, next, "complete");
  });

  it("leaves a job whose end can't be stored to the next start", async ({ db }) => {
    const [id = ""] = await addJobs(db, 1);
    await sql`CREATE TRIGGER full_disk BEFORE UPDATE ON jobs WHEN new.status = 'failed'
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(db);
    const pipeline = new GatedPipeline();
    const { runner, log } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toEqual([id]), soon);
    pipeline.finish(id, new Error("broken"));
    await vi.waitFor(() => {
      expect(log.error).toHaveBeenCalledWith(
        expect.objectContaining({ err: expect.anything() }),
        "the end of a job could not be stored",
      );
    }, soon);
    expect((await getJob(db, id))?.status).toBe("running");
  });
});

describe("jobs in the background", { timeout: 30_000 }, () => {
  it("take two places of four, and leave the others to what a person starts", async ({ db }) => {
    for (const id of ["b1", "b2", "b3"]) await addJob(db, { id, isBackground: 1 });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toEqual(["b1", "b2"]), soon);
    await addJob(db, { id: "own", createdAt: NOON + 1 });
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toEqual(["b1", "b2", "own"]), soon);
    expect((await getJob(db, "b3"))?.status).toBe("queued");
    pipeline.finish("b1");
    await vi.waitFor(() => expect(pipeline.started).toContain("b3"), soon);
  });

  it("wait while persons' jobs take all places, and begin behind the last of them", async () => {
    const db = await openTestStore();
    for (const id of ["p1", "p2", "p3", "p4"]) await addJob(db, { id });
    await addJob(db, { id: "background", isBackground: 1, createdAt: NOON - 1 });
    await addJob(db, { id: "p5", createdAt: NOON + 1 });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    runner.wake();
    await vi.waitFor(() => expect(pipeline.started).toHaveLength(4), soon);
    pipeline.finish("p1");
    await vi.waitFor(() => expect(pipeline.started.slice(4)).toEqual(["p5"]), soon);
    pipeline.finish("p2");
    await vi.waitFor(() => expect(pipeline.started.slice(4)).toEqual(["p5", "background"]), soon);
  });
});

describe("what follows from the end of a job", { timeout: 30_000 }, () => {
  /** Queues one more job for each that ends, and remembers how each ended. */
  function followed() {
    const ends: string[] = [];
    const ended: AfterJob = async (trx, job) => {
      ends.push(`${job.id} ${job.status}`);
      if (!job.id.endsWith("+")) await addJob(trx, { id: `${job.id}+`, isBackground: 1 });
    };
    return { ends, ended };
  }

  it("is done with it, whether it ran through, failed or was cancelled", async ({ db }) => {
    const { ends, ended } = followed();
    for (const id of ["done", "failed", "stopped"]) await addJob(db, { id });
    await addJob(db, { id: "waiting", isBackground: 1, createdAt: NOON + 1 });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline, ended);
    await runner.cancel("waiting");
    expect(ends).toEqual(["waiting cancelled"]);
    await vi.waitFor(() => expect(pipeline.started).toHaveLength(4), soon);
    pipeline.finish("done");
    await untilStatus(db, "done", "complete");
    pipeline.finish("failed", new Error("x"));
    await untilStatus(db, "failed", "failed");
    await runner.cancel("stopped");
    await runner.cancel("stopped");
    expect(ends).toEqual([
      "waiting cancelled",
      "done complete",
      "failed failed",
      "stopped cancelled",
    ]);
    await vi.waitFor(() => expect(pipeline.started).toContain("done+"), soon);
  });

  it("is taken back with the end when it can't be stored", async ({ db }) => {
    await addJob(db, { id: "waiting" });
    const { runner } = startRunner(db, new GatedPipeline(), async () => {
      throw new Error("disk full");
    });
    await expect(runner.cancel("waiting")).rejects.toThrow("disk full");
    expect((await getJob(db, "waiting"))?.status).toBe("queued");
  });

  it("follows also for jobs that a start finds at their end, and for no other", async ({ db }) => {
    const { ends, ended } = followed();
    const running = { status: "running", runToken: "gone" } as const;
    await addJob(db, { id: "often", ...running, interruptions: 3 });
    await addJob(db, { id: "stopped", ...running, cancelRequestedAt: NOON });
    await addJob(db, { id: "once", ...running });
    await addJob(db, { id: "over", status: "complete", finishedAt: NOON });
    const { runner } = startRunner(db, new GatedPipeline(), ended);
    await runner.start();
    expect(ends.sort()).toEqual(["often failed", "stopped cancelled"]);
    expect(await getJob(db, "often+")).toBeDefined();
  });
});

describe("cancelling", { timeout: 30_000 }, () => {
  it("ends a waiting job that then never runs", async ({ db }) => {
    const [id = ""] = await addJobs(db, 1);
    const pipeline = new GatedPipeline();
    const { runner, feed } = startRunner(db, pipeline);
    expect(await runner.cancel(id)).toMatchObject({ status: "cancelled", phase: "done" });
    expect(feed.published).toEqual([{ jobId: id, parentId: null }]);
    runner.wake();
    await runner.stop();
    expect(pipeline.started).toEqual([]);
  });

  it("aborts a running job, waits for its end and keeps what it stored", async ({ db }) => {
    const [id = ""] = await addJobs(db, 1);
    let reason: unknown;
    const { runner } = startRunner(db, {
      async run(run) {
        await run.step(async (trx) => {
          await addLead(trx, { domain: "firma.de" });
          return { change: { stored: 1 } };
        });
        await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
        reason = run.signal.reason;
        // What ends in order all the same counts as cancelled.
        await run.update({ found: 1 });
      },
    });
    runner.wake();
    await vi.waitFor(async () => expect((await getJob(db, id))?.stored).toBe(1), soon);
    expect(await runner.cancel(id)).toMatchObject({
      status: "cancelled",
      phase: "done",
      stored: 1,
      found: 1,
      error: null,
      runToken: null,
    });
    expect(reason).toBe("cancelled");
    expect(await db.selectFrom("leads").select("domain").execute()).toEqual([
      { domain: "firma.de" },
    ]);
    expect((await runner.cancel(id))?.status).toBe("cancelled");
  });

  it("leaves no result that seems to wait for an email, whether the job ran or not", async () => {
    const db = await openTestStore();
    const [running = "", waiting = ""] = await addJobs(db, 2);
    for (const jobId of [running, waiting]) {
      const { seq } = await addLead(db, { domain: `${jobId}.de` });
      await insertJobResults(db, [
        { jobId, position: 1, leadSeq: seq, domain: "firma.de", isNew: 1, emailState: "pending" },
        { jobId, position: 2, companyName: "Firma", isNew: 0, emailState: "pending" },
      ]);
    }
    const { runner } = startRunner(db, {
      run: (run) =>
        new Promise((_, reject) => {
          run.signal.addEventListener("abort", () => reject(run.signal.reason));
        }),
    });
    expect(await runner.cancel(waiting)).toMatchObject({ status: "cancelled" });
    runner.wake();
    await vi.waitFor(async () => expect((await getJob(db, running))?.status).toBe("running"), soon);
    await runner.cancel(running);
    const results = await db
      .selectFrom("jobResults")
      .select(["emailState", "skipReason"])
      .orderBy("jobId")
      .orderBy("position")
      .execute();
    const left = [
      { emailState: "failed", skipReason: null },
      { emailState: "failed", skipReason: "no_domain" },
    ];
    expect(results).toEqual([...left, ...left]);
  });
});

describe("stopping", { timeout: 30_000 }, () => {
  it("parks running jobs with their place, and the next runner goes on from there", async () => {
    const db = await openTestStore();
    const ids = await addJobs(db, 5);
    const checkpoints: (string | null)[] = [];
    const pipeline: Pipeline = {
      async run(run) {
        checkpoints.push(run.job.checkpoint);
        if (run.job.checkpoint !== null) return;
        await run.update({ checkpoint: `place of ${run.job.id}`, progress: 30 });
        await new Promise((_, reject) =>
          run.signal.addEventListener("abort", () => reject(run.signal.reason)),
        );
      },
    };
    const first = startRunner(db, pipeline);
    await first.runner.start();
    await vi.waitFor(async () => expect((await getJob(db, ids[3] ?? ""))?.progress).toBe(30), soon);
    await first.runner.stop();
    for (const id of ids) {
      expect(await getJob(db, id)).toMatchObject({
        status: "queued",
        runToken: null,
        interruptions: 0,
      });
    }
    first.runner.wake();
    await first.runner.stop();
    expect(checkpoints).toEqual([null, null, null, null]);

    const second = startRunner(db, pipeline);
    await second.runner.start();
    for (const id of ids.slice(0, 4)) await untilStatus(db, id, "complete");
    expect(checkpoints.slice(4, 8)).toEqual(ids.slice(0, 4).map((id) => `place of ${id}`));
    expect(second.log.info).not.toHaveBeenCalled();
  });
});
