import { randomUUID } from "node:crypto";
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
import { dirname, join } from "node:path";
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
 * @param {string} lock path of the lock; a folder, because making one is atomic everywhere
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(lock, work, onWait = () => {}) {
  const token = randomUUID();
  mkdirSync(dirname(lock), { recursive: true });
  let hasWaited = false;
  while (!tryTake(lock, token)) {
    if (!hasWaited) onWait();
    hasWaited = true;
    await delay(POLL_MS);
    removeIfAbandoned(lock);
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
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

function ownerFile(lock) {
  return join(lock, "owner.json");
}

function tryTake(lock, token) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  const owner = { token, pid: process.pid, host: hostname() };
  writeFileSync(ownerFile(lock), JSON.stringify(owner));
  return true;
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Somebody removed the lock by hand; the work goes on.
  }
}

/** The owner that is written in the lock, or null while it is being made or after it is gone. */
function readOwner(lock) {
  try {
    return JSON.parse(readFileSync(ownerFile(lock), "utf8"));
  } catch {
    return null;
  }
}

function isAbandoned(lock, owner) {
  if (owner !== null && owner.host === hostname() && !isAlive(owner.pid)) return true;
  try {
    return Date.now() - statSync(lock).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
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
  const owner = readOwner(lock);
  if (!isAbandoned(lock, owner)) return;
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  // Another process may have taken the lock between the look and the move: then it gets it back.
  if (readOwner(aside)?.token !== owner?.token) renameSync(aside, lock);
  else rmSync(aside, { recursive: true, force: true });
}
