/** Answers that wait, each under the name of its hold, until a test lets them go. */
export class Holds {
  #waiting = new Map<string, Set<() => void>>();

  /** Resolves when the hold is released, or at once when the signal aborts. */
  wait(name: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, waiting);
    return new Promise((resolve) => {
      const release = () => {
        waiting.delete(release);
        resolve();
      };
      waiting.add(release);
      signal.addEventListener("abort", release, { once: true });
      if (signal.aborted) release();
    });
  }

  count(name: string): number {
    return this.#waiting.get(name)?.size ?? 0;
  }

  release(name: string): void {
    for (const release of [...(this.#waiting.get(name) ?? [])]) release();
    this.#waiting.delete(name);
  }

  releaseAll(): void {
    for (const name of [...this.#waiting.keys()]) this.release(name);
  }
}
