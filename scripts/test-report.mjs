import { stripVTControlCharacters } from "node:util";

/** Enough of an error to tell it from others. */
const REASON_LINES = 12;
const NOTHING = { passed: 0, skipped: 0, failures: [] };

export function failureAt(place, reason = "") {
  const lines = stripVTControlCharacters(reason).trim().split("\n");
  return { place, why: lines.slice(0, REASON_LINES).join("\n") };
}

/** Reads what Vitest's json reporter wrote, or null. */
export function readVitestReport(report) {
  if (report === null) return NOTHING;
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    // A file that can't be loaded has no tests that could fail.
    if (failed.length === 0 && file.status === "failed")
      return [failureAt(file.name, file.message)];
    return failed.map((test) =>
      failureAt(`${file.name} > ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, skipped, failures };
}

/** Reads what Playwright's json reporter wrote, or null. */
export function readPlaywrightReport(report) {
  if (report === null) return NOTHING;
  const { expected, flaky, skipped } = report.stats;
  // Errors outside of tests, such as a spec that can't be loaded.
  const outside = report.errors.map(({ message }) => failureAt("-", message));
  const failures = [...outside, ...report.suites.flatMap(failuresOfSuite)];
  return { passed: expected + flaky, skipped, failures };
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map(({ projectName, results }) => {
        const reasons = results.flatMap(({ errors }) => errors.map(({ message }) => message));
        const place = `${spec.file}:${spec.line} > [${projectName}] ${spec.title}`;
        return failureAt(place, reasons.join("\n"));
      }),
  );
  return [...suites.flatMap(failuresOfSuite), ...own];
}

/** A stage that failed without a failed test, or ran no test, counts as one failure. */
export function finishResult(result, name, exitCode) {
  if (result.failures.length > 0 || (exitCode === 0 && result.passed > 0)) return result;
  const reason = exitCode === 0 ? "no test ran" : `ended with code ${exitCode}`;
  return { ...result, failures: [failureAt(name, reason)] };
}

export function addResults(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failures = results.flatMap((result) => result.failures);
  return { passed: sum("passed"), skipped: sum("skipped"), failures };
}

export function formatCounts({ passed, skipped, failures }) {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
