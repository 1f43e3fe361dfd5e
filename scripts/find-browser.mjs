import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { runCommand } from "./child-process.mjs";
import { PrepareError, say } from "./prepare-report.mjs";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DOWNLOAD_LIMIT_MS = 300_000;
const PACKAGE_LIMIT_MS = 600_000;

/** Playwright's own browser, else the system's. Installs one if there is none. */
export async function findOrInstallBrowser(root) {
  const found = findBrowser(root);
  if (found !== null) return found;
  say(
    "Für die Browsertests wird ein Chromium installiert.",
    "Installing a Chromium for the browser tests.",
  );
  for (const install of [downloadWithPlaywright, installDebianPackage]) {
    await install(root);
    const installed = findBrowser(root);
    if (installed !== null) return installed;
  }
  throw new PrepareError(
    "Kein Chromium gefunden. Abhilfe: npx playwright install --with-deps chromium, oder das Paket chromium des Systems.",
    "No Chromium found. Remedy: npx playwright install --with-deps chromium, or the system's package chromium.",
  );
}

function findBrowser(root) {
  const { chromium } = createRequire(join(root, "package.json"))("playwright");
  const folders = (process.env.PATH ?? "").split(delimiter);
  const system = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chromium.executablePath(), ...system].find(starts) ?? null;
}

/** Runs the browser, since a downloaded one may lack a system library. */
function starts(path) {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}

async function downloadWithPlaywright(root) {
  const cli = join(root, "node_modules/playwright/cli.js");
  const run = (command) =>
    runCommand(process.execPath, [cli, command, "chromium"], {
      cwd: root,
      toStderr: true,
      timeoutMs: DOWNLOAD_LIMIT_MS,
    });
  const { code } = await run("install");
  // Its libraries are system packages, which only root can install.
  if (code === 0 && findBrowser(root) === null && isRoot()) await run("install-deps");
}

async function installDebianPackage() {
  if (!isRoot() || !existsSync("/usr/bin/apt-get")) return;
  const apt = (...args) =>
    runCommand("apt-get", args, {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      toStderr: true,
      timeoutMs: PACKAGE_LIMIT_MS,
    });
  await apt("-qq", "update");
  // Without a font pages show no text.
  await apt("-qq", "install", "-y", "--no-install-recommends", "chromium", "fonts-liberation");
}

function isRoot() {
  return process.getuid?.() === 0;
}
