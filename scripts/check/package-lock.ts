/** The parts of npm's lock file (version 3) that the checks read. */
export interface LockEntry {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Keys of `packages` are install paths; `""` is the project itself. */
export interface PackageLock {
  lockfileVersion?: number;
  packages: Record<string, LockEntry>;
}

const FOLDER = "node_modules/";

/** The package name of an install path: `node_modules/a/node_modules/@s/b` is `@s/b`. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

/** The folder a package was installed for: `""` for one at the top level. */
export function ownerOf(path: string): string {
  const cut = path.lastIndexOf(`/${FOLDER}`);
  return cut < 0 ? "" : path.slice(0, cut);
}

/** The path of `name` inside the package at `owner`. */
export function childPath(owner: string, name: string): string {
  return owner === "" ? FOLDER + name : `${owner}/${FOLDER}${name}`;
}

/** Where Node finds `name` when the package at `from` asks for it, or null. */
export function findInstalled(lock: PackageLock, from: string, name: string): string | null {
  let owner = from;
  for (;;) {
    const path = childPath(owner, name);
    if (lock.packages[path] !== undefined) return path;
    if (owner === "") return null;
    owner = ownerOf(owner);
  }
}
