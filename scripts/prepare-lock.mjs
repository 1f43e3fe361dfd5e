import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Longer than any installation: another process may have got the id of a killed one. */
const STALE_MS = 900_000;
const POLL_MS = 200;

/** Runs `work` while no other process runs it in this folder; `onWait` is called once. */
export async function withLock(lock, work, onWait = () => {}) {
  mkdirSync(dirname(lock), { recursive: true });
  let hasWaited = false;
  while (!tryTake(lock)) {
    if (!hasWaited) onWait();
    hasWaited = true;
    await delay(POLL_MS);
  }
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function tryTake(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAbandoned(lock) {
  try {
    const { mtimeMs } = statSync(lock);
    const owner = Number(readFileSync(lock, "utf8"));
    // In a container, process ids repeat after each start.
    const since = owner === process.pid ? performance.timeOrigin : Date.now() - STALE_MS;
    return mtimeMs < since || !process.kill(owner, 0);
  } catch (error) {
    return error.code === "ESRCH";
  }
}
