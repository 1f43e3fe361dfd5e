import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, vi } from "vitest";
import { claimJob, getJob } from "~db/queries/jobs";
import { addJobs, GatedPipeline, soon, startRunner, untilStatus } from "~tests/job-runner";
import { addJob, it, NOON, temporaryFolder } from "~tests/store";
import { JobPause, type Pipeline } from "./job-run.server";
import { StepMark } from "./step-mark.server";

describe("a start after a crash", { timeout: 30_000 }, () => {
  /** What a process noted that died in the steps of some jobs. */
  async function markOf(...inStep: string[]): Promise<StepMark> {
    const path = join(await temporaryFolder(), "steps.txt");
    await writeFile(
      path,
      inStep
        .map((id) => id.padEnd(64))
        .join("")
        .padEnd(128),
    );
    const mark = new StepMark(path, "server");
    onTestFinished(() => mark.close());
    return mark;
  }

  it("takes up twice what was in a step, fails it the third time, and blames no other", async ({
    db,
  }) => {
    const [guilty = "", beside = ""] = await addJobs(db, 2);
    const claimBoth = async () => {
      await claimJob(db, "a process that died", NOON);
      await claimJob(db, "a process that died", NOON);
    };
    for (const interruptions of [1, 2, 3]) {
      await claimBoth();
      const mark = await markOf(guilty);
      const { runner, log } = startRunner(db, new GatedPipeline(), undefined, mark);
      // Held up before it runs anything, as if this process died too.
      vi.spyOn(runner, "wake").mockReturnValue();
      await runner.start();
      const resumed = interruptions < 3 ? [guilty, beside] : [beside];
      expect(log.info).toHaveBeenCalledWith({ jobs: resumed }, "jobs resumed");
      expect(await getJob(db, guilty)).toMatchObject({ interruptions });
      expect(await getJob(db, beside)).toMatchObject({ status: "queued", interruptions: 0 });
      expect(mark.found()).toEqual(new Set());
    }
    expect(await getJob(db, guilty)).toMatchObject({
      status: "failed",
      failureKind: "crashed",
      error: expect.stringContaining("„Erneut starten“ macht dort weiter."),
      finishedAt: expect.any(Number),
    });
  });

  it("runs those alone that may be guilty, one by one until each has come further", async ({
    db,
  }) => {
    const running = { status: "running", runToken: "gone", unexplained: 1 } as const;
    for (const id of ["a", "b"]) await addJob(db, { ...running, id });
    await addJob(db, { id: "new", createdAt: NOON - 1 });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    await runner.start();
    await vi.waitFor(() => expect(pipeline.started).toEqual(["a"]), soon);
    runner.wake();
    await pipeline.further("a");
    await vi.waitFor(() => expect(pipeline.started).toEqual(["a", "b"]), soon);
    expect(await getJob(db, "a")).toMatchObject({ status: "running", unexplained: 0 });
    pipeline.finish("b", new JobPause("überlastet", Date.now() + 60_000));
    await vi.waitFor(() => expect(pipeline.started).toEqual(["a", "b", "new"]), soon);
  });

  it("keeps nobody back for one that waits for another", async ({ db }) => {
    const running = { status: "running", runToken: "gone" } as const;
    await addJob(db, { ...running, id: "parent" });
    await addJob(db, { ...running, id: "waiting", parentId: "parent", unexplained: 1 });
    const pipeline = new GatedPipeline();
    const { runner } = startRunner(db, pipeline);
    await runner.start();
    await vi.waitFor(() => expect(pipeline.started.sort()).toEqual(["parent", "waiting"]), soon);
  });
});

describe("a step", () => {
  it("is noted while it goes on, and by coming further its job is none to suspect", async ({
    db,
  }) => {
    const folder = await temporaryFolder();
    const mark = new StepMark(join(folder, "steps.txt"), "server");
    onTestFinished(() => mark.close());
    const { id } = await addJob(db, { interruptions: 2, unexplained: 1 });
    const noted: string[][] = [];
    const counts: (number | undefined)[] = [];
    const pipeline: Pipeline = {
      async run(run) {
        for (const checkpoint of [undefined, "further"]) {
          await run.step(async () => {
            noted.push([...mark.found()]);
            return { change: checkpoint === undefined ? {} : { checkpoint } };
          });
          counts.push((await getJob(db, id))?.interruptions);
          noted.push([...mark.found()]);
        }
      },
    };
    const { runner } = startRunner(db, pipeline, undefined, mark);
    runner.wake();
    await untilStatus(db, id, "complete");
    expect(noted).toEqual([[id], [], [id], []]);
    expect(counts).toEqual([2, 0]);
  });
});
