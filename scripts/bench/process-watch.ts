import { readdirSync, readFileSync, statSync } from "node:fs";
import { quantile } from "./measure";

interface Sample {
  /** Seconds since the watch began. */
  at: number;
  /** Memory of the process, in MB. */
  mb: number;
  /** Open files and connections. */
  handles: number;
  /** Size of the write-ahead log, in MB. */
  walMb: number;
}

/** Looks at a process of this machine each second; only Linux tells. */
export class ProcessWatch {
  readonly samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number | undefined, databasePath: string, everyMs = 1_000) {
    const start = performance.now();
    const look = () =>
      this.samples.push({
        at: (performance.now() - start) / 1_000,
        mb: memoryOf(pid),
        handles: readdirSync(`/proc/${pid}/fd`).length,
        walMb: (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 1e6,
      });
    look();
    this.#timer = setInterval(look, everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** What a process holds in memory, in MB. */
function memoryOf(pid: number | undefined): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1e3;
}

/** How a value grows in a minute: the median of the slopes between all pairs (Theil and Sen), which no peak moves. */
export function slopePerMinute(points: readonly { at: number; value: number }[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return quantile(slopes) * 60;
}
