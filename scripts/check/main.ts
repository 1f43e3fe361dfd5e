/** `npm run check` calls this: the rules that neither the compiler nor the linter knows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBoundaryBreaches } from "./boundaries";
import {
  findButtonsWithoutType,
  findEmptyFolderNames,
  findEnvironmentReads,
  findFilesToLookAt,
  findFormMethods,
  findLongFiles,
  findRouteExports,
  findUrlQuestions,
} from "./code-rules";
import { type DependencyRules, findDependencyBreaches, type Manifest } from "./dependency-floors";
import { type Finding, formatFinding } from "./finding";
import { findImportCycles } from "./import-cycles";
import type { PackageLock } from "./package-lock";
import { findLostMarks, findPublicLeaks, readPublicBuild } from "./public-build";
import { findRequirementGaps, REQUIREMENTS_PATH } from "./security-requirements";
import { listFiles, readSources } from "./source-files";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

function report(title: string, findings: Finding[]): void {
  console.log(findings.length === 0 ? `ok      ${title}` : `REFUSED ${title}`);
  for (const finding of findings) console.log(`  ${formatFinding(finding)}`);
}

const sources = readSources(ROOT);
const checks: Record<string, Finding[]> = {
  "boundaries between the layers": findBoundaryBreaches(sources),
  "no import cycles": findImportCycles(sources),
  "file length": findLongFiles(sources),
  "folder names": findEmptyFolderNames(sources),
  "one reader of the environment": findEnvironmentReads(sources),
  "one parser of addresses": findUrlQuestions(sources),
  "buttons with a type": findButtonsWithoutType(sources),
  "forms sent with get or post": findFormMethods(sources),
  "exports of routes": findRouteExports(sources),
  "no server code for the browser": [
    ...findLostMarks(sources.files),
    ...findPublicLeaks(readPublicBuild(ROOT)),
  ],
  dependencies: findDependencyBreaches(
    readJson<Manifest>("package.json"),
    readJson<PackageLock>("package-lock.json"),
    readJson<DependencyRules>("scripts/check/dependency-floors.json"),
  ),
  "security requirements": findRequirementGaps(
    readFileSync(join(ROOT, REQUIREMENTS_PATH), "utf8"),
    sources,
    new Set(listFiles(ROOT, "docs")),
  ),
};

for (const [title, findings] of Object.entries(checks)) report(title, findings);
const toLookAt = findFilesToLookAt(sources);
if (toLookAt.length > 0) console.log("\nLong files to look at:");
for (const finding of toLookAt) console.log(`  ${formatFinding(finding)}`);
process.exitCode = Object.values(checks).some((findings) => findings.length > 0) ? 1 : 0;
