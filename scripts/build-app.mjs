import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { runCommand } from "./child-process.mjs";
import { buildServer, buildWorkers, SERVER_SOURCES } from "./compile.mjs";
import { hashFiles } from "./file-hash.mjs";
import { PrepareError, readJson, say } from "./prepare-report.mjs";

const STAMP = "build/stamp.json";
const SOURCES = [
  "app",
  "db",
  "public",
  "package.json",
  "package-lock.json",
  "postcss.config.js",
  "remix.config.js",
  "tsconfig.json",
  "scripts/compile.mjs",
  ...SERVER_SOURCES,
];
const OUTPUTS = ["build", "public/build"];
const REMIX = "node_modules/@remix-run/dev/dist/cli.js";

/** Also compares the outputs, since the development server writes to the same folders. */
export function isBuilt(root) {
  const stamp = readJson(join(root, STAMP));
  return stamp?.sources === hashSources(root) && stamp.outputs === hashOutputs(root);
}

export async function buildApp(root) {
  say("Die Anwendung wird gebaut.", "Building the application.");
  // Read before the build: a file saved meanwhile makes the next start build again.
  const sources = hashSources(root);
  dropBuild(root);
  const { code } = await runCommand(process.execPath, [join(root, REMIX), "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    toStderr: true,
  });
  if (code !== 0) {
    throw new PrepareError(
      "Das Bauen ist fehlgeschlagen, siehe oben.",
      "The build failed, see above.",
      code,
    );
  }
  compressAssets(join(root, "public/build"));
  await buildServer(root);
  await buildWorkers(root);
  const stamp = join(root, STAMP);
  writeFileSync(`${stamp}.new`, JSON.stringify({ sources, outputs: hashOutputs(root) }));
  renameSync(`${stamp}.new`, stamp);
}

/** Compresses text files at the highest level, which would take too long for each response. */
function compressAssets(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** Remix empties public/build itself, but not this folder. */
export function dropBuild(root) {
  rmSync(join(root, "build"), { recursive: true, force: true });
}

function hashSources(root) {
  return hashFiles(root, SOURCES, ["public/build"]);
}

function hashOutputs(root) {
  return hashFiles(root, OUTPUTS, [STAMP, `${STAMP}.new`]);
}
