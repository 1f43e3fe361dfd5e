import {
  EXACT_VERSION,
  findMissingOptional,
  type LockEntry,
  type PackageLock,
  packageName,
} from "./complete-lock";
import type { Finding } from "./texts";

/** `minimum` has the lowest good version of every major version in use, lowest first. */
export type DependencyRules = typeof import("./dependency-floors.json");

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Read by npm from version 11; a name alone, since without addresses in the lock file a version never matches. */
  allowScripts?: Record<string, boolean>;
}

/** Everything that is wrong with the dependencies, without asking a registry. */
export function findDependencyBreaches(
  { dependencies = {}, devDependencies = {}, allowScripts = {} }: Manifest,
  lock: PackageLock,
  rules: DependencyRules,
): Finding[] {
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${name} ${version} is no exact version`);
  const installed = Object.entries(lock.packages)
    .filter(([path]) => path !== "")
    .flatMap(([path, entry]) => judgePackage(path, entry, allowScripts, rules));
  // `npm ci` of npm 11 refuses a lock file that leaves out builds for other platforms.
  const missing = findMissingOptional(lock).map(
    ({ name, version }) =>
      `has no ${name} ${version}: node --import tsx scripts/check/complete-lock.ts`,
  );
  return [
    ...loose.map((message) => ({ path: "package.json", message })),
    ...[...installed, ...missing].map((message) => ({ path: "package-lock.json", message })),
  ];
}

function judgePackage(
  path: string,
  { version = "0.0.0", resolved, link, hasInstallScript }: LockEntry,
  allowScripts: Record<string, boolean>,
  { floors, banned }: DependencyRules,
): string[] {
  const name = packageName(path);
  const floor = floors.find((one) => one.package === name);
  const ban = banned.find((one) => one.package === name);
  const faults: string[] = [];
  if (floor !== undefined && !isHighEnough(version, floor.minimum)) {
    faults.push(`${version} is under ${floor.minimum.join(" or ")}: ${floor.reason}`);
  }
  if (ban !== undefined) faults.push(`is banned: ${ban.reason}`);
  if (hasInstallScript && allowScripts[name] === undefined) {
    faults.push("has an install script that allowScripts does not decide about");
  }
  // Where a package was downloaded from is the machine's business.
  if (resolved !== undefined && !link) faults.push("names the registry it came from");
  return faults.map((fault) => `${path} ${fault}`);
}

function isHighEnough(version: string, minimum: readonly string[]): boolean {
  const majorOf = (text: string) => Number.parseInt(text, 10);
  const floor = minimum.find((one) => majorOf(one) === majorOf(version)) ?? minimum.at(-1) ?? "";
  // A prerelease (`1.2.3-beta`) comes before its release.
  const [core = "", preview] = version.split("-");
  const order = core.localeCompare(floor, "en", { numeric: true });
  return order > 0 || (order === 0 && preview === undefined);
}
