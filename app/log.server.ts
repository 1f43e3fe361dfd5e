import { type Logger, pino } from "pino";

/** Structured log lines on standard output. Fields are chosen at each call; request bodies, queries and keys are never among them. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["*.authorization", "*.cookie", "*.apiKey", "*.password", "*.token"],
  });
}
