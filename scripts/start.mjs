/** `node scripts/start.mjs scripts/serve.ts [arguments]`: prepares this folder and runs the TypeScript file. */
import { runEntry } from "./compile.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { leave } from "./prepare-report.mjs";

// The server looks for its files in the working directory.
process.chdir(ROOT);
await prepare({ build: true }).catch(leave);

const [, , entry = "scripts/serve.ts", ...args] = process.argv;
await runEntry(ROOT, entry, args);
