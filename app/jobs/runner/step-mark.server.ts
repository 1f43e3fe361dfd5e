import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** Room for a job's id, in bytes. */
const ROOM = 64;
/** Each thread that works on jobs has a place of its own. */
const PLACES = { server: 0, storeThread: ROOM };
const ALL = 2 * ROOM;

/**
 * Notes which job is in a step, in a small file beside the store, so that the next start knows which one may have ended the
 * server. The disk is not waited for: the note must outlive the process, not the machine.
 */
export class StepMark {
  readonly #file: number;
  readonly #place: number;
  #inStep: string | null = null;

  constructor(path: string, thread: keyof typeof PLACES) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#place = PLACES[thread];
  }

  /** The jobs that were in a step when the process before this one ended. */
  found(): Set<string> {
    const text = Buffer.alloc(ALL, " ");
    readSync(this.#file, text, 0, ALL, 0);
    return new Set(text.toString().split(" ").filter(Boolean));
  }

  /** Forgets them. */
  clear(): void {
    this.#write("".padEnd(ALL), 0);
  }

  enter(jobId: string): void {
    this.#inStep = jobId;
    this.#note();
  }

  /** Another job of this thread may have entered its step meanwhile. */
  leave(jobId: string): void {
    if (this.#inStep !== jobId) return;
    this.#inStep = null;
    this.#note();
  }

  #note(): void {
    const id = this.#inStep ?? "";
    this.#write(id.slice(0, ROOM - 1).padEnd(ROOM), this.#place);
  }

  #write(text: string, place: number): void {
    try {
      writeSync(this.#file, text, place);
    } catch {
      // A full disk keeps nobody from working.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
