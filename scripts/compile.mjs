import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const SERVER = "scripts/serve.ts";
/** What the server is built from, beside the build of its pages. */
export const SERVER_SOURCES = [SERVER, "scripts/server.ts", "scripts/public-files.ts"];

async function compile(root, options) {
  // Not a static import: this file is loaded before anything is installed.
  const { build, stop } = await import("esbuild");
  await build({
    ...{ absWorkingDir: root, bundle: true, platform: "node", target: "node20", format: "esm" },
    alias: { "~db": "./db", "~": "./app" },
    logLevel: "warning",
    // All packages are compiled in: most of the time of a start goes into finding and reading a thousand files.
    packages: "bundle",
    // A binary, packages that read files beside their own, and what is loaded at first use.
    external: ["better-sqlite3", "email-providers", "piscina", "@zxcvbn-ts/*", "xlsx"],
    define: { "process.env.NODE_ENV": '"production"' },
    // For packages that are no modules.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    ...options,
  });
  // esbuild works in a process of its own, which would outlive the build.
  await stop();
}

/** Compiles every `*.worker.ts` of app to `build/workers/`: the build of the pages holds no entry for a thread. */
export async function buildWorkers(root) {
  await compile(root, {
    entryPoints: ["app/**/*.worker.ts"],
    outbase: "app",
    outdir: "build/workers",
  });
}

/** Compiles the server and the build of its pages, which goes, into few files in `build/server/`. */
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

/** Runs a TypeScript file in this process, so signals and exit codes need no forwarding; of the server, what was built. */
export async function runEntry(root, entry, args) {
  const file = resolve(entry);
  process.argv = [process.argv[0], file, ...args];
  // React and others load their slower development code otherwise, whatever the build was made for.
  process.env.NODE_ENV = "production";
  if (file === join(root, SERVER)) {
    await import(pathToFileURL(join(root, "build/server/serve.js")).href);
    return;
  }
  const { register } = await import("tsx/esm/api");
  register();
  await import(pathToFileURL(file).href);
}
