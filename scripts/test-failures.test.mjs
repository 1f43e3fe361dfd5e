import { expect, it } from "vitest";
import { failuresOfPlaywright, failuresOfVitest, formatFailure } from "./test-failures.mjs";

it("names each failed test of Vitest, and each file that could not be loaded", () => {
  const report = {
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
  expect(failuresOfVitest(report)).toEqual([
    { place: "a.test.ts > takes away", why: "expected 1" },
    { place: "b.test.ts", why: "SyntaxError" },
  ]);
  expect(failuresOfVitest(null)).toEqual([]);
});

it("names each failed test of Playwright with its project, and errors outside of tests", () => {
  const test = (status, message) => ({
    projectName: "js",
    status,
    results: [{ errors: message === undefined ? [] : [{ message }] }],
  });
  const spec = (title, tests) => ({ title, file: "a.spec.ts", line: 4, tests });
  const report = {
    errors: [{ message: "no such file" }],
    suites: [
      {
        specs: [spec("opens", [test("expected")])],
        suites: [{ specs: [spec("closes", [test("unexpected", "timed out")])] }],
      },
    ],
  };
  expect(failuresOfPlaywright(report)).toEqual([
    { place: "-", why: "no such file" },
    { place: "a.spec.ts:4 > [js] closes", why: "timed out" },
  ]);
  expect(failuresOfPlaywright(null)).toEqual([]);
});

it("keeps the beginning of a long reason", () => {
  const message = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");
  const [failure] = failuresOfVitest({
    testResults: [{ name: "a.test.ts", status: "failed", message, assertionResults: [] }],
  });
  expect(failure.why.split("\n")).toHaveLength(12);
  expect(formatFailure({ place: "a", why: "b\nc" })).toBe("\nFAILED a\n    b\n    c");
});
