/** `npm run check` calls this: the rules that neither the compiler nor the linter knows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PackageLock } from "./complete-lock";
import { describeDependencies, findDependencyBreaches, type Manifest } from "./dependencies";
import rules from "./dependency-floors.json";
import { findSlowPatterns } from "./patterns";
import { type Finding, findPublicLeaks, findTextBreaches } from "./texts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

/** The texts of all files below the folders, by their paths from the root. */
function readTexts(...folders: string[]): Map<string, string> {
  const entries = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(ROOT.length), readFileSync(path, "utf8")]));
}

const sources = readTexts("app", "db", "scripts", "tests");
const lock = readJson<PackageLock>("package-lock.json");
const checks: Record<string, Finding[]> = {
  "what no code says": findTextBreaches(sources),
  "no server code for the browser": findPublicLeaks(sources, readTexts("public/build")),
  dependencies: findDependencyBreaches(readJson<Manifest>("package.json"), lock, rules),
  "patterns that no text keeps busy": await findSlowPatterns(ROOT, sources),
};
for (const [title, findings] of Object.entries(checks)) {
  console.log(findings.length === 0 ? `ok      ${title}` : `REFUSED ${title}`);
  for (const { path, line, message } of findings) {
    console.log(`  ${path}${line === undefined ? "" : `:${line}`}  ${message}`);
  }
}
for (const note of describeDependencies(lock, rules, Date.now())) console.log(`note    ${note}`);
process.exitCode = Object.values(checks).some((findings) => findings.length > 0) ? 1 : 0;
