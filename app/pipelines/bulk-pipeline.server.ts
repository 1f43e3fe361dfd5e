import { z } from "zod";
import { timedSteps } from "~db/timed-steps";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import type { Pipeline } from "../jobs/runner/job-run.server";
import { applyBulk, findBulkSeqs } from "../leads/bulk/bulk-leads.server";

/** Lead numbers. Undoing an import uses `afterLead`: its `after` was once the position of a result. */
const CheckpointSchema = z.object({
  after: z.int().default(0),
  afterLead: z.int().default(0),
});

const MAX_PROGRESS = 99;

export function bulkPipeline(timeZone: string): Pipeline {
  return {
    async run(run) {
      const { params: json, checkpoint, requested } = run.job;
      const params = JOB_PARAMS.bulk.parse(JSON.parse(json));
      const key = params.importId === undefined ? "after" : "afterLead";
      const start = CheckpointSchema.parse(JSON.parse(checkpoint ?? "{}"))[key];
      // After a restart, leads up to the checkpoint are done.
      const all = (await findBulkSeqs(run.db, params, timeZone)).filter((seq) => seq > start);
      const seqs = all.sort((one, other) => one - other);
      const by = { actor: run.job.createdBy, now: run.job.startedAt ?? Date.now() };
      let after: number | null = start;
      for await (const size of timedSteps(run.signal)) {
        const last = after;
        if (last === null) return;
        await run.step(async (trx, { found, stored }) => {
          // A step is repeated when the store is full.
          const next = seqs.findIndex((seq) => seq > last);
          const chunk = next === -1 ? [] : seqs.slice(next, next + size);
          const changed = await applyBulk(trx, chunk, params, by);
          after = chunk.at(-1) ?? null;
          const done = found + chunk.length;
          return {
            change: {
              found: done,
              stored: stored + changed,
              progress: Math.floor((MAX_PROGRESS * done) / Math.max(requested, done, 1)),
              ...(after === null ? {} : { checkpoint: JSON.stringify({ [key]: after }) }),
            },
          };
        });
      }
    },
  };
}
