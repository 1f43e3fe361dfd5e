import { EventEmitter, setMaxListeners } from "node:events";

/** The parent's followers are notified, too. */
export interface JobChange {
  jobId: string;
  parentId?: string | null;
}

/** Notifies within this process only; the store holds the state. */
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

  subscribe(jobId: string, listener: () => void): () => void {
    this.#emitter.on(jobId, listener);
    return () => this.#emitter.off(jobId, listener);
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.abort();
  }
}
