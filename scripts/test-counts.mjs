/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** A stage that ended badly without naming a failed test, and one that ran none, each count as one failure. */
export function finishCounts(counts, exitCode) {
  const hasHiddenFailure = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return hasHiddenFailure ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {unknown} report what Vitest's json reporter wrote, or null when it wrote nothing
 * @returns {Counts}
 */
export function countVitest(report) {
  if (report === null) return { passed: 0, failed: 0, skipped: 0 };
  // A file that can't be loaded has no tests that could fail.
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {unknown} report what Playwright's json reporter wrote, or null when it wrote nothing
 * @returns {Counts}
 */
export function countPlaywright(report) {
  if (report === null) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  // Errors outside of tests, such as a spec that can't be loaded.
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** @param {Counts[]} all */
export function addCounts(all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
