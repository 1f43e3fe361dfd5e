/** `npm test` runs all stages; `npm test -- unit app/leads` one of them, with arguments for its runner. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./child-process.mjs";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { leave, PrepareError, readJson } from "./prepare-report.mjs";
import {
  addResults,
  failureAt,
  finishResult,
  formatCounts,
  readPlaywrightReport,
  readVitestReport,
} from "./test-report.mjs";

const REPORTS = join(ROOT, ".cache/test-reports");

const vitest = (...projects) => ({
  command: (report) => [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  read: readVitestReport,
});

const STAGES = {
  unit: { ...vitest("unit"), limitMinutes: 12 },
  // System tests mostly wait for processes, so HTTP tests run beside them.
  http: { ...vitest("http", "system"), limitMinutes: 20 },
  browser: {
    command: () => ["node_modules/@playwright/test/cli.js", "test"],
    // The only stage that needs something outside node_modules.
    settings: async (report) => ({
      TEST_BROWSER: await findOrInstallBrowser(ROOT),
      TEST_REPORT: report,
    }),
    read: readPlaywrightReport,
    limitMinutes: 28,
  },
};

async function runStage(name, args) {
  const { command, settings, read, limitMinutes } = STAGES[name];
  console.log(`\n=== ${name} tests ===`);
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const { code, timedOut } = await runCommand(process.execPath, [...command(report), ...args], {
    cwd: ROOT,
    env: { ...process.env, TZ: "Europe/Berlin", ...(await settings?.(report)) },
    timeoutMs: limitMinutes * 60_000,
  });
  if (timedOut) console.log(`${name}: stopped after ${limitMinutes} minutes`);
  const result = finishResult(read(readJson(report)), name, code);
  console.log(`${name}: ${formatCounts(result)}`);
  return result;
}

/** A stage that can't even start is a failure; the next one still runs. */
function notStarted(name, error) {
  const reason = error instanceof PrepareError ? error.message : error.stack;
  return { passed: 0, skipped: 0, failures: [failureAt(name, reason)] };
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
  for (const name of only === undefined ? names : [only]) {
    results.push(await runStage(name, rest).catch((error) => notStarted(name, error)));
  }
} catch (error) {
  results.push(notStarted("prepare", error));
}
const total = addResults(results);
for (const { place, why } of total.failures) {
  console.log(`\nFAILED ${place}\n${why.replace(/^/gm, "    ")}`);
}
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failures.length > 0 ? 1 : 0;
