import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findBudgetBreaches, findCycles, findRoomBreaches, roomOf } from "./rooms";
import rooms from "./rooms.json";
import { readTexts } from "./texts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "rooms-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return readTexts(root, "app");
}

const messagesOf = (files: Record<string, string>, table: Record<string, string>) =>
  findRoomBreaches(write(files), table).map(({ message }) => message);

it("refuses a folder without a rule, whatever lies in it", () => {
  const files = {
    "app/leads/lead.ts": "",
    "app/news/words.json": "{}",
    "app/news/ui/card.tsx": "",
  };
  expect(messagesOf(files, { leads: "" }).toSorted()).toEqual([
    "has no rule for the folder news",
    "has no rule for the folder news/ui",
  ]);
});

it.each([
  'import { one } from "../jobs/job";',
  'import type { One } from "~/jobs/job";',
  'export * from "~/jobs/job";',
  'const job = await import("~/jobs/job");',
  'let job: import("~/jobs/job").Job;',
  'import words from "../jobs/words.json";',
])("refuses what the table does not allow: %s", (code) => {
  const files = { "app/leads/lead.ts": `\n${code}`, "app/jobs/job.ts": "" };
  expect(findRoomBreaches(write(files), { leads: "", jobs: "" })).toEqual([
    {
      path: "app/leads/lead.ts",
      line: 2,
      message: "leads imports jobs, which scripts/check/rooms.json does not allow",
    },
  ]);
  expect(messagesOf(files, { leads: "jobs", jobs: "" })).toEqual([]);
});

it("refuses more in the table than there is", () => {
  const files = { "app/leads/lead.ts": "" };
  expect(messagesOf(files, { leads: "jobs", jobs: "" })).toEqual([
    "names jobs, which is gone",
    "lets leads import jobs, which it does not",
  ]);
});

it.each([
  ["app/leads/list/find.ts", "leads"],
  ["app/leads/ui/card.tsx", "leads/ui"],
  ["app/refusal.ts", "refusal"],
  ["app/root.tsx", "app"],
  ["app/routes/suche/route.tsx", "routes"],
  ["db/queries/leads.ts", "db/queries"],
  ["db/client", "db"],
  ["tests/support/app-server", "tests"],
  ["package.json", null],
])("%s lies in %s", (path, room) => {
  expect(roomOf(path, rooms)).toBe(room);
});

it("names the rooms that reach each other", () => {
  expect(findCycles({ a: "b", b: "c", c: "b d", d: "" })).toEqual([
    { path: "scripts/check/rooms.json", message: "these rooms import each other: b c" },
  ]);
});

it("says by how much a room is over its budget, and who may raise it", () => {
  const files = write({
    "app/leads/lead.ts": "1\n2\n3\n",
    "app/leads/ui/card.tsx": "4\n",
    "app/leads/lead.test.ts": "1\n",
    "app/leads/words.json": "{\n}\n",
  });
  const table = { leads: "", "leads/ui": "" };
  expect(findBudgetBreaches(files, table, { leads: { code: 4, tests: 1 } })).toEqual([]);
  const rule = "a commit that raises the number says in its message what a person gets for it";
  expect(findBudgetBreaches(files, table, { leads: { code: 2, tests: 1 } })).toEqual([
    {
      path: "scripts/check/budgets.json",
      message: `leads is 2 lines over its 2 of code; ${rule}`,
    },
  ]);
  expect(findBudgetBreaches(files, table, {})).toHaveLength(2);
  const spare = { code: 9, tests: 9 };
  const [gone] = findBudgetBreaches(files, table, { leads: spare, news: spare });
  expect(gone?.message).toBe("names news, which is gone");
});
