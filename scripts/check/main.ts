/** Called by `npm run check`: rules that neither the compiler nor the linter covers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import budgets from "./budgets.json";
import type { PackageLock } from "./complete-lock";
import { describeDependencies, findDependencyBreaches, type Manifest } from "./dependencies";
import rules from "./dependency-floors.json";
import { findSlowPatterns } from "./patterns";
import { findBudgetBreaches, findCycles, findRoomBreaches } from "./rooms";
import rooms from "./rooms.json";
import { type Finding, findPublicLeaks, findTextBreaches, readTexts } from "./texts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

const sources = readTexts(ROOT, "app", "db", "scripts", "tests");
const lock = readJson<PackageLock>("package-lock.json");
const checks: Record<string, Finding[]> = {
  "who imports whom": findRoomBreaches(sources, rooms),
  "no knot of rooms": findCycles(rooms),
  "budgets of the rooms": findBudgetBreaches(sources, rooms, budgets),
  "what no code says": findTextBreaches(sources),
  "no server code for the browser": findPublicLeaks(sources, readTexts(ROOT, "public/build")),
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
