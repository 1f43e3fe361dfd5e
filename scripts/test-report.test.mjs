import { describe, expect, it } from "vitest";
import {
  addResults,
  failureAt,
  finishResult,
  formatCounts,
  readPlaywrightReport,
  readVitestReport,
} from "./test-report.mjs";

const NOTHING = { passed: 0, skipped: 0, failures: [] };
const FAILURE = { place: "a", why: "b" };

it("reads of Vitest's report each failed test, and each file that could not be loaded", () => {
  const report = {
    numPassedTests: 4,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "adds", status: "passed", failureMessages: [] },
          {
            fullName: "takes away",
            status: "failed",
            failureMessages: ["\u001b[31mexpected 1\u001b[39m"],
          },
        ],
      },
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
  expect(readVitestReport(null)).toEqual(NOTHING);
});

it("reads of Playwright's report each failed test with its project, and errors outside of tests", () => {
  const test = (status, message) => ({
    projectName: "js",
    status,
    results: [{ errors: message === undefined ? [] : [{ message }] }],
  });
  const spec = (title, tests) => ({ title, file: "a.spec.ts", line: 4, tests });
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: "no such file" }],
    suites: [
      {
        specs: [spec("opens", [test("expected")])],
        suites: [{ specs: [spec("closes", [test("unexpected", "timed out")])] }],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 4,
    skipped: 2,
    failures: [
      { place: "-", why: "no such file" },
      { place: "a.spec.ts:4 > [js] closes", why: "timed out" },
    ],
  });
  expect(readPlaywrightReport(null)).toEqual(NOTHING);
});

it("keeps the beginning of a long reason", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  expect(failureAt("a", lines.join("\n")).why).toBe(lines.slice(0, 12).join("\n"));
});

describe("the end of a stage", () => {
  it.each([
    ["the runner crashed before it counted", NOTHING, 1],
    ["the runner crashed, whatever it had counted", { ...NOTHING, passed: 5 }, 137],
    ["nothing ran", { ...NOTHING, skipped: 3 }, 0],
  ])("is a failure when %s", (_, result, code) => {
    expect(finishResult(result, "unit", code)).toEqual({
      ...result,
      failures: [{ place: "unit", why: expect.any(String) }],
    });
  });

  it("stays as it is otherwise", () => {
    const failed = { ...NOTHING, passed: 5, failures: [FAILURE] };
    expect(finishResult(failed, "unit", 1)).toEqual(failed);
    expect(finishResult({ ...NOTHING, passed: 5 }, "unit", 0)).toEqual({ ...NOTHING, passed: 5 });
  });
});

it("writes the last line", () => {
  const results = [
    { passed: 1, skipped: 0, failures: [FAILURE, FAILURE] },
    { passed: 3, skipped: 0, failures: [] },
  ];
  expect(formatCounts(addResults(results))).toBe("4 passed, 2 failed");
  expect(formatCounts({ passed: 1, skipped: 2, failures: [] })).toBe(
    "1 passed, 0 failed, 2 skipped",
  );
});
