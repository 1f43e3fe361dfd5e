import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * One hash over the names and contents of files and of folders with all they hold. Contents instead
 * of times, because a checkout of older files gives them a new time and a copy may keep an old one.
 * Names that begin with a dot (editors' and systems' files) don't count, and a folder counts by what
 * is in it alone: a missing one is the same as an empty one.
 *
 * @param {string} root
 * @param {string[]} entries paths relative to `root`
 * @param {string[]} [except] paths relative to `root` that don't count
 * @returns {string}
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
