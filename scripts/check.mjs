/** `npm run check`: types, lint and format, and the rules of this repository. Runs all, then fails if any failed. */
import { runCommand } from "./child-process.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { leave } from "./prepare-report.mjs";

const CHECKS = {
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  "lint and format": ["node_modules/@biomejs/biome/bin/biome", "ci", "."],
  "API document": ["--import", "tsx", "scripts/check/api-document.ts"],
  rules: ["--import", "tsx", "scripts/check/main.ts"],
};

process.chdir(ROOT);
await prepare({ build: true, dev: true, native: false }).catch(leave);
// In parallel: types and rules each take over a minute on one core.
const names = await Promise.all(
  Object.entries(CHECKS).map(async ([name, args]) => {
    const { code } = await runCommand(process.execPath, args, { cwd: ROOT });
    console.log(`\n=== ${name}: ${code === 0 ? "ok" : "failed"} ===`);
    return code === 0 ? [] : [name];
  }),
);
const failed = names.flat();
console.log(failed.length === 0 ? "\nall checks passed" : `\nfailed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
