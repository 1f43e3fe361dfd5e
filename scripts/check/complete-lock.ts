/**
 * Run `node --import tsx scripts/check/complete-lock.ts` after adding a dependency. It adds the builds for other
 * platforms that a registry mirror lacks; `npm ci` of npm 11 refuses a lock file without them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

/** Keys of `packages` are install paths; `""` is the project itself. */
export interface PackageLock {
  packages: Record<string, LockEntry>;
}

export const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const FOLDER = "node_modules/";
const OPERATING_SYSTEM = /aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32/;
const PROCESSOR = /wasm32|arm64|\barm\b|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64/;

/** The package name of an install path: `node_modules/a/node_modules/@s/b` is `@s/b`. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

function ownerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(`/${FOLDER}`)));
}

function childPath(owner: string, name: string): string {
  return owner === "" ? FOLDER + name : `${owner}/${FOLDER}${name}`;
}

function installedVersion(lock: PackageLock, from: string, name: string): string | undefined {
  const entry = lock.packages[childPath(from, name)];
  return entry !== undefined || from === ""
    ? entry?.version
    : installedVersion(lock, ownerOf(from), name);
}

/** Optional dependencies with an exact version and no lock entry; `from` is the dependent's path. */
export function findMissingOptional(lock: PackageLock) {
  return Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([, version]) => EXACT_VERSION.test(version))
      .filter(([name, version]) => installedVersion(lock, from, name) !== version)
      .map(([name, version]) => ({ from, name, version })),
  );
}

/** Adds an entry for each missing build. @throws Error for a name without a platform */
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

/** Reads the platform, which npm compares with the machine, from a name like `x-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const [os] = OPERATING_SYSTEM.exec(name) ?? [];
  const [cpu] = PROCESSOR.exec(name) ?? [];
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
  console.log(`${findMissingOptional(lock).length} entries are missing in package-lock.json`);
  writeFileSync("package-lock.json", `${JSON.stringify(completeLock(lock), null, 2)}\n`);
}
