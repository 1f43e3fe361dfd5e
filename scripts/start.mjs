/**
 * `node scripts/start.mjs scripts/serve.ts [arguments]`: prepares this folder and runs the TypeScript
 * file in this very process. With no process between, signals and exit codes need no forwarding, and
 * a kill leaves nothing behind.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { compileEntry } from "./compile-entry.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { leave } from "./prepare-report.mjs";

// The server looks for its files in the working directory.
process.chdir(ROOT);
await prepare({ build: true }).catch(leave);

const [node, , entry = "scripts/serve.ts", ...args] = process.argv;
const file = resolve(entry);
process.argv = [node, file, ...args];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(await compileEntry(ROOT, file)).href);
