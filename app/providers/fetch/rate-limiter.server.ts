import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import { ProviderError, type ProviderErrorKind } from "../provider-error";
import type { CallLimits } from "../services";

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Calls with a waiting user go first. */
export type Throttle = <T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  isAwaited?: boolean,
) => Promise<T>;

interface Queue {
  queue: PQueue;
  maxPerMinute: number;
  /** Divides the pace; grows with each 429 and shrinks with each answer. */
  slowdown: number;
  noteStart: () => void;
}

export interface LastAnswer {
  /** Epoch milliseconds. */
  time: number;
  failure: { kind: ProviderErrorKind; status: number | null } | null;
}

export const SPENT = "Guthaben aufgebraucht";
/** Failures that last until a person acts. */
const REFUSALS: Partial<Record<ProviderErrorKind, string>> = {
  auth: "Schlüssel abgelehnt",
  forbidden: "nicht freigeschaltet",
  no_credit: SPENT,
  billing_off: "Abrechnung nicht aktiv",
  day_quota: "Tageskontingent erreicht",
  unknown_model: "Modell unbekannt",
};

const MAX_HOLD_MS = 60_000;
const MAX_SLOWDOWN = 4;
/** About thirty answers restore half the pace to the full one. */
const RECOVERY = 0.977;

/** Spreads calls evenly. The queue's own pace uses the wall clock and would stall if that is set back. */
function queueFor({ maxConcurrent, maxPerMinute }: CallLimits, speed: number): Queue {
  const most = Math.max(1, Math.floor((maxPerMinute * SECOND_MS) / MINUTE_MS));
  const intervalMs = (MINUTE_MS * most) / maxPerMinute / speed;
  const queue = new PQueue({ concurrency: maxConcurrent });
  const starts: number[] = [];
  const lane = { queue, maxPerMinute, slowdown: 1, noteStart };
  function noteStart() {
    const now = performance.now();
    starts.push(now);
    if (starts.length < most) return;
    const waitMs = (starts.shift() ?? 0) + intervalMs * lane.slowdown - now;
    if (waitMs <= 0) return;
    queue.pause();
    setTimeout(() => queue.start(), waitMs);
  }
  return lane;
}

export class RateLimiter {
  readonly #speed: number;
  readonly #lanes = new Map<string, Queue>();
  /** Monotonic time at which a pause asked by the service ends. */
  readonly #heldUntil = new Map<string, number>();
  /** German reasons of the last refusals; the next answer removes them. */
  readonly refusals = new Map<string, string>();
  readonly lastAnswers = new Map<string, LastAnswer>();

  /** @param speed divides the waits; 1 outside tests */
  constructor(speed: number) {
    this.#speed = speed;
  }

  configure(service: string, limits: CallLimits): void {
    const before = this.#lanes.get(service);
    if (before?.maxPerMinute === limits.maxPerMinute) {
      before.queue.concurrency = limits.maxConcurrent;
      return;
    }
    const lane = queueFor(limits, this.#speed);
    this.#lanes.set(service, lane);
    if (before === undefined) return;
    lane.queue.pause();
    void before.queue.onIdle().then(() => lane.queue.start());
  }

  #holdMs(service: string): number {
    return (this.#heldUntil.get(service) ?? 0) - performance.now();
  }

  async #hold(service: string, signal: AbortSignal): Promise<void> {
    for (let ms = this.#holdMs(service); ms > 0; ms = this.#holdMs(service)) {
      await delay(ms, undefined, { signal });
    }
  }

  #note(service: string, { kind, status, retryAfterMs }: ProviderError): void {
    const refusal = REFUSALS[kind];
    if (refusal !== undefined) this.refusals.set(service, refusal);
    this.lastAnswers.set(service, { time: Date.now(), failure: { kind, status } });
    const lane = this.#lane(service);
    if (kind === "rate_limited") lane.slowdown = Math.min(2 * lane.slowdown, MAX_SLOWDOWN);
    const asked = retryAfterMs ?? 0;
    if (asked > 0 && asked <= MAX_HOLD_MS) {
      this.#heldUntil.set(service, performance.now() + asked / this.#speed);
    }
  }

  /** @throws Error for a service without limits */
  #lane(service: string): Queue {
    const lane = this.#lanes.get(service);
    if (lane === undefined) throw new Error(`no limits for ${service}`);
    return lane;
  }

  maxConcurrent(service: string): number {
    return this.#lane(service).queue.concurrency;
  }

  of(service: string): Throttle {
    return async (call, signal, isAwaited = false) => {
      for (;;) {
        await this.#hold(service, signal);
        const { queue, noteStart } = this.#lane(service);
        const turn = async () => {
          if (this.#holdMs(service) > 0) return null;
          noteStart();
          return { answer: await call() };
        };
        try {
          const done = await queue.add(turn, { signal, priority: isAwaited ? 1 : 0 });
          if (done === null) continue;
          const lane = this.#lane(service);
          lane.slowdown = Math.max(1, lane.slowdown * RECOVERY);
          this.refusals.delete(service);
          this.lastAnswers.set(service, { time: Date.now(), failure: null });
          return done.answer;
        } catch (error) {
          if (error instanceof ProviderError) this.#note(service, error);
          throw error;
        }
      }
    };
  }
}
