import { expect, onTestFinished, vi } from "vitest";
import type { JobRun, Pipeline } from "~/jobs/runner/job-run.server";
import { type AfterJob, JobRunner } from "~/jobs/runner/job-runner.server";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { WatchedFeed } from "./job-run";
import { addJob, NOON } from "./store";

export const soon = { timeout: 20_000, interval: 5 };

/** A pipeline whose jobs go on only when the test says so, or when they are aborted. */
export class GatedPipeline implements Pipeline {
  readonly started: string[] = [];
  readonly #gates = new Map<string, (error?: Error) => void>();

  async run(run: JobRun): Promise<void> {
    this.started.push(run.job.id);
    await new Promise<void>((resolve, reject) => {
      this.#gates.set(run.job.id, (error) => (error === undefined ? resolve() : reject(error)));
      run.signal.addEventListener("abort", () => reject(run.signal.reason));
    });
    await run.update({ stored: 1 });
  }

  finish(id: string, error?: Error): void {
    this.#gates.get(id)?.(error);
  }
}

export function startRunner(db: Db, pipeline: Pipeline, ended?: AfterJob) {
  const feed = new WatchedFeed();
  const log = { info: vi.fn(), error: vi.fn() };
  const runner = new JobRunner(db, feed, { maps: pipeline }, log, ended);
  onTestFinished(() => runner.stop());
  return { runner, feed, log };
}

export async function addJobs(db: Db, count: number): Promise<string[]> {
  const jobs = [];
  for (let n = 0; n < count; n += 1) jobs.push(await addJob(db, { createdAt: NOON + n }));
  return jobs.map(({ id }) => id);
}

export async function untilStatus(db: Db, id: string, status: string): Promise<void> {
  await vi.waitFor(async () => expect((await getJob(db, id))?.status).toBe(status), soon);
}
