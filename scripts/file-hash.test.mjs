import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashFiles } from "./file-hash.mjs";

let root;
const hash = () => hashFiles(root, ["app", "public", "tsconfig.json"], ["public/build"]);
const write = (path, text) => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "file-hash-"));
  mkdirSync(join(root, "app/leads"), { recursive: true });
  mkdirSync(join(root, "public/build"), { recursive: true });
  write("app/leads/a.ts", "one");
});
afterEach(() => rmSync(root, { recursive: true }));

it("changes with contents, even when a checkout makes the file older", () => {
  const before = hash();
  write("app/leads/a.ts", "two");
  utimesSync(join(root, "app/leads/a.ts"), new Date(0), new Date(0));
  expect(hash()).not.toBe(before);
});

it("does not change with times, hidden files and what is left out", () => {
  const before = hash();
  utimesSync(join(root, "app/leads/a.ts"), new Date(0), new Date(0));
  write("app/leads/.a.ts.swp", "editor");
  write("public/build/a.js", "built");
  expect(hash()).toBe(before);
});
