import { parentPort } from "node:worker_threads";
import type { NumberedTask } from "./run-task.server";

/** Makes the default export of a `*.worker.ts`, which `runTask` calls. */
export function defineTask<Input, Answer>(work: (input: Input) => Answer | Promise<Answer>) {
  return ({ number, input }: NumberedTask<Input>): Answer | Promise<Answer> => {
    parentPort?.postMessage(number);
    return work(input);
  };
}
