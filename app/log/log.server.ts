import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./error-facts";

type LogContext = { requestId: string } | { jobId: string };

/** Log lines within this context carry its id. */
export const logContext = new AsyncLocalStorage<LogContext>();

export interface LoggedFault {
  time: number;
  message: string;
  requestId: string | null;
  jobId: string | null;
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
): { log: Logger; faults: LoggedFault[] } {
  const faults: LoggedFault[] = [];
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

function recordFault(faults: LoggedFault[], message: string): void {
  const ids = { requestId: null, jobId: null, ...logContext.getStore() };
  faults.unshift({ ...ids, time: Date.now(), message });
  faults.length = Math.min(faults.length, KEPT_FAULTS);
}
