import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export interface BuiltWorkers {
  /** The thread's program as the product has it. Beside it lie exits.mjs, slow.mjs, last.mjs and nonsense.mjs. */
  reader: URL;
  /** The same, and it dies, runs for ever or takes all memory where the page says so. */
  faulty: URL;
  remove(): Promise<void>;
}

const FAULTS = `
import { parentPort } from "node:worker_threads";
parentPort.addEventListener("message", (event) => {
  const text = Buffer.from(event.data.bytes).toString();
  if (text === "exit") process.exit(0);
  if (text === "forever") for (;;);
  if (text === "memory") for (const all = []; ; ) all.push(new Array(10_000).fill({}));
  if (text !== "throw") return;
  // The reader would answer all the same.
  event.stopImmediatePropagation();
  throw new Error("broken");
});
`;

/** Threads that are no readers. */
const BROKEN = {
  "exits.mjs": "process.exit(0);",
  "slow.mjs": "setInterval(() => {}, 1_000);",
  "last.mjs": `import { parentPort } from "node:worker_threads";
    const facts = { title: "", text: "last", links: [], imprint: null };
    parentPort.on("message", () => {
      parentPort.postMessage(facts);
      process.exit(0);
    });
    parentPort.postMessage("ready");`,
  "nonsense.mjs": `import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => parentPort.postMessage({ title: 1 }));
    parentPort.postMessage("ready");`,
};

/** Compiles the thread's program for a test, which needs no build of the product then. */
export async function buildWorker(): Promise<BuiltWorkers> {
  // Where Node finds the packages, which stay outside as in the product.
  await mkdir(resolve(".cache"), { recursive: true });
  const folder = await mkdtemp(resolve(".cache/worker-"));
  const reader = join(folder, "reader.mjs");
  await build({
    entryPoints: [
      fileURLToPath(
        new URL("../../../app/providers/website/read-document.worker.ts", import.meta.url),
      ),
    ],
    outfile: reader,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "~db": resolve("db"), "~": resolve("app") },
  });
  const faulty = join(folder, "faulty.mjs");
  await writeFile(faulty, `${FAULTS}await import("./reader.mjs");`);
  for (const [name, program] of Object.entries(BROKEN))
    await writeFile(join(folder, name), program);
  return {
    reader: pathToFileURL(reader),
    faulty: pathToFileURL(faulty),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
