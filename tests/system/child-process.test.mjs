import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { runCommand } from "../../scripts/child-process.mjs";

const MODULE = new URL("../../scripts/child-process.mjs", import.meta.url).href;
const run = (code, options) => runCommand(process.execPath, ["-e", code], options);

it("hands on how the command ended", async () => {
  expect(await run("process.exit(75)")).toEqual({ code: 75, timedOut: false });
  expect(await run("process.kill(process.pid, 'SIGTERM')")).toEqual({ code: 143, timedOut: false });
  expect(await runCommand("no-such-command", [])).toEqual({ code: 127, timedOut: false });
});

it("stops a command that takes too long", async () => {
  const { code, timedOut } = await run("setInterval(() => {}, 1000)", { timeoutMs: 500 });
  expect([code, timedOut]).toEqual([143, true]);
});

/** Starts a process that runs a command with a child of its own, and waits until that child runs. */
async function startFamily() {
  const grandchild = "console.log(process.pid); setInterval(() => {}, 1000)";
  const child = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}],
    { stdio: "inherit" }); setInterval(() => {}, 1000)`;
  const starter = `const { runCommand } = await import(${JSON.stringify(MODULE)});
    await runCommand(process.execPath, ["-e", ${JSON.stringify(child)}]);`;
  const family = spawn(process.execPath, ["--input-type=module", "-e", starter], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [pid] = await once(family.stdout, "data");
  return { family, grandchild: Number(pid) };
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
])("leaves nobody behind after %s", async (signal, code) => {
  const { family, grandchild } = await startFamily();
  expect(isRunning(grandchild)).toBe(true);
  family.kill(signal);
  const [exitCode] = await once(family, "exit");
  expect(exitCode).toBe(code);
  for (let tries = 0; tries < 50 && isRunning(grandchild); tries++) await delay(100);
  expect(isRunning(grandchild)).toBe(false);
});
