import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished } from "vitest";
import { StoreThread } from "../../app/jobs/runner/store-thread.server";
import { startRun } from "../support/job-run";
import { it, temporaryFolder } from "../support/store";

/** Ends at the first job, and does the second one in two steps. */
const THREAD = `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ jobId, stop }) => {
  if (stop !== undefined) return parentPort.postMessage({ jobId, outcome: { end: "broken", error: { type: stop, stack: "" } } });
  if (jobId === "first") process.exit(1);
  parentPort.postMessage({ jobId });
  if (jobId === "second") parentPort.postMessage({ jobId, outcome: { end: "done" } });
});`;

it("a thread that dies takes its own jobs along, and the next job has another one", async ({
  db,
}) => {
  const file = join(await temporaryFolder(), "thread.mjs");
  await writeFile(file, THREAD);
  const data = { databasePath: "leads.sqlite", timeZone: "Europe/Berlin" };
  const thread = new StoreThread(data, pathToFileURL(file));
  onTestFinished(() => thread.close());
  const first = await startRun(db, { id: "first" });
  await expect(thread.run(first.run)).rejects.toMatchObject({
    name: "JobFailure",
    message: expect.stringContaining("unerwartet beendet"),
  });
  const second = await startRun(db, { id: "second" });
  await thread.run(second.run);
  expect(second.feed.published).toEqual([{ jobId: "second", parentId: null }]);
  const third = await startRun(db, { id: "third" });
  const running = thread.run(third.run);
  third.controller.abort("cancelled");
  await expect(running).rejects.toThrow("cancelled");
});
