/** `npm run dev`: Remix's development server, which rebuilds and restarts on every change. */
import { join } from "node:path";
import { dropBuild } from "./build-app.mjs";
import { runCommand } from "./child-process.mjs";
import { buildWorkers } from "./compile.mjs";
import { prepare, ROOT } from "./prepare.mjs";
import { leave } from "./prepare-report.mjs";

process.chdir(ROOT);
await prepare({ dev: true }).catch(leave);
// It builds into the same folder, which the next `npm start` must not mistake for its own build.
dropBuild(ROOT);
// Remix does not build them, so a change in one needs a restart.
await buildWorkers(ROOT);
console.log("Anmelden mit dem Link aus: npm run login-link");
const { code } = await runCommand(
  process.execPath,
  [
    join(ROOT, "node_modules/@remix-run/dev/dist/cli.js"),
    "dev",
    "--command",
    "remix-serve ./build/index.js",
    ...process.argv.slice(2),
  ],
  // remix-serve would listen on every network address by default.
  { env: { ...process.env, HOST: process.env.HOST ?? "127.0.0.1" } },
);
process.exit(code);
