import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const HEARTBEAT_MS = 2_000;
/** A lock without a heartbeat for this long belongs to a process that is gone. */
const STALE_MS = 60_000;
const POLL_MS = 200;

/**
 * Runs `work` while no other process runs it in this folder. A lock left behind by a process that
 * was killed is taken over.
 *
 * @template T
 * @param {string} lock path of the lock, a file that says who holds it
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(lock, work, onWait = () => {}) {
  mkdirSync(dirname(lock), { recursive: true });
  let hasWaited = false;
  while (!tryTake(lock)) {
    if (!hasWaited) onWait();
    hasWaited = true;
    await delay(POLL_MS);
    removeIfAbandoned(lock);
  }
  const release = () => rmSync(lock, { force: true });
  const heartbeat = setInterval(() => touch(lock), HEARTBEAT_MS);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function tryTake(lock) {
  try {
    writeFileSync(lock, `${process.pid} ${hostname()} ${Date.now()}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // The lock was removed by hand; the work goes on.
  }
}

/** Its holder is no process of this machine, or has given no sign for long. */
function isAbandoned(lock, owner) {
  const [pid, host] = owner.split(" ");
  if (host === hostname() && !isAlive(Number(pid))) return true;
  return Date.now() - statSync(lock).mtimeMs > STALE_MS;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Moves the lock away before removing it, so that of several waiting processes only one removes it. */
function removeIfAbandoned(lock) {
  const aside = `${lock}.${process.pid}`;
  try {
    const owner = readFileSync(lock, "utf8");
    if (!isAbandoned(lock, owner)) return;
    renameSync(lock, aside);
    // Another process may have taken the lock between the look and the move: then it gets it back.
    if (readFileSync(aside, "utf8") !== owner) renameSync(aside, lock);
    else rmSync(aside);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
