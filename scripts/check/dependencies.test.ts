import { expect, it } from "vitest";
import { completeLock, findMissingOptional, type LockEntry } from "./complete-lock";
import { describeDependencies, findDependencyBreaches, type Manifest } from "./dependencies";

const RULES = {
  floors: [{ package: "undici", minimum: ["6.29.0", "7.30.0"], reason: "old" }],
  faults: {
    asOf: "2026-01-01",
    known: [
      { package: "old", fixed: ["1.2.0", "2.1.0"], id: "CVE-1", what: "bad" },
      { package: "spared", fixed: ["2.0.0"], id: "CVE-2", what: "bad", accepted: "never read" },
    ],
  },
  banned: [{ package: "ip", reason: "wrong" }],
};
const JANUARY = Date.parse("2026-01-31");
const integrity = "sha512-x";

function messagesOf(packages: Record<string, LockEntry>, manifest: Manifest = {}): string[] {
  return findDependencyBreaches(manifest, { packages }, RULES).map(({ message }) => message);
}

it.each([
  ["5.99.0", false],
  ["7.29.12", false],
  ["7.30.0-beta", false],
  ["6.100.0", true],
  ["7.30.0", true],
  ["8.0.0", true],
])("finds an old copy deep in the tree: %s is new enough: %s", (version, isAllowed) => {
  const path = "node_modules/a/node_modules/undici";
  const refusal = [`${path} ${version} is under 6.29.0 or 7.30.0: old`];
  expect(messagesOf({ [path]: { version, integrity } })).toEqual(isAllowed ? [] : refusal);
});

const build = { "a-darwin-arm64": "1.0.0" };
const range = { dependencies: { a: "^1.0.0" } };
it.each<[fault: string, entry: LockEntry, path?: string, manifest?: Manifest]>([
  ["has no hash (integrity)", { integrity: undefined, optional: true }],
  ["1.1.9 has CVE-1, mended in 1.2.0 or 2.1.0: bad", { version: "1.1.9" }, "node_modules/old"],
  ["is banned: wrong", {}, "node_modules/a/node_modules/ip"],
  ["names the registry it came from", { resolved: "https://x.example" }],
  ["allowScripts does not decide about", { hasInstallScript: true }],
  ["a ^1.0.0 is no exact version", {}, "node_modules/a", range],
  ["has no a-darwin-arm64 1.0.0", { optionalDependencies: build }],
])("refuses a package that %s", (fault, entry, path = "node_modules/a", manifest = {}) => {
  expect(messagesOf({ [path]: { integrity, ...entry } }, manifest)).toEqual([
    expect.stringContaining(fault),
  ]);
});

it("allows what only looks like it", () => {
  const script = { version: "1.0.0", hasInstallScript: true, integrity };
  const packages = {
    "node_modules/@scope/ip": script,
    "node_modules/zip": { version: "1.0.0", integrity },
    "node_modules/old": { version: "1.2.0", integrity },
    // A build that only another platform downloads.
    "node_modules/zip-darwin-arm64": { version: "1.0.0", optional: true, cpu: ["arm64"] },
  };
  expect(
    messagesOf(packages, { allowScripts: { "@scope/ip": false }, devDependencies: { b: "1.0.0" } }),
  ).toEqual([]);
});

it("tells of faults that do no harm, and of a list that is old", () => {
  const packages = {
    "node_modules/spared": { version: "1.0.0", integrity },
    "node_modules/a/node_modules/spared": { version: "2.0.0", integrity },
    "node_modules/a-darwin-arm64": { version: "1.0.0", optional: true, cpu: ["arm64"] },
  };
  expect(messagesOf(packages)).toEqual([]);
  const accepted = "spared 1.0.0 has CVE-2 (bad); never read";
  const unchecked = "1 builds for other platforms have no hash, since no registry here has them";
  expect(describeDependencies({ packages }, RULES, JANUARY)).toEqual([accepted, unchecked]);
  expect(describeDependencies({ packages: {} }, RULES, Date.parse("2026-06-01"))).toEqual([
    "the list of known faults is 151 days old (2026-01-01)",
  ]);
});

it("adds the builds for other platforms, each where its package finds it", () => {
  const lock = {
    packages: {
      "": {},
      "node_modules/bundler": {
        version: "2.0.0",
        dev: true,
        optionalDependencies: {
          "@bundler/darwin-arm64": "2.0.0",
          "@bundler/linux-x64-musl": "2.0.0",
          "@bundler/wasm32-wasi": "2.0.0",
          "any-version": "^1.0.0",
        },
      },
      "node_modules/old/node_modules/bundler": {
        version: "1.0.0",
        optionalDependencies: { "@bundler/darwin-arm64": "1.0.0" },
      },
    },
  };
  const complete = completeLock(lock);
  const linux = { os: ["linux"], cpu: ["x64"], libc: ["musl"] };
  const darwin = { os: ["darwin"], cpu: ["arm64"], optional: true };
  expect(complete.packages).toMatchObject({
    "node_modules/@bundler/darwin-arm64": { version: "2.0.0", dev: true, ...darwin },
    "node_modules/@bundler/linux-x64-musl": { version: "2.0.0", dev: true, ...linux },
    "node_modules/@bundler/wasm32-wasi": { version: "2.0.0", cpu: ["wasm32"] },
    "node_modules/old/node_modules/@bundler/darwin-arm64": { version: "1.0.0", ...darwin },
  });
  expect(findMissingOptional(complete)).toEqual([]);
  expect(completeLock(complete)).toEqual(complete);
});
