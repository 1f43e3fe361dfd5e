import { describe, expect, it } from "vitest";
import {
  addCounts,
  countPlaywright,
  countVitest,
  finishCounts,
  formatCounts,
} from "./test-counts.mjs";

const counts = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

describe("counts of Vitest", () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: "passed", assertionResults: [{ status: "passed" }] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };

  it("adds a failure for a file that could not be loaded", () => {
    expect(countVitest(report)).toEqual(counts(4, 2, 3));
  });
});

describe("counts of Playwright", () => {
  it("adds errors outside of tests", () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual(counts(4, 2, 2));
  });
});

describe("the end of a stage", () => {
  it("is a failure when the runner crashed, whatever it had counted", () => {
    expect(finishCounts(countVitest(null), 1)).toEqual(counts(0, 1));
    expect(finishCounts(counts(5, 0), 137)).toEqual(counts(5, 1));
  });

  it("is a failure when nothing ran", () => {
    expect(finishCounts(counts(0, 0, 3), 0)).toEqual(counts(0, 1, 3));
  });

  it("stays as it is otherwise", () => {
    expect(finishCounts(counts(5, 2), 1)).toEqual(counts(5, 2));
    expect(finishCounts(counts(5, 0), 0)).toEqual(counts(5, 0));
  });
});

it("writes the last line", () => {
  expect(formatCounts(addCounts([counts(1, 2), counts(3, 0)]))).toBe("4 passed, 2 failed");
  expect(formatCounts(counts(1, 0, 2))).toBe("1 passed, 0 failed, 2 skipped");
});
