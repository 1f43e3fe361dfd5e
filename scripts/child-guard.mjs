/** Leads the process group of a command. Its standard input ends when its starter is killed; then it ends the group. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

// The group gets every signal by itself; the guard stays to report how the command ended.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdin.on("error", () => {});
process.stdin.on("close", () => {
  if (process.platform === "win32") child.kill();
  else process.kill(0, "SIGKILL");
});
process.stdin.resume();

child.once("error", () => process.exit(127));
child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
