/**
 * `node --import tsx scripts/check/complete-lock.ts` after a dependency was added.
 *
 * A registry mirror may lack the builds of a package for other platforms. npm then leaves them out
 * of the lock file, and `npm ci` of npm 11 refuses that file everywhere. Their versions are exact in
 * the package that asks for them, and a build for another platform is never downloaded, so the
 * entries can be written without the registry.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import {
  childPath,
  findInstalled,
  type LockEntry,
  ownerOf,
  type PackageLock,
} from "./package-lock";

export interface MissingPackage {
  /** Install path of the package that names it as an optional dependency. */
  from: string;
  name: string;
  version: string;
}

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const OPERATING_SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS: [RegExp, string][] = [
  [/wasm32/, "wasm32"],
  [/arm64/, "arm64"],
  [/\barm\b/, "arm"],
  [/ia32/, "ia32"],
  [/loong64/, "loong64"],
  [/mips64el/, "mips64el"],
  [/ppc64/, "ppc64"],
  [/riscv64/, "riscv64"],
  [/s390x/, "s390x"],
  [/x64/, "x64"],
];

/** Optional dependencies with an exact version that the lock file has no entry for. */
export function findMissingOptional(lock: PackageLock): MissingPackage[] {
  const missing: MissingPackage[] = [];
  for (const [from, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!EXACT.test(version)) continue;
      const path = findInstalled(lock, from, name);
      if (path === null || lock.packages[path]?.version !== version) {
        missing.push({ from, name, version });
      }
    }
  }
  return missing;
}

/** The lock file with an entry for every missing build; throws where a name says no platform. */
export function completeLock(lock: PackageLock): PackageLock {
  const packages = { ...lock.packages };
  for (const { from, name, version } of findMissingOptional(lock)) {
    const beside = childPath(ownerOf(from), name);
    const path = packages[beside] === undefined ? beside : childPath(from, name);
    const dev = packages[from]?.dev === true ? { dev: true } : {};
    packages[path] = { version, ...platformOf(name), ...dev, optional: true };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** What npm compares with the machine before it downloads, read from a name like `x-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const os = OPERATING_SYSTEMS.find((system) => name.includes(system));
  const cpu = PROCESSORS.find(([pattern]) => pattern.test(name))?.[1];
  if (cpu === undefined || (os === undefined && cpu !== "wasm32")) {
    throw new Error(
      `${name}: no platform in this name; its lock entry has to come from a registry`,
    );
  }
  const libc =
    os !== "linux" ? null : name.includes("musl") ? "musl" : /-gnu/.test(name) && "glibc";
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as PackageLock;
  const missing = findMissingOptional(lock);
  writeFileSync("package-lock.json", `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(`${missing.length} entries added to package-lock.json`);
}
