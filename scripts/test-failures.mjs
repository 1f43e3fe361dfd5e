import { stripVTControlCharacters } from "node:util";

/** @typedef {{ place: string, why: string }} Failure one test that failed: its file and name, and the first lines of the reason */

/** As much of a reason as tells one fault from another. */
const REASON_LINES = 12;

/** @returns {string} */
function shorten(reason) {
  return stripVTControlCharacters(reason).trim().split("\n").slice(0, REASON_LINES).join("\n");
}

/**
 * @param {unknown} report what Vitest's json reporter wrote, or null when it wrote nothing
 * @returns {Failure[]}
 */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && file.status === "failed") {
      return [{ place: file.name, why: shorten(file.message ?? "") }];
    }
    return failed.map((test) => ({
      place: `${file.name} > ${test.fullName}`,
      why: shorten(test.failureMessages.join("\n")),
    }));
  });
}

/**
 * @param {unknown} report what Playwright's json reporter wrote, or null when it wrote nothing
 * @returns {Failure[]}
 */
export function failuresOfPlaywright(report) {
  if (report === null) return [];
  const outside = report.errors.map(({ message }) => ({ place: "-", why: shorten(message ?? "") }));
  return [...outside, ...report.suites.flatMap(failuresOfSuite)];
}

function failuresOfSuite(suite) {
  const inner = (suite.suites ?? []).flatMap(failuresOfSuite);
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => ({
        place: `${spec.file}:${spec.line} > [${test.projectName}] ${spec.title}`,
        why: shorten(
          test.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
        ),
      })),
  );
  return [...inner, ...own];
}

/** @param {Failure} failure */
export function formatFailure({ place, why }) {
  return `\nFAILED ${place}\n${why.replace(/^/gm, "    ")}`;
}
