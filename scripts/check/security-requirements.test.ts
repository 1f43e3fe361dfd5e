import { describe, expect, it } from "vitest";
import { findRequirementGaps, REQUIRED_IDS } from "./security-requirements";
import { sourcesOf } from "./source-files";

const sources = sourcesOf(
  new Map([
    ["tests/a.test.ts", 'describe("doors", () => { test.each([1])("are %s shut", () => {}); });'],
    ["app/a.ts", ""],
  ]),
);
const documents = new Set(["docs/doors.md"]);
const REASON = "Nobody has built a door of this kind into the house.";

/** What is found in a table where one row is another one than the good ones. */
function faultsOf(state: string, proof: string, id = REQUIRED_IDS[0]): string[] {
  const rows = REQUIRED_IDS.filter((required) => required !== id).map(
    (required) => `| ${required} | Doors are shut. | met | \`tests/a.test.ts\` |`,
  );
  const table = ["| Id | Asks for |", ...rows, `| ${id} | Doors are shut. | ${state} | ${proof} |`];
  return findRequirementGaps(table.join("\n"), sources, documents).map(({ message }) => message);
}

it("knows every requirement once, in chapters of the standard", () => {
  expect(new Set(REQUIRED_IDS).size).toBe(REQUIRED_IDS.length);
  expect(REQUIRED_IDS).toEqual(expect.arrayContaining(["1.1.1", "6.2.12", "6.3.3", "16.4.3"]));
  for (const id of REQUIRED_IDS) expect(id).toMatch(/^\d{1,2}\.\d\.\d{1,2}$/);
});

describe("a row", () => {
  it.each([
    ["met", "`tests/a.test.ts`"],
    ["met", "`tests/a.test.ts › doors`"],
    ["met", "At night. `tests/a.test.ts › are %s shut`, `app/a.ts`"],
    ["documented", "`docs/doors.md`"],
    ["partly", `${REASON} \`tests/a.test.ts\``],
    ["not met", REASON],
    ["not applicable", REASON],
  ])("may be %s by %j", (state, proof) => {
    expect(faultsOf(state, proof)).toEqual([]);
  });

  it.each([
    ["met", "", "1.1.1 names no test"],
    ["met", REASON, "1.1.1 names no test"],
    ["met", "`app/a.ts`", "1.1.1 names no test"],
    [
      "met",
      "`tests/a.test.ts › are wide open`",
      "1.1.1 tests/a.test.ts has no test „are wide open“",
    ],
    ["partly", `${REASON} \`tests/b.test.ts\``, "1.1.1 there is no tests/b.test.ts"],
    ["documented", "`tests/a.test.ts`", "1.1.1 names no document"],
    ["not met", "", "1.1.1 gives no reason"],
    ["not applicable", "`tests/a.test.ts › are %s shut`", "1.1.1 gives no reason"],
  ])("can't be %s by %j", (state, proof, fault) => {
    expect(faultsOf(state, proof)).toEqual([fault]);
  });

  it("has one of the states", () => {
    expect(faultsOf("fine", REASON)).toEqual([
      expect.stringMatching(/^1\.1\.1 „fine“ is none of met,/),
    ]);
  });
});

it("finds what is missing, twice, or not on the list", () => {
  const row = (id: string) => `| ${id} | Doors are shut. | met | \`tests/a.test.ts\` |`;
  const table = [...REQUIRED_IDS.filter((id) => id !== "6.3.3"), "8.3.1", "99.1.1"].map(row);
  const findings = findRequirementGaps(table.join("\n"), sources, documents);
  expect(findings.map(({ message }) => message)).toEqual([
    "8.3.1 stands here twice",
    "99.1.1 is not on the list of this check",
    "6.3.3 is missing",
  ]);
});

it("does not take an empty table for a whole one", () => {
  expect(findRequirementGaps("", sources, documents)).toHaveLength(REQUIRED_IDS.length);
});
