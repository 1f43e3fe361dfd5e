import { describe, expect, vi } from "vitest";
import { claimJob, getJob } from "~db/queries/jobs";
import { addJobs, GatedPipeline, startRunner, untilStatus } from "~tests/job-runner";
import { addJob, it, NOON, openTestStore } from "~tests/store";
import type { JobProgress, Pipeline } from "./job-run.server";

describe("a start after a crash", { timeout: 30_000 }, () => {
  it("takes up twice what ran, and fails it the third time", async ({ db }) => {
    const [id = "", waiting = ""] = await addJobs(db, 2);
    for (const interruptions of [1, 2, 3]) {
      await claimJob(db, "a process that died", NOON);
      const { runner, log } = startRunner(db, new GatedPipeline());
      // Held up before it runs anything, as if this process died too.
      vi.spyOn(runner, "wake").mockReturnValue();
      await runner.start();
      if (interruptions < 3) expect(log.info).toHaveBeenCalledWith({ jobs: [id] }, "jobs resumed");
      expect(await getJob(db, id)).toMatchObject({ interruptions });
    }
    expect(await getJob(db, id)).toMatchObject({
      status: "failed",
      failureKind: "crashed",
      error: expect.stringContaining("„Erneut starten“ macht dort weiter."),
      finishedAt: expect.any(Number),
    });
    expect(await getJob(db, waiting)).toMatchObject({ status: "queued", interruptions: 0 });
  });
});

it.each<[string, { change: JobProgress; positions?: number[] }, number]>([
  ["nothing new", { change: { progress: 30 } }, 2],
  ["the checkpoint it had", { change: { checkpoint: "place" } }, 2],
  ["a new checkpoint", { change: { checkpoint: "further" } }, 0],
  ["results", { change: {}, positions: [1] }, 0],
])("after a step with %s the starts before it count or not", async (_, outcome, interruptions) => {
  const db = openTestStore();
  const { id } = await addJob(db, { interruptions: 2, checkpoint: "place" });
  const pipeline: Pipeline = { run: (run) => run.step(async () => outcome) };
  const { runner } = startRunner(db, pipeline);
  runner.wake();
  await untilStatus(db, id, "complete");
  expect(await getJob(db, id)).toMatchObject({ interruptions });
});
