import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import { addJobs, GatedPipeline, soon, startRunner, untilStatus } from "~tests/job-runner";
import { addJob, addLead, allowGrowth, it, NOON, openTestStore } from "~tests/store";
import { ProviderError } from "../../providers/provider-error";
import { JobFailure, JobPause } from "./job-run.server";
import type { AfterJob } from "./job-runner.server";

describe("the job runner", { timeout: 30_000 }, () => {
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
  /** Queues one more job for each that ends, and records how each ended. */
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

  it("fails a job whose success can't be followed", async ({ db }) => {
    await addJob(db, { id: "done" });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline, async (_, { status }) => {
      if (status === "complete") throw new Error("x");
    });
    await runner.start();
    await untilStatus(db, "done", "running");
    pipeline.finish("done");
    await untilStatus(db, "done", "failed");
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
