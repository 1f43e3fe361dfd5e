import { describe, expect, it } from "vitest";
import { type DependencyRules, findDependencyBreaches, type Manifest } from "./dependency-floors";
import type { LockEntry } from "./package-lock";

const RULES: DependencyRules = {
  floors: [{ package: "undici", minimum: ["6.29.0", "7.30.0"], reason: "old" }],
  banned: [{ package: "ip", reason: "wrong" }],
  installScripts: [{ package: "sqlite", reason: "compiles" }],
};

function messagesOf(packages: Record<string, LockEntry>, manifest: Manifest = {}): string[] {
  return findDependencyBreaches(manifest, { packages }, RULES).map(({ message }) => message);
}

describe("floors", () => {
  it.each(["6.28.9", "5.99.0", "7.29.12", "7.30.0-beta", "6.29.0-rc.1"])(
    "refuses %s",
    (version) => {
      expect(messagesOf({ "node_modules/undici": { version } })).toHaveLength(1);
    },
  );

  it.each(["6.29.0", "6.100.0", "7.30.0", "8.0.0"])("allows %s", (version) => {
    expect(messagesOf({ "node_modules/undici": { version } })).toEqual([]);
  });

  it("finds an old copy deep in the tree", () => {
    const messages = messagesOf({ "node_modules/a/node_modules/undici": { version: "6.0.0" } });
    expect(messages).toEqual([
      "node_modules/a/node_modules/undici 6.0.0 is under 6.29.0 or 7.30.0: old",
    ]);
  });
});

it("refuses a banned package, but not one whose name ends like it", () => {
  expect(messagesOf({ "node_modules/a/node_modules/ip": { version: "1.0.0" } })).toHaveLength(1);
  expect(messagesOf({ "node_modules/@scope/ip": { version: "1.0.0" } })).toEqual([]);
  expect(messagesOf({ "node_modules/zip": { version: "1.0.0" } })).toEqual([]);
});

describe("install scripts", () => {
  const sqlite = { "node_modules/sqlite": { version: "1.0.0", hasInstallScript: true } };
  const other = { "node_modules/other": { version: "1.0.0", hasInstallScript: true } };

  it("wants a decision about every package that has one", () => {
    expect(messagesOf(other)).toEqual([
      "allowScripts says nothing about other, which has an install script",
    ]);
    expect(messagesOf(other, { allowScripts: { other: false } })).toEqual([]);
  });

  it("runs only those that the rules name", () => {
    expect(messagesOf(sqlite, { allowScripts: { sqlite: true } })).toEqual([]);
    expect(messagesOf(other, { allowScripts: { other: true } })).toHaveLength(1);
    expect(messagesOf(sqlite, { allowScripts: { sqlite: false } })).toHaveLength(1);
  });

  it("wants no entry that decides about nothing", () => {
    expect(messagesOf({}, { allowScripts: { gone: false } })).toHaveLength(1);
    // npm compares a version with the address in the lock file, and there is none.
    expect(
      messagesOf(sqlite, { allowScripts: { sqlite: true, "sqlite@1.0.0": true } }),
    ).toHaveLength(2);
  });
});

it("refuses a range in package.json", () => {
  expect(
    messagesOf({}, { dependencies: { a: "^1.0.0" }, devDependencies: { b: "1.0.0" } }),
  ).toEqual(["a ^1.0.0 is no exact version"]);
});

it("refuses an address in the lock file", () => {
  const resolved = "https://packages.example/a.tgz";
  expect(messagesOf({ "node_modules/a": { version: "1.0.0", resolved } })).toHaveLength(1);
});

it("refuses a lock file that leaves out builds for other platforms", () => {
  const packages = {
    "node_modules/a": { version: "1.0.0", optionalDependencies: { "a-darwin-arm64": "1.0.0" } },
  };
  expect(messagesOf(packages)).toHaveLength(1);
});
