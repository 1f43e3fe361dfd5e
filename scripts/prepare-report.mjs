import { readFileSync } from "node:fs";

/** Something that the person at the console has to mend; shown without a stack. */
export class PrepareError extends Error {
  constructor(german, english, exitCode = 1) {
    super(`${german}\n${english}`);
    this.exitCode = exitCode;
  }
}

/** Standard output belongs to the server; whatever comes before it goes to standard error. */
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

/** Ends the process with the sentence of a PrepareError; any other error keeps its stack. */
export function leave(error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
