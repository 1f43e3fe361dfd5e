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
/** About thirty answers restore full pace from half pace. */
const RECOVERY = 0.977;

class Lane {
  readonly queue = new PQueue();
  maxPerMinute = 1;
  /** Divides the pace; grows with each 429 and shrinks with each answer. */
  slowdown = 1;
  #starts: number[] = [];
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly speed: number) {}

  pause(ms: number): void {
    const until = performance.now() + ms;
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.queue.pause();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.queue.start(), Math.ceil(ms));
  }

  /** Spreads calls evenly. The queue's own pace uses the wall clock and would stall if that is set back. */
  noteStart(): void {
    const most = Math.max(1, Math.floor((this.maxPerMinute * SECOND_MS) / MINUTE_MS));
    const intervalMs = ((MINUTE_MS * most) / this.maxPerMinute / this.speed) * this.slowdown;
    const now = performance.now();
    this.#starts = [...this.#starts, now].slice(-most);
    const [first = now] = this.#starts;
    const waitMs = first + intervalMs - now;
    if (this.#starts.length === most && waitMs > 0) this.pause(waitMs);
  }
}

export class RateLimiter {
  readonly #lanes = new Map<string, Lane>();
  /** German reasons of the last refusals; the next answer removes them. */
  readonly refusals = new Map<string, string>();
  readonly lastAnswers = new Map<string, LastAnswer>();

  /** @param speed divides the waits; 1 outside tests */
  constructor(private readonly speed: number) {}

  configure(service: string, { maxConcurrent, maxPerMinute }: CallLimits): void {
    const lane = this.#lanes.get(service) ?? new Lane(this.speed);
    this.#lanes.set(service, lane);
    lane.queue.concurrency = maxConcurrent;
    lane.maxPerMinute = maxPerMinute;
  }

  #noteFailure(service: string, lane: Lane, error: ProviderError): void {
    const { kind, status, retryAfterMs } = error;
    const refusal = REFUSALS[kind];
    if (refusal !== undefined) this.refusals.set(service, refusal);
    this.lastAnswers.set(service, { time: Date.now(), failure: { kind, status } });
    if (kind === "rate_limited") lane.slowdown = Math.min(2 * lane.slowdown, MAX_SLOWDOWN);
    const asked = retryAfterMs ?? 0;
    if (asked > 0 && asked <= MAX_HOLD_MS) lane.pause(asked / this.speed);
  }

  /** @throws Error for a service without limits */
  #lane(service: string): Lane {
    const lane = this.#lanes.get(service);
    if (lane === undefined) throw new Error(`no limits for ${service}`);
    return lane;
  }

  maxConcurrent(service: string): number {
    return this.#lane(service).queue.concurrency;
  }

  of(service: string): Throttle {
    return async (call, signal, isAwaited = false) => {
      const lane = this.#lane(service);
      const turn = async () => {
        lane.noteStart();
        try {
          const answer = await call();
          lane.slowdown = Math.max(1, lane.slowdown * RECOVERY);
          this.refusals.delete(service);
          this.lastAnswers.set(service, { time: Date.now(), failure: null });
          return answer;
        } catch (error) {
          // Noted before the queue starts another call.
          if (error instanceof ProviderError) this.#noteFailure(service, lane, error);
          throw error;
        }
      };
      return lane.queue.add(turn, { signal, priority: isAwaited ? 1 : 0 });
    };
  }
}
