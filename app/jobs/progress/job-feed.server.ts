import { EventEmitter } from "node:events";

/** What has changed of a job: its row, and which of its results (their positions). */
export interface JobChange {
  jobId: string;
  positions: readonly number[];
}

/** Tells the pages that follow a job that it has changed. Lives in this process only; the truth stays in the store. */
export class JobFeed {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  publish(change: JobChange): void {
    this.#emitter.emit(change.jobId, change);
  }

  /** @returns a function that ends the subscription */
  subscribe(jobId: string, listener: (change: JobChange) => void): () => void {
    this.#emitter.on(jobId, listener);
    return () => this.#emitter.off(jobId, listener);
  }
}
