/**
 * Compiles the worker threads (every `*.worker.ts` in app) to `build/workers/`, in the folders they have in app. Remix
 * builds the pages into one file that holds no entry for a thread, and a thread that starts from its source would
 * compile it anew each time.
 *
 * @param {string} root the project's folder
 */
export async function buildWorkers(root) {
  // Not a static import: this file is loaded before anything is installed.
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["app/**/*.worker.ts"],
    outbase: "app",
    outdir: "build/workers",
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    alias: { "~db": "./db", "~": "./app" },
    packages: "external",
    logLevel: "warning",
  });
  // esbuild works in a process of its own, which would outlive the build.
  await stop();
}
