import { EventEmitter, setMaxListeners } from "node:events";

/** A job that has changed, and the one it belongs to, for which it is news as well. */
export interface JobChange {
  jobId: string;
  parentId?: string | null;
}

/** Tells who waits for a job that it has changed. Lives in this process only; the truth stays in the store. */
export class JobFeed {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #ending = new AbortController();

  constructor() {
    setMaxListeners(0, this.ended);
  }

  publish({ jobId, parentId }: JobChange): void {
    this.#emitter.emit(jobId);
    if (parentId) this.#emitter.emit(parentId);
  }

  /** @returns a function that ends the subscription */
  subscribe(jobId: string, listener: () => void): () => void {
    this.#emitter.on(jobId, listener);
    return () => this.#emitter.off(jobId, listener);
  }

  /** Aborted when the server stops. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.abort();
  }
}
