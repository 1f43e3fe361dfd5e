import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import type { JobFeed } from "../progress/job-feed.server";

/** A job that may have ended the server that many times in a row runs alone. */
const ALONE_AFTER = 2;

export function isSuspect({
  interruptions,
  unexplained,
}: Pick<JobRow, "interruptions" | "unexplained">): boolean {
  return interruptions >= ALONE_AFTER || unexplained >= ALONE_AFTER;
}

/** A search that goes on where another one ends stands still until then, and would wait for ever if it ran alone. */
async function waitsForParent(db: Db, { parentId }: JobRow): Promise<boolean> {
  const parent = parentId === null ? undefined : await getJob(db, parentId);
  return parent !== undefined && parent.finishedAt === null;
}

/**
 * The jobs that may have ended the server more than once. Each runs alone until it has come further, so that the guilty one
 * is found, and the others are not blamed for it.
 */
export class Suspects {
  readonly #feed: Pick<JobFeed, "subscribe">;
  #waiting: string[] = [];
  #unsubscribe = () => {};

  constructor(feed: Pick<JobFeed, "subscribe">) {
    this.#feed = feed;
  }

  watch(jobs: readonly JobRow[]): void {
    this.#waiting = jobs.filter(isSuspect).map(({ id }) => id);
  }

  /**
   * The job that runs alone now; null where there is none, and all may run.
   *
   * @param onChange called when that may have changed
   */
  async next(db: Db, onChange: () => void): Promise<string | null> {
    this.#unsubscribe();
    for (;;) {
      const [id = null] = this.#waiting;
      if (id === null) return null;
      const job = await getJob(db, id);
      const isOver = job === undefined || job.finishedAt !== null || !isSuspect(job);
      if (!isOver && job.resumeAt === null && !(await waitsForParent(db, job))) {
        this.#unsubscribe = this.#feed.subscribe(id, onChange);
        return id;
      }
      this.#waiting.shift();
    }
  }
}
