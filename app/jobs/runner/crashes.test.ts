import { expect } from "vitest";
import { getJob } from "~db/queries/jobs";
import { startRunner, untilStatus } from "~tests/job-runner";
import { addJob, it, openTestStore } from "~tests/store";
import type { Pipeline } from "./job-run.server";

it.each<[string, Pipeline["run"], number]>([
  ["nothing new", (run) => run.update({ progress: 30, checkpoint: "place" }), 2],
  ["a warning", (run) => run.warn("Satz."), 2],
  ["a new checkpoint", (run) => run.update({ checkpoint: "further" }), 0],
  ["settled work", (run) => run.step(async () => ({ change: {} })), 0],
])("after a step with %s the starts before it count or not", async (_, run, interruptions) => {
  const db = openTestStore();
  const { id } = await addJob(db, { interruptions: 2, checkpoint: "place" });
  const pipeline: Pipeline = { run };
  const { runner } = startRunner(db, pipeline);
  runner.wake();
  await untilStatus(db, id, "complete");
  expect(await getJob(db, id)).toMatchObject({ interruptions });
});
