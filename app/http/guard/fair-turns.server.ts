/** Requests that begin at the same time, so that whoever is known waits for no more than these. */
const AT_ONCE = 4;
/** How long a request holds a place, in milliseconds. Longer ones wait themselves: for a password that is hashed, say. */
const HELD_MS = 50;
const WAITING_A_KEY = 16;

/**
 * Lets requests of strangers begin a few at a time, one of each address in turn. A page is drawn in one go as soon as its
 * request is read; of two hundred connections the loop would draw all before it looks who else came.
 */
export class FairTurns {
  readonly #waiting = new Map<string, Set<() => void>>();
  #running = 0;
  #isDue = false;

  /**
   * @param start called when it is its turn, in another turn of the loop
   * @returns what ends its turn or its waiting; null where too many of this key wait
   */
  take(key: string, start: () => void): (() => void) | null {
    const own = this.#waiting.get(key) ?? new Set();
    if (own.size >= WAITING_A_KEY) return null;
    let held: NodeJS.Timeout | undefined;
    let isOver = false;
    const run = () => {
      this.#running += 1;
      held = setTimeout(leave, HELD_MS);
      start();
    };
    const leave = () => {
      if (isOver) return;
      isOver = true;
      if (held === undefined) return this.#remove(key, own, run);
      clearTimeout(held);
      this.#running -= 1;
      this.#goOn();
    };
    this.#waiting.set(key, own.add(run));
    this.#goOn();
    return leave;
  }

  /** In the next turn of the loop: in between it reads what others sent. */
  #goOn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#next();
    });
  }

  #next(): void {
    for (const [key, own] of this.#waiting) {
      if (this.#running >= AT_ONCE) return;
      const [run] = own;
      if (run === undefined) continue;
      this.#remove(key, own, run);
      // Its other requests wait behind those of everybody else.
      if (own.size > 0) {
        this.#waiting.delete(key);
        this.#waiting.set(key, own);
      }
      run();
    }
  }

  #remove(key: string, own: Set<() => void>, run: () => void): void {
    own.delete(run);
    if (own.size === 0 && this.#waiting.get(key) === own) this.#waiting.delete(key);
  }
}
