import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepare } from "../../scripts/prepare.mjs";

/** Stands in the place of npm: installs a package that may be broken, and the builder of the app. */
const NPM = `
  const { appendFileSync, cpSync, existsSync, rmSync } = require("node:fs");
  appendFileSync("calls.log", "npm " + process.argv.slice(2).join(" ") + "\\n");
  if (existsSync("offline")) process.exit(7);
  rmSync("node_modules", { recursive: true, force: true });
  cpSync("registry", "node_modules", { recursive: true });
`;
const REMIX = `
  const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
  appendFileSync("calls.log", "remix\\n");
  if (readFileSync("app/root.tsx", "utf8").includes("broken")) process.exit(3);
  for (const folder of ["build", "public/build"]) mkdirSync(folder, { recursive: true });
  writeFileSync("build/index.js", "server");
  writeFileSync("public/build/root.js", "browser");
`;
const LOCK = { packages: { "": {}, "node_modules/better-sqlite3": { version: "1.0.0" } } };

let root;
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const calls = () => {
  const log = existsSync(join(root, "calls.log"))
    ? readFileSync(join(root, "calls.log"), "utf8")
    : "";
  rmSync(join(root, "calls.log"), { force: true });
  return log.split("\n").filter((line) => line !== "");
};
const run = (options) => prepare({ build: true, root, ...options });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "prepare-"));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.stubEnv("npm_execpath", join(root, "npm-cli.js"));
  write("npm-cli.js", NPM);
  write("package.json", '{ "engines": { "node": ">=20.0.0" } }');
  write("package-lock.json", JSON.stringify(LOCK));
  write("app/root.tsx", "page");
  write("scripts/serve.ts", "export {};");
  write("app/jobs/job.worker.ts", "export {};");
  write("registry/.package-lock.json", JSON.stringify(LOCK));
  write("registry/better-sqlite3/package.json", "{}");
  write("registry/better-sqlite3/index.js", "module.exports = class { close() {} };");
  write("registry/@remix-run/dev/dist/cli.js", REMIX);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

it("installs and builds once", async () => {
  await run();
  expect(calls()).toEqual(["npm ci", "remix"]);
  await run();
  expect(calls()).toEqual([]);
});

it("installs again after the lock file changed, with the development dependencies where needed", async () => {
  await run();
  write("package-lock.json", JSON.stringify({ ...LOCK, name: "new" }));
  rmSync(join(root, "node_modules/.package-lock.json"));
  calls();
  await run({ dev: true });
  expect(calls()).toEqual(["npm ci --include=dev", "remix"]);
});

it("takes an install of somebody else that fits and works", async () => {
  await run();
  rmSync(join(root, "node_modules/.prepared.json"));
  calls();
  await run();
  expect(calls()).toEqual([]);
});

it("installs again when the compiled package is needed, and does not work with this Node", async () => {
  await run();
  rmSync(join(root, "node_modules/.prepared.json"));
  write("node_modules/better-sqlite3/index.js", 'throw new Error("another ABI");');
  calls();
  await run({ native: false });
  expect(calls()).toEqual([]);
  await run();
  expect(calls()).toEqual(["npm ci"]);
});

it("builds again after a source changed or a part of the build is gone", async () => {
  await run();
  write("app/root.tsx", "another page");
  await run();
  rmSync(join(root, "public/build/root.js"));
  await run();
  write("build/index.js", "of the development server");
  await run();
  expect(calls()).toEqual(["npm ci", "remix", "remix", "remix", "remix"]);
});

it("says how npm failed and tries again at the next start", async () => {
  write("offline", "");
  await expect(run()).rejects.toMatchObject({ exitCode: 7 });
  rmSync(join(root, "offline"));
  await run();
  expect(calls()).toEqual(["npm ci", "npm ci", "remix"]);
});

it("keeps no build that failed", async () => {
  await run();
  const page = readFileSync(join(root, "app/root.tsx"));
  write("app/root.tsx", "broken");
  await expect(run()).rejects.toMatchObject({ exitCode: 3 });
  await expect(run()).rejects.toMatchObject({ exitCode: 3 });
  write("app/root.tsx", page);
  await run();
  expect(calls()).toEqual(["npm ci", "remix", "remix", "remix", "remix"]);
});

it("does the work of two starts at the same time once", async () => {
  await Promise.all([run(), run()]);
  expect(calls()).toEqual(["npm ci", "remix"]);
});

it("refuses another Node before it does anything", async () => {
  write("package.json", '{ "engines": { "node": ">=99.0.0" } }');
  await expect(run()).rejects.toThrow(/gebraucht wird >=99\.0\.0/);
  expect(calls()).toEqual([]);
});
