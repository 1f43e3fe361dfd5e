import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./child-process.mjs";
import { hashFiles } from "./file-hash.mjs";
import { PrepareError, readJson, say } from "./prepare-report.mjs";

/** Inside node_modules, so that `npm ci`, which empties the folder, also removes it. */
const STAMP = "node_modules/.prepared.json";
/** The only package that is compiled for this Node. */
const NATIVE_PACKAGE = "better-sqlite3";
const NATIVE_TEST = `new (require("${NATIVE_PACKAGE}"))(":memory:").close()`;

export function isInstalled(root, { dev, native }) {
  if (!native) return fitsLockFile(root, { dev });
  const stamp = readJson(join(root, STAMP));
  return stamp?.installed === currentInstall(root) && (stamp.dev === true || !dev);
}

/** Runs `npm ci`, unless a plain `npm ci` or `npm install` already fits. */
export async function installDependencies(root, { dev }) {
  if (fitsLockFile(root, { dev }) && nativePackageWorks(root)) {
    writeStamp(root);
    return;
  }
  say(
    "Abhängigkeiten werden installiert. Das dauert zwei bis drei Minuten, weil SQLite übersetzt wird.",
    "Installing dependencies. This takes two to three minutes, because SQLite is compiled.",
  );
  const { code } = await runNpm(root, dev ? ["ci", "--include=dev"] : ["ci"]);
  if (code !== 0) {
    throw new PrepareError(
      "npm ci ist fehlgeschlagen, siehe oben. Zum Übersetzen von SQLite werden python3, make und g++ gebraucht.",
      "npm ci failed, see above. Compiling SQLite needs python3, make and g++.",
      code,
    );
  }
  if (!nativePackageWorks(root)) {
    throw new PrepareError(
      `${NATIVE_PACKAGE} ist nicht übersetzt. Sind Installationsskripte ausgeschaltet (npm config get ignore-scripts)?`,
      `${NATIVE_PACKAGE} was not compiled. Are install scripts switched off (npm config get ignore-scripts)?`,
    );
  }
  writeStamp(root);
}

function writeStamp(root) {
  const stamp = { installed: currentInstall(root), dev: fitsLockFile(root, { dev: true }) };
  writeFileSync(join(root, STAMP), JSON.stringify(stamp));
}

/** A compiled package fits one Node ABI on one platform only. */
function currentInstall(root) {
  const { platform, arch, versions } = process;
  return `${hashFiles(root, ["package-lock.json"])} ${platform} ${arch} ${versions.modules}`;
}

/** Compares the lock file with npm's list of installed packages, which npm writes only after success. */
function fitsLockFile(root, { dev }) {
  const wanted = readJson(join(root, "package-lock.json"))?.packages ?? {};
  const found = readJson(join(root, "node_modules/.package-lock.json"))?.packages;
  if (found === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.optional || entry.devOptional || (entry.dev && !dev)) return true;
    const isThere = existsSync(join(root, path, "package.json"));
    return (
      isThere && found[path]?.version === entry.version && found[path].integrity === entry.integrity
    );
  });
}

function nativePackageWorks(root) {
  return spawnSync(process.execPath, ["-e", NATIVE_TEST], { cwd: root }).status === 0;
}

/** Uses the npm that called this script, else the one on the path. */
function runNpm(root, args) {
  const caller = process.env.npm_execpath;
  if (caller !== undefined && /npm-cli\.c?js$/.test(caller)) {
    return runCommand(process.execPath, [caller, ...args], { cwd: root, toStderr: true });
  }
  return runCommand(process.platform === "win32" ? "npm.cmd" : "npm", args, {
    cwd: root,
    toStderr: true,
  });
}
