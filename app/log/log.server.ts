import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./error-facts";

/** The request that is answered, or the job that runs. */
type LogContext = { requestId: string } | { jobId: string };

/** Whatever is logged while a function runs in it carries its id. */
export const logContext = new AsyncLocalStorage<LogContext>();

/** An error that was logged, as pages show it. */
interface LoggedFault {
  /** Epoch milliseconds. */
  time: number;
  /** As it stands in the log. */
  message: string;
  requestId: string | null;
  jobId: string | null;
}

/** The faults since the start: how many, and the newest of them first. */
export interface FaultRecord {
  count: number;
  last: LoggedFault[];
}

/** Lines that wait for room on a full disk, in bytes; later ones are left out. */
const MAX_WAITING = 1_000_000;

/** A log on a full disk misses lines; the work goes on. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MAX_WAITING });
  output.on("error", () => {
    // At the end of the process it would try for ever to write what waits.
    output.flushSync = () => {};
  });
  return output;
}

const KEPT_FAULTS = 20;
const ERROR_LEVEL = 50;

/**
 * Makes the log of the server. Each line carries the id of its request or job, and says of an error what it is, never what
 * it was about. Fields are chosen at each call; request bodies, queries and keys are never among them.
 */
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
            note(faults, String(message));
          }
          method.apply(this, args);
        },
      },
    },
    output,
  );
  return { log, faults };
}

function note(faults: FaultRecord, message: string): void {
  const ids = { requestId: null, jobId: null, ...logContext.getStore() };
  faults.count += 1;
  faults.last.unshift({ ...ids, time: Date.now(), message });
  faults.last.length = Math.min(faults.last.length, KEPT_FAULTS);
}
