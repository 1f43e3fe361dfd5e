import { expect, it } from "vitest";
import {
  addResults,
  finishResult,
  formatCounts,
  readPlaywrightReport,
  readVitestReport,
} from "./test-report.mjs";

const NOTHING = { passed: 0, skipped: 0, failures: [] };
const FAILURE = { place: "a", why: "b" };

it("reads of Vitest's report each failed test, and each file that could not be loaded", () => {
  const failed = { fullName: "takes away", status: "failed", failureMessages: ["expected 1"] };
  const report = {
    ...{ numPassedTests: 4, numPendingTests: 2, numTodoTests: 1 },
    testResults: [
      { name: "a.test.ts", status: "failed", assertionResults: [{ status: "passed" }, failed] },
      { name: "b.test.ts", status: "failed", message: "SyntaxError", assertionResults: [] },
    ],
  };
  expect(readVitestReport(report)).toEqual({
    passed: 4,
    skipped: 3,
    failures: [
      { place: "a.test.ts > takes away", why: "expected 1" },
      { place: "b.test.ts", why: "SyntaxError" },
    ],
  });
});

it("reads of Playwright's report each failed test with its project, and errors outside of tests", () => {
  const results = [{ errors: [{ message: "timed out" }] }];
  const tests = [{ projectName: "js", status: "unexpected", results }];
  const spec = { title: "closes", file: "a.spec.ts", line: 4, tests };
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: "no such file" }],
    suites: [{ suites: [{ specs: [spec] }] }],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 4,
    skipped: 2,
    failures: [
      { place: "-", why: "no such file" },
      { place: "a.spec.ts:4 > [js] closes", why: "timed out" },
    ],
  });
});

it.each([
  ["the runner crashed before it counted", readVitestReport(null), 1],
  ["the runner crashed, whatever it had counted", { ...NOTHING, passed: 5 }, 137],
  ["nothing ran", { ...NOTHING, skipped: 3 }, 0],
])("counts one failure when %s", (_, result, code) => {
  const failures = [{ place: "unit", why: expect.any(String) }];
  expect(finishResult(result, "unit", code)).toEqual({ ...result, failures });
});

it("writes the last line", () => {
  const failed = { ...NOTHING, passed: 1, failures: [FAILURE, FAILURE] };
  expect(finishResult(failed, "unit", 1)).toEqual(failed);
  const results = [failed, { ...NOTHING, passed: 3 }];
  expect(formatCounts(addResults(results))).toBe("4 passed, 2 failed");
  const skipped = { ...NOTHING, passed: 1, skipped: 2 };
  expect(formatCounts(finishResult(skipped, "unit", 0))).toBe("1 passed, 0 failed, 2 skipped");
});
