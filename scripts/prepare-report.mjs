import { readFileSync } from "node:fs";

/** An error for the user to fix; shown without a stack. */
export class PrepareError extends Error {
  constructor(german, english, exitCode = 1) {
    super(`${german}\n${english}`);
    this.exitCode = exitCode;
  }
}

/** Writes to standard error, since standard output belongs to the server. */
export function say(german, english) {
  process.stderr.write(`${german}\n${english}\n`);
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Exits with the message of a PrepareError; any other error keeps its stack. */
export function leave(error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
