import { z } from "zod";
import type { Pipeline } from "../jobs/job-run.server";

const ModeSchema = z.object({ mode: z.string() });

/** What the jobs of type „csv“ do: each names its mode in `params`, and every mode has its pipeline here. */
export function csvJobs(pipelines: Record<string, Pipeline>): Pipeline {
  return {
    async run(run) {
      const { mode } = ModeSchema.parse(JSON.parse(run.job.params));
      const pipeline = pipelines[mode];
      if (pipeline === undefined) throw new Error(`no pipeline for csv jobs of mode ${mode}`);
      await pipeline.run(run);
    },
  };
}
