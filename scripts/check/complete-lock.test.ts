import { expect, it } from "vitest";
import { completeLock, findMissingOptional } from "./complete-lock";
import type { PackageLock } from "./package-lock";

const LOCK: PackageLock = {
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

it("adds the builds for other platforms, each where its package finds it", () => {
  const { packages } = completeLock(LOCK);
  const linux = { os: ["linux"], cpu: ["x64"], libc: ["musl"] };
  const darwin = { os: ["darwin"], cpu: ["arm64"], optional: true };
  expect(packages).toMatchObject({
    "node_modules/@bundler/darwin-arm64": { version: "2.0.0", dev: true, ...darwin },
    "node_modules/@bundler/linux-x64-musl": { version: "2.0.0", dev: true, ...linux },
    "node_modules/@bundler/wasm32-wasi": { version: "2.0.0", cpu: ["wasm32"] },
    "node_modules/old/node_modules/@bundler/darwin-arm64": { version: "1.0.0", ...darwin },
  });
});

it("leaves nothing missing and changes nothing a second time", () => {
  const complete = completeLock(LOCK);
  expect(findMissingOptional(LOCK)).toHaveLength(4);
  expect(findMissingOptional(complete)).toEqual([]);
  expect(completeLock(complete)).toEqual(complete);
});

it("does not guess a platform", () => {
  const packages = {
    "node_modules/a": { version: "1.0.0", optionalDependencies: { plain: "1.0.0" } },
  };
  expect(() => completeLock({ packages })).toThrow("plain");
});
