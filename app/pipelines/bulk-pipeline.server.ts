import { z } from "zod";
import type { Db } from "~db/client";
import { timedSteps } from "~db/write-turns";
import { takeBackSome } from "../imports/undo-import.server";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import type { JobRun, Pipeline } from "../jobs/runner/job-run.server";
import { applyBulk, findBulkSeqs } from "../leads/bulk/bulk-leads.server";
import type { BulkParams } from "../leads/bulk/bulk-params.server";

/** A lead's internal number, or the position of an import's result. */
const CheckpointSchema = z.object({ after: z.int() });

const MOST_PROGRESS = 99;

/** `after` is null at the end. */
type Act = (
  trx: Db,
  after: number,
  size: number,
) => Promise<{ after: number | null; done: number; changed: number }>;

async function actOf(
  { db, job }: JobRun,
  params: BulkParams,
  timeZone: string,
  start: number,
): Promise<Act> {
  const by = { actor: job.createdBy, now: job.startedAt ?? Date.now() };
  const { importId, actionId } = params;
  if (importId !== undefined && actionId !== undefined) {
    return (trx, after, size) => takeBackSome(trx, importId, { after, size }, actionId, by);
  }
  // Leads that match only now were not chosen.
  const left = (await findBulkSeqs(db, params, timeZone)).filter((seq) => seq > start);
  const seqs = left.toSorted((a, b) => a - b);
  return async (trx, after, size) => {
    // A retried step starts from the same place.
    const next = seqs.findIndex((seq) => seq > after);
    const chunk = next === -1 ? [] : seqs.slice(next, next + size);
    const changed = chunk.length === 0 ? 0 : await applyBulk(trx, chunk, params, by);
    return { after: chunk.at(-1) ?? null, done: chunk.length, changed };
  };
}

/** Works in the order of the store. */
export function bulkPipeline(timeZone: string): Pipeline {
  return {
    async run(run) {
      const { params: json, checkpoint, requested } = run.job;
      const params = JOB_PARAMS.bulk.parse(JSON.parse(json));
      const start = checkpoint === null ? 0 : CheckpointSchema.parse(JSON.parse(checkpoint)).after;
      const act = await actOf(run, params, timeZone, start);
      let after: number | null = start;
      for await (const size of timedSteps(run.signal)) {
        const last = after;
        if (last === null) return;
        await run.step(async (trx, { found, stored }) => {
          const outcome = await act(trx, last, size);
          after = outcome.after;
          const done = found + outcome.done;
          return {
            change: {
              found: done,
              stored: stored + outcome.changed,
              progress: Math.floor((MOST_PROGRESS * done) / Math.max(requested, done, 1)),
              ...(after === null ? {} : { checkpoint: JSON.stringify({ after }) }),
            },
          };
        });
      }
    },
  };
}
