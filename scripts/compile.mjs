import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const SERVER = "scripts/serve.ts";
/** The server's sources, besides the build of its pages. */
export const SERVER_SOURCES = [SERVER, "scripts/server.ts", "scripts/public-files.ts"];

async function compile(root, options) {
  // Not a static import: this file is loaded before anything is installed.
  const { build, stop } = await import("esbuild");
  await build({
    ...{ absWorkingDir: root, bundle: true, platform: "node", target: "node20", format: "esm" },
    alias: { "~db": "./db", "~": "./app" },
    logLevel: "warning",
    // Bundles all packages: finding and reading a thousand files would take most of a start.
    packages: "bundle",
    // A native module, packages that read their own files, and modules loaded on first use.
    external: ["better-sqlite3", "email-providers", "piscina", "@zxcvbn-ts/*", "xlsx"],
    define: { "process.env.NODE_ENV": '"production"' },
    // For CommonJS packages.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    ...options,
  });
  // esbuild's own process would outlive the build.
  await stop();
}

/** Compiles each `*.worker.ts` of app to `build/workers/`, since Remix builds no entry points for threads. */
export async function buildWorkers(root) {
  await compile(root, {
    entryPoints: ["app/**/*.worker.ts"],
    outbase: "app",
    outdir: "build/workers",
  });
}

/** Bundles the server and Remix's build into few files in `build/server/`, and deletes Remix's build. */
export async function buildServer(root) {
  await compile(root, {
    entryPoints: ["build/index.js", SERVER],
    entryNames: "[name]",
    outdir: "build/server",
    splitting: true,
  });
  for (const name of ["index.js", "metafile.js.json", "metafile.server.json"]) {
    rmSync(join(root, "build", name), { force: true });
  }
}

/** Imports plain JavaScript from now on. tsx would keep the build's source map, 100 MB, in memory. */
export let stopCompiling = async () => {};

/** Runs a TypeScript file or the built server in this process, so signals and exit codes need no forwarding. */
export async function runEntry(root, entry, args) {
  const file = resolve(entry);
  process.argv = [process.argv[0], file, ...args];
  // Otherwise React and others load their slower development code.
  process.env.NODE_ENV = "production";
  if (file === join(root, SERVER)) {
    await import(pathToFileURL(join(root, "build/server/serve.js")).href);
    return;
  }
  const { register } = await import("tsx/esm/api");
  stopCompiling = register();
  await import(pathToFileURL(file).href);
}
