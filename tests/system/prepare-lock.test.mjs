import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withLock } from "../../scripts/prepare-lock.mjs";

/** No process has this id: it is above what Linux gives out. */
const DEAD_PID = 2 ** 22 + 1;

let folder;
let lock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prepare-lock-"));
  lock = join(folder, "cache/lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("lets one at a time work, and says once that it waits", async () => {
  let working = 0;
  let most = 0;
  const onWait = vi.fn();
  const work = async () => {
    most = Math.max(most, ++working);
    await delay(250);
    working--;
  };
  await Promise.all([1, 2, 3].map(() => withLock(lock, work, onWait)));
  expect(most).toBe(1);
  expect(onWait).toHaveBeenCalledTimes(2);
  expect(existsSync(lock)).toBe(false);
});

it("is free again after work that failed", async () => {
  const failing = withLock(lock, () => Promise.reject(new Error("no disk")));
  await expect(failing).rejects.toThrow("no disk");
  expect(existsSync(lock)).toBe(false);
});

it.each([
  ["a process that was killed", DEAD_PID, new Date()],
  ["one that took it long ago", process.ppid, new Date(0)],
  ["one of the same number before the last start", process.pid, new Date(0)],
])("takes over from %s", async (_, owner, since) => {
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, String(owner));
  utimesSync(lock, since, since);
  expect(await withLock(lock, async () => "done")).toBe("done");
});
