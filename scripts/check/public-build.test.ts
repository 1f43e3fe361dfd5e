import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { SERVER_CANARY } from "../../db/client";
import { findLostMarks, findPublicLeaks, readPublicBuild, SERVER_MARKS } from "./public-build";

const root = mkdtempSync(join(tmpdir(), "public-build-"));
afterAll(() => rmSync(root, { recursive: true }));

it("finds server code and source maps in a build", () => {
  mkdirSync(join(root, "public/build/routes"), { recursive: true });
  const write = (path: string, text: string) =>
    writeFileSync(join(root, "public/build", path), text);
  write("root-ABC.js", "console.log(1)");
  write("root-ABC.js.map", "{}");
  write("routes/a.js", `throw new Error("${SERVER_CANARY}: locked")`);
  write("routes/b.js", 'import "better-sqlite3"');

  const leaks = findPublicLeaks(readPublicBuild(root)).map(
    ({ path, message }) => `${path} ${message}`,
  );
  expect(leaks.sort()).toEqual([
    "public/build/root-ABC.js.map a source map",
    'public/build/routes/a.js server code ("leadspeicher-server-code")',
    'public/build/routes/b.js server code ("better-sqlite3")',
  ]);
});

it("does not take a missing build for a clean one", () => {
  expect(findPublicLeaks(new Map())).toHaveLength(1);
});

it("notices when a mark is gone from its file", () => {
  const marked = new Map(Object.entries(SERVER_MARKS));
  expect(findLostMarks(marked)).toEqual([]);
  marked.set("db/client.ts", "renamed");
  expect(findLostMarks(marked)).toHaveLength(1);
});
