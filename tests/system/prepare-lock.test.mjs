import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
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

function leaveLock(owner) {
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, owner);
}

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

it("takes over from a process that was killed", async () => {
  leaveLock(`${DEAD_PID} ${hostname()}`);
  expect(await withLock(lock, async () => "done")).toBe("done");
});

it("takes over from another machine only when its heartbeat is long gone", async () => {
  leaveLock(`${DEAD_PID} another-machine`);
  let isDone = false;
  const waiting = withLock(lock, async () => {
    isDone = true;
  });
  await delay(500);
  expect(isDone).toBe(false);
  utimesSync(lock, new Date(0), new Date(0));
  await waiting;
  expect(isDone).toBe(true);
});
