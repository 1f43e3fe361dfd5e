import { LRUCache } from "lru-cache";
import type { AccessLog } from "../access-services";

const MAX_KEYS = 10_000;

/** Bookkeeping: requests never wait for it or fail by it. */
export class LastUse {
  readonly #stepMs: number;
  readonly #triedAt = new LRUCache<string, number>({ max: MAX_KEYS });
  readonly #underWay = new Set<Promise<void>>();

  /** @param stepMs resolution; uses in between are not written */
  constructor(stepMs: number) {
    this.#stepMs = stepMs;
  }

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

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
