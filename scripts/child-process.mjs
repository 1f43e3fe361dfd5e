import { spawn } from "node:child_process";
import { constants } from "node:os";

/** Milliseconds between the stop signal and SIGKILL. */
const GRACE_MS = 10_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const isWindows = process.platform === "win32";

/**
 * Runs a command in its own process group, which gets this process's signals and ends with it, unless this process is
 * killed. `toStderr` redirects the command's standard output. The code is 127 if the command does not exist.
 */
export function runCommand(command, args, { cwd, env, toStderr, timeoutMs } = {}) {
  return new Promise((settle) => {
    const stdio = ["ignore", toStderr ? 2 : "inherit", "inherit"];
    const group = spawn(command, args, { cwd, env, stdio, detached: !isWindows });
    let stoppedBy = null;
    let timedOut = false;
    const timers = [];

    const stop = (signal) => {
      signalGroup(group, signal);
      timers.push(setTimeout(() => signalGroup(group, "SIGKILL"), GRACE_MS));
    };
    // Ctrl-C arrives twice under npm, once from the terminal and once from npm: only the first counts.
    const forward = (signal) => {
      if (stoppedBy !== null) return;
      stoppedBy = signal;
      stop(signal);
    };
    const expire = () => {
      timedOut = true;
      stop("SIGTERM");
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    if (timeoutMs !== undefined) timers.push(setTimeout(expire, timeoutMs));

    const end = (code) => {
      for (const timer of timers) clearTimeout(timer);
      for (const name of SIGNALS) process.off(name, forward);
      if (stoppedBy !== null) process.exit(exitCodeOf(null, stoppedBy));
      settle({ code, timedOut });
    };
    group.once("error", () => end(127));
    group.once("exit", (code, signal) => {
      signalGroup(group, "SIGKILL");
      end(exitCodeOf(code, signal));
    });
  });
}

/** 128 plus the signal's number, as in a shell. */
function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

function signalGroup(group, signal) {
  try {
    if (isWindows) group.kill(signal);
    else process.kill(-group.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}
