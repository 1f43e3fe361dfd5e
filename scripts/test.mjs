/**
 * `npm test` runs the unit, HTTP and browser tests; `npm test -- http` one stage, and what follows
 * goes to its runner: `npm test -- unit app/leads`. A failing stage does not keep the next from
 * running. At the end every failed test is named once more, and the last line says `N passed, N failed`.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./child-process.mjs";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { leave, PrepareError, readJson } from "./prepare-report.mjs";
import {
  addCounts,
  countPlaywright,
  countVitest,
  finishCounts,
  formatCounts,
} from "./test-counts.mjs";
import { failuresOfPlaywright, failuresOfVitest, formatFailure } from "./test-failures.mjs";

const MINUTE_MS = 60_000;
const REPORTS = join(ROOT, ".cache/test-reports");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");

const vitest = (...projects) => ({
  command: (report) => [
    VITEST,
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  count: countVitest,
  failures: failuresOfVitest,
});

const STAGES = {
  unit: {
    ...vitest("unit"),
    folders: ["app", "db", "scripts"],
    file: /\.test\.(ts|tsx|mjs)$/,
    limitMs: 6 * MINUTE_MS,
  },
  // Tests that start processes wait a lot, so that those that talk to servers run beside them.
  http: {
    ...vitest("http", "system"),
    folders: ["tests/http", "tests/system"],
    file: /\.test\.(ts|mjs)$/,
    limitMs: 10 * MINUTE_MS,
  },
  browser: {
    command: () => [PLAYWRIGHT, "test"],
    count: countPlaywright,
    failures: failuresOfPlaywright,
    folders: ["tests/browser"],
    file: /\.spec\.ts$/,
    limitMs: 14 * MINUTE_MS,
  },
};

function hasTests({ folders, file }) {
  return folders.some(
    (folder) =>
      existsSync(join(ROOT, folder)) &&
      readdirSync(join(ROOT, folder), { recursive: true }).some((path) => file.test(String(path))),
  );
}

/** The browser stage is the only one that needs something from outside of node_modules. */
async function environmentOf(name, report) {
  const env = { ...process.env, TZ: "Europe/Berlin" };
  if (name !== "browser") return env;
  const browser = await findOrInstallBrowser(ROOT);
  return { ...env, TEST_BROWSER: browser, TEST_REPORT: report };
}

async function runStage(name, args) {
  const stage = STAGES[name];
  if (!hasTests(stage)) {
    console.log(`\n${name}: no test files`);
    return { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] };
  }
  console.log(`\n=== ${name} tests ===`);
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const { code, timedOut } = await runCommand(
    process.execPath,
    [...stage.command(report), ...args],
    {
      cwd: ROOT,
      env: await environmentOf(name, report),
      timeoutMs: stage.limitMs,
    },
  );
  if (timedOut) console.log(`${name}: stopped after ${stage.limitMs / MINUTE_MS} minutes`);
  const written = readJson(report);
  const counts = finishCounts(stage.count(written), code);
  console.log(`${name}: ${formatCounts(counts)}`);
  return { counts, failures: stage.failures(written) };
}

/** A stage that can't even start is a failure like any other; the next one still runs. */
async function tryStage(name, args) {
  try {
    return await runStage(name, args);
  } catch (error) {
    console.log(error instanceof PrepareError ? error.message : error);
    return { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [] };
  }
}

const names = Object.keys(STAGES);
const [only, ...rest] = process.argv.slice(2);
if (only !== undefined && !names.includes(only)) {
  leave(
    new PrepareError(
      `${only} ist keine Stufe. Möglich sind ${names.join(", ")}.`,
      `${only} is no stage. Stages are ${names.join(", ")}.`,
      2,
    ),
  );
}

process.chdir(ROOT);
mkdirSync(REPORTS, { recursive: true });
const results = [];
try {
  await prepare({ build: true, dev: true });
  for (const name of only === undefined ? names : [only]) results.push(await tryStage(name, rest));
} catch (error) {
  console.log(error instanceof PrepareError ? error.message : error);
}
// Where nothing could run at all this counts as one failure.
const total = finishCounts(addCounts(results.map(({ counts }) => counts)), 0);
for (const failure of results.flatMap(({ failures }) => failures))
  console.log(formatFailure(failure));
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
