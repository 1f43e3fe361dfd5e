import { findMissingOptional } from "./complete-lock";
import type { Finding } from "./finding";
import { type PackageLock, packageName } from "./package-lock";

/** What `dependency-floors.json` says, and why. */
export interface DependencyRules {
  /** `minimum` has the lowest good version of every major version in use, lowest first. */
  floors: { package: string; minimum: string[]; reason: string }[];
  banned: { package: string; reason: string }[];
  /** The packages that may run a script of their own while they are installed. */
  installScripts: { package: string; reason: string }[];
}

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Read by npm from version 11; a name alone, since without addresses in the lock file a version never matches. */
  allowScripts?: Record<string, boolean>;
}

const LOCK = "package-lock.json";
const MANIFEST = "package.json";
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Everything that is wrong with the dependencies, without asking a registry. */
export function findDependencyBreaches(
  manifest: Manifest,
  lock: PackageLock,
  rules: DependencyRules,
): Finding[] {
  return [
    ...findLowVersions(lock, rules),
    ...findBanned(lock, rules),
    ...findInstallScripts(manifest, lock, rules),
    ...findLooseVersions(manifest),
    ...findAddresses(lock),
    ...findGaps(lock),
  ];
}

/** Installed versions under their floor; an old copy deep in the tree counts as well. */
function findLowVersions(lock: PackageLock, { floors }: DependencyRules): Finding[] {
  return Object.entries(lock.packages).flatMap(([path, { version = "0.0.0" }]) => {
    const floor = floors.find((candidate) => candidate.package === packageName(path));
    if (path === "" || floor === undefined || isHighEnough(version, floor.minimum)) return [];
    const wanted = floor.minimum.join(" or ");
    return [{ path: LOCK, message: `${path} ${version} is under ${wanted}: ${floor.reason}` }];
  });
}

function isHighEnough(version: string, minimum: readonly string[]): boolean {
  const majorOf = (text: string) => Number.parseInt(text, 10);
  const floor =
    minimum.find((candidate) => majorOf(candidate) === majorOf(version)) ?? minimum.at(-1);
  return floor !== undefined && compareVersions(version, floor) >= 0;
}

/** A prerelease (`1.2.3-beta`) comes before its release. */
function compareVersions(a: string, b: string): number {
  const [coreA = "", previewA] = a.split("-");
  const [coreB = "", previewB] = b.split("-");
  const order = coreA.localeCompare(coreB, "en", { numeric: true });
  if (order !== 0) return order;
  return Number(previewA === undefined) - Number(previewB === undefined);
}

function findBanned(lock: PackageLock, { banned }: DependencyRules): Finding[] {
  return Object.keys(lock.packages).flatMap((path) => {
    const ban = banned.find((candidate) => candidate.package === packageName(path));
    return path === "" || ban === undefined
      ? []
      : [{ path: LOCK, message: `${path} is banned: ${ban.reason}` }];
  });
}

/** Every package with an install script is decided about in package.json, and only those listed run it. */
function findInstallScripts(
  { allowScripts = {} }: Manifest,
  lock: PackageLock,
  { installScripts }: DependencyRules,
): Finding[] {
  const withScript = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript);
  const names = new Set(withScript.map(([path]) => packageName(path)));
  const mayRun = new Set(installScripts.map((entry) => entry.package));
  const undecided = [...names].filter((name) => allowScripts[name] === undefined);
  const wrong = Object.entries(allowScripts).filter(([name, runs]) => runs !== mayRun.has(name));
  const idle = Object.keys(allowScripts).filter((name) => !names.has(name));
  return [
    ...undecided.map(
      (name) => `allowScripts says nothing about ${name}, which has an install script`,
    ),
    ...wrong.map(
      ([name, runs]) => `allowScripts ${runs ? "runs" : "blocks"} ${name}, the rules don't`,
    ),
    ...idle.map((name) => `allowScripts names ${name}, which has no install script`),
  ].map((message) => ({ path: MANIFEST, message }));
}

function findLooseVersions({ dependencies = {}, devDependencies = {} }: Manifest): Finding[] {
  const all = Object.entries({ ...dependencies, ...devDependencies });
  return all
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => ({
      path: MANIFEST,
      message: `${name} ${version} is no exact version`,
    }));
}

/** Where a package was downloaded from is the machine's business. */
function findAddresses(lock: PackageLock): Finding[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined && !entry.link)
    .map(([path]) => ({ path: LOCK, message: `${path} names the registry it came from` }));
}

/** `npm ci` of npm 11 refuses a lock file that leaves out builds for other platforms. */
function findGaps(lock: PackageLock): Finding[] {
  const missing = findMissingOptional(lock);
  if (missing.length === 0) return [];
  const names = missing.slice(0, 3).map(({ name, version }) => `${name} ${version}`);
  const rest = missing.length > names.length ? ` and ${missing.length - names.length} more` : "";
  const remedy = "node --import tsx scripts/check/complete-lock.ts";
  return [{ path: LOCK, message: `has no ${names.join(", ")}${rest}: ${remedy}` }];
}
