import { type JobChange, JobFeed } from "~/jobs/progress/job-feed.server";
import { JobRun } from "~/jobs/runner/job-run.server";
import type { Db } from "~db/client";
import type { JobRow, NewJobRow } from "~db/schema";
import { addJob } from "./store";

export const TOKEN = "this-run";

/** A feed that remembers what was published and knows how many listen. */
export class WatchedFeed extends JobFeed {
  readonly published: JobChange[] = [];
  listeners = 0;

  override publish(change: JobChange): void {
    this.published.push(change);
    super.publish(change);
  }

  override subscribe(jobId: string, listener: () => void): () => void {
    const unsubscribe = super.subscribe(jobId, listener);
    this.listeners += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.listeners -= 1;
      isOver = true;
      unsubscribe();
    };
  }
}

/** A job under way, without a runner around it. */
export async function startRun(
  db: Db,
  fields: Partial<NewJobRow> = {},
): Promise<{ run: JobRun; job: JobRow; feed: WatchedFeed; controller: AbortController }> {
  const job = await addJob(db, { status: "running", runToken: TOKEN, ...fields });
  return { job, ...resumeRun(db, job) };
}

/** The run of a job that is there already. */
export function resumeRun(db: Db, job: JobRow) {
  const feed = new WatchedFeed();
  const controller = new AbortController();
  return { run: new JobRun(db, job, TOKEN, controller.signal, feed), feed, controller };
}
