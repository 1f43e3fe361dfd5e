import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { endThreads, runTask, type TaskOptions } from "~/threads/run-task.server";

const PROGRAM = `
import { parentPort } from "node:worker_threads";
export default ({ number, input }) => {
  parentPort.postMessage(number);
  if (input === "exit") process.exit(0);
  if (input === "forever") for (;;);
  if (input === "memory") for (const all = []; ; ) all.push(new Array(10_000).fill({}));
  if (input === "throw") throw new Error("broken");
  return input;
};`;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leadspeicher-threads-"));
  await writeFile(join(folder, "faulty.worker.js"), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (input: string, options?: TaskOptions) =>
  runTask<string, string>(join(folder, "faulty"), input, options);

it.each(["forever", "memory", "throw", "exit"])(
  "a task that does not get through (%s) fails alone, and the next ones run",
  async (fault) => {
    const limit = { limitMs: 3_000 };
    const inputs = [fault, "a", fault, "b", "c"];
    const outcomes = await Promise.allSettled(inputs.map((input) => run(input, limit)));
    expect(outcomes.map((outcome) => ("value" in outcome ? outcome.value : null))).toEqual([
      null,
      "a",
      null,
      "b",
      "c",
    ]);
    expect(await run("d", limit)).toBe("d");
  },
  60_000,
);

it("a thread that starts while the machine sleeps takes no time from its task", async () => {
  await endThreads();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const task = run("a", { limitMs: 1_000 });
  await new Promise((done) => setImmediate(done));
  vi.advanceTimersByTime(31_000);
  expect(await task).toBe("a");
});

it("ends what runs when the threads are ended, and starts anew", async () => {
  const failure = expect(run("forever")).rejects.toThrow();
  // Time for it to begin.
  await new Promise((done) => setTimeout(done, 500));
  await endThreads();
  await failure;
  expect(await run("a")).toBe("a");
});

it("no thread holds a process that wants to end", () => {
  const program = `
    import { runTask } from "./app/threads/run-task.server.ts";
    console.log(await runTask("${join(folder, "faulty")}", "a", { limitMs: 5_000 }));
  `;
  const { stdout, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    { encoding: "utf8", timeout: 25_000 },
  );
  expect({ stdout, status }).toEqual({ stdout: "a\n", status: 0 });
}, 40_000);
