import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const FOLDER = ".cache/run";
const SERVER = "scripts/serve.ts";
/** What the server is built from, beside the build of its pages. */
export const SERVER_SOURCES = [SERVER, "scripts/server.ts", "scripts/public-files.ts"];

async function compile(root, options) {
  // Not a static import: this file is loaded before anything is installed.
  const { build, stop } = await import("esbuild");
  const result = await build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "~db": "./db", "~": "./app" },
    logLevel: "warning",
    ...options,
  });
  // esbuild works in a process of its own, which would outlive the build.
  await stop();
  return result;
}

/** All packages are compiled in: most of the time of a start goes into finding and reading a thousand files. */
const WITH_PACKAGES = {
  packages: "bundle",
  // A binary, packages that read files beside their own, and what is loaded at first use.
  external: ["better-sqlite3", "email-providers", "piscina", "@zxcvbn-ts/*", "xlsx"],
  define: { "process.env.NODE_ENV": '"production"' },
  // For packages that are no modules.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
};

/**
 * Compiles the worker threads (every `*.worker.ts` in app) to `build/workers/`, in the folders they have in app. Remix
 * builds the pages into one file that holds no entry for a thread, and a thread that starts from its source would
 * compile it anew each time.
 *
 * @param {string} root the project's folder
 */
export async function buildWorkers(root) {
  await compile(root, {
    entryPoints: ["app/**/*.worker.ts"],
    outbase: "app",
    outdir: "build/workers",
    ...WITH_PACKAGES,
  });
}

/**
 * Compiles the server with the build of its pages into few files in `build/server/`, which take the place of the build of
 * its pages.
 *
 * @param {string} root the project's folder
 */
export async function buildServer(root) {
  await compile(root, {
    entryPoints: ["build/index.js", SERVER],
    entryNames: "[name]",
    outdir: "build/server",
    splitting: true,
    ...WITH_PACKAGES,
  });
  for (const name of ["index.js", "metafile.js.json", "metafile.server.json"]) {
    rmSync(join(root, "build", name), { force: true });
  }
}

/**
 * Compiles a TypeScript file, with all it imports from this repository, into one file that plain
 * Node runs. That takes a tenth of a second; a loader of TypeScript stays in the process, sees every
 * module of every package too, and doubles the time until the server listens.
 *
 * @param {string} root
 * @param {string} entry path of the TypeScript file
 * @returns {Promise<string>} path of the compiled file
 */
export async function compileEntry(root, entry) {
  const { outputFiles } = await compile(root, {
    entryPoints: [entry],
    outdir: FOLDER,
    write: false,
    sourcemap: "inline",
  });
  // In one piece, since another start may be reading the file of the last one.
  const file = join(root, FOLDER, `${basename(entry, extname(entry))}.mjs`);
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, outputFiles[0].contents);
  renameSync(draft, file);
  return file;
}

/**
 * Runs a TypeScript file in this very process (of the server what was built of it), as if Node had been called with it. With no process
 * between, signals and exit codes need no forwarding, and a kill leaves nothing behind.
 *
 * @param {string} root
 * @param {string} entry path of the TypeScript file
 * @param {string[]} args what it finds behind its own name
 */
export async function runEntry(root, entry, args) {
  const file = resolve(entry);
  process.argv = [process.argv[0], file, ...args];
  // React and others load their slower development code otherwise, whatever the build was made for.
  process.env.NODE_ENV = "production";
  if (file === join(root, SERVER)) {
    await import(pathToFileURL(join(root, "build/server/serve.js")).href);
    return;
  }
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(await compileEntry(root, file)).href);
}
