import { expect } from "vitest";
import { getJob } from "~db/queries/jobs";
import { startRunner, untilStatus } from "~tests/job-runner";
import { addJob, it, openTestStore } from "~tests/store";
import type { JobProgress, Pipeline } from "./job-run.server";

it.each<[string, JobProgress, number]>([
  ["nothing new", { progress: 30, checkpoint: "place" }, 2],
  ["a new checkpoint", { checkpoint: "further" }, 0],
  ["progress", { progress: 31 }, 0],
])("after a step with %s the starts before it count or not", async (_, change, interruptions) => {
  const db = openTestStore();
  const { id } = await addJob(db, { interruptions: 2, checkpoint: "place", progress: 30 });
  const pipeline: Pipeline = { run: (run) => run.update(change) };
  const { runner } = startRunner(db, pipeline);
  runner.wake();
  await untilStatus(db, id, "complete");
  expect(await getJob(db, id)).toMatchObject({ interruptions });
});
