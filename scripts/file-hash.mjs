import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Hashes the names and contents of files and folders, but not their times, which a checkout renews. Skips names that
 * begin with a dot. Paths are relative to `root`.
 */
export function hashFiles(root, entries, except = []) {
  const hash = createHash("sha256");
  for (const entry of entries) addEntry(hash, root, entry, except);
  return hash.digest("hex");
}

function addEntry(hash, root, entry, except) {
  const path = join(root, entry);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(path).sort()) {
      const child = `${entry}/${name}`;
      if (!name.startsWith(".") && !except.includes(child)) addEntry(hash, root, child, except);
    }
  } else {
    const content = readFileSync(path);
    hash.update(`file\0${entry}\0${content.length}\0`).update(content);
  }
}
