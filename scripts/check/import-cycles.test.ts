import { expect, it } from "vitest";
import { findImportCycles } from "./import-cycles";
import { sourcesOf } from "./source-files";

function cyclesOf(files: Record<string, string>): string[] {
  return findImportCycles(sourcesOf(new Map(Object.entries(files)))).map(({ message }) => message);
}

it("names a circle once, with the way round", () => {
  const cycles = cyclesOf({
    "app/leads/a.ts": 'import { b } from "./b";',
    "app/leads/b.ts": 'export { c } from "~/jobs/c";',
    "app/jobs/c.ts": 'import { a } from "../leads/a"; import { d } from "./d";',
    "app/jobs/d.ts": "export const d = 1;",
  });
  expect(cycles).toEqual([
    "imports itself: app/leads/a.ts → app/leads/b.ts → app/jobs/c.ts → app/leads/a.ts",
  ]);
});

it("does not count types, which are gone when the program runs", () => {
  const cycles = cyclesOf({
    "db/a.ts": 'import type { B } from "./b";',
    "db/b.ts": 'import { a } from "./a";',
  });
  expect(cycles).toEqual([]);
});
