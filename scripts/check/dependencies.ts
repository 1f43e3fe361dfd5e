import {
  EXACT_VERSION,
  findMissingOptional,
  type LockEntry,
  type PackageLock,
  packageName,
} from "./complete-lock";
import type { Finding } from "./texts";

/** A published vulnerability; `accepted` says why it does no harm here. */
interface KnownFault {
  package: string;
  fixed: string[];
  id: string;
  what: string;
  accepted?: string;
}

/** `minimum`: the lowest good version of each major version in use, ascending. */
interface DependencyRules {
  floors: { package: string; minimum: string[]; reason: string }[];
  /** Not every registry has an audit, so the list is kept here, with its date. */
  faults: { asOf: string; known: KnownFault[] };
  banned: { package: string; reason: string }[];
}

/** An older list of faults misses newer ones. */
const STALE_DAYS = 90;
const DAY_MS = 86_400_000;

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Read by npm 11. Keys are names only: without URLs in the lock file a version never matches. */
  allowScripts?: Record<string, boolean>;
}

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
    .flatMap(([path, entry]) => checkPackage(path, entry, allowScripts, rules));
  // `npm ci` of npm 11 refuses a lock file that lacks builds for other platforms.
  const missing = findMissingOptional(lock).map(
    ({ name, version }) =>
      `has no ${name} ${version}: node --import tsx scripts/check/complete-lock.ts`,
  );
  return [
    ...loose.map((message) => ({ path: "package.json", message })),
    ...[...installed, ...missing].map((message) => ({ path: "package-lock.json", message })),
  ];
}

export function describeDependencies(
  lock: PackageLock,
  { faults: { asOf, known } }: DependencyRules,
  now: number,
): string[] {
  const entries = Object.entries(lock.packages);
  const accepted = known.flatMap(({ package: name, fixed, id, what, accepted: why }) => {
    const versions = entries.flatMap(([path, { version = "" }]) =>
      packageName(path) === name && !isHighEnough(version, fixed) ? version : [],
    );
    if (why === undefined || versions.length === 0) return [];
    return `${name} ${versions.join(", ")} has ${id} (${what}); ${why}`;
  });
  const days = Math.floor((now - Date.parse(asOf)) / DAY_MS);
  const unchecked = entries.filter(([path, entry]) => path !== "" && !hasHash(entry)).length;
  return [
    ...accepted,
    ...(days > STALE_DAYS ? [`the list of known faults is ${days} days old (${asOf})`] : []),
    ...(unchecked > 0
      ? [`${unchecked} builds for other platforms have no hash, since no registry here has them`]
      : []),
  ];
}

const hasHash = ({ integrity, link }: LockEntry) => integrity !== undefined || link === true;

/** An entry that `complete-lock.ts` wrote without a registry. */
const isOtherPlatform = ({ optional, cpu }: LockEntry) => optional === true && cpu !== undefined;

function checkPackage(
  path: string,
  entry: LockEntry,
  allowScripts: Record<string, boolean>,
  { floors, banned, faults: { known } }: DependencyRules,
): string[] {
  const { version = "0.0.0", resolved, link, hasInstallScript } = entry;
  const name = packageName(path);
  const floor = floors.find((one) => one.package === name);
  const ban = banned.find((one) => one.package === name);
  const faults: string[] = [];
  if (floor !== undefined && !isHighEnough(version, floor.minimum)) {
    faults.push(`${version} is under ${floor.minimum.join(" or ")}: ${floor.reason}`);
  }
  for (const { package: concerned, fixed, id, what, accepted } of known) {
    if (concerned === name && accepted === undefined && !isHighEnough(version, fixed))
      faults.push(`${version} has ${id}, mended in ${fixed.join(" or ")}: ${what}`);
  }
  if (ban !== undefined) faults.push(`is banned: ${ban.reason}`);
  if (hasInstallScript && allowScripts[name] === undefined) {
    faults.push("has an install script that allowScripts does not decide about");
  }
  if (!hasHash(entry) && !isOtherPlatform(entry)) faults.push("has no hash (integrity)");
  // The machine decides which registry it downloads from.
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
