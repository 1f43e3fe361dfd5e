import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./error-facts";

type LogContext = { requestId: string } | { jobId: string };

/** Log lines within this context carry its id. */
export const logContext = new AsyncLocalStorage<LogContext>();

interface LoggedFault {
  time: number;
  message: string;
  requestId: string | null;
  jobId: string | null;
}

export interface FaultRecord {
  count: number;
  last: LoggedFault[];
}

/** Bytes of unwritten lines; further lines are lost, e.g. on a full disk. */
const MAX_WAITING = 1_000_000;

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MAX_WAITING });
  output.on("error", () => {
    // Pino would retry forever at exit.
    output.flushSync = () => {};
  });
  return output;
}

const KEPT_FAULTS = 20;
const ERROR_LEVEL = 50;

/** Never logs request bodies, queries and keys, nor an error's subject. */
export function createLog(
  level: string,
  output: DestinationStream = standardOutput(),
): { log: Logger; faults: FaultRecord } {
  const faults: FaultRecord = { count: 0, last: [] };
  const log = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ["*.authorization", "*.cookie", "*.apiKey", "*.password", "*.token"],
      mixin: () => logContext.getStore() ?? {},
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method, lineLevel) {
          if (lineLevel >= ERROR_LEVEL) {
            const [, message]: unknown[] = args;
            recordFault(faults, String(message));
          }
          method.apply(this, args);
        },
      },
    },
    output,
  );
  return { log, faults };
}

function recordFault(faults: FaultRecord, message: string): void {
  const ids = { requestId: null, jobId: null, ...logContext.getStore() };
  faults.count += 1;
  faults.last.unshift({ ...ids, time: Date.now(), message });
  faults.last.length = Math.min(faults.last.length, KEPT_FAULTS);
}
