import { LRUCache } from "lru-cache";
import type { AccessLog } from "../access-services";

/** As many sessions and tokens as no team has; who was noted longest ago is forgotten first. */
const MAX_KEYS = 10_000;

/**
 * Notes in the store when something was last used. That is bookkeeping: no request waits for it or fails by it, and
 * what could not be written is not tried again before its time.
 */
export class LastUse {
  readonly #stepMs: number;
  readonly #triedAt = new LRUCache<string, number>({ max: MAX_KEYS });
  readonly #underWay = new Set<Promise<void>>();

  /** @param stepMs how exact the time is: uses in between are not written */
  constructor(stepMs: number) {
    this.#stepMs = stepMs;
  }

  /**
   * @param key names what is used, in all stores
   * @param times.noted the time that the store has; null where it has none
   */
  note(
    key: string,
    { noted, now }: { noted: number | null; now: number },
    write: () => Promise<void>,
    log: Pick<AccessLog, "warn">,
  ): void {
    const isRecent = (time: number | null | undefined) =>
      typeof time === "number" && now - time < this.#stepMs;
    if (isRecent(noted) || isRecent(this.#triedAt.peek(key))) return;
    this.#triedAt.set(key, now);
    const written = write()
      .catch((error: unknown) => log.warn({ err: error }, "the time of the last use is not noted"))
      .finally(() => this.#underWay.delete(written));
    this.#underWay.add(written);
  }

  /** Waits until everything noted so far is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
