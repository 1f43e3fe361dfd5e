import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { invalid } from "../refusal";
import { eachInTurns } from "./each-in-turns.server";
import { type FileTable, MAX_FILE_MEGABYTES } from "./fields";

/** The rows come as JSON, each for itself: millions of cells in one message would keep everybody waiting for seconds. */
export type ReadTableAnswer = { table: FileTable; rows: string[] } | { problem: string };

/** Built beside the pages (scripts/compile.mjs). */
const WORKER = pathToFileURL(resolve("build/workers/tables/read-table.worker.js"));
/** The largest list takes five seconds on a machine that has nothing else to do. */
const TIME_LIMIT_MS = 45_000;
/** Heap of a thread, and of what is garbage soon: the largest list that is accepted needs two thirds of it. */
const MEMORY_LIMIT_MB = 256;
const YOUNG_MB = 16;
const SMALL_BYTES = 1024 * 1024;
/** One large file at a time, so that its memory is needed once; small ones do not wait for it. */
const large = new PQueue({ concurrency: 1 });
const small = new PQueue({ concurrency: 2 });

const TOO_MUCH =
  "Die Datei lässt sich nicht in annehmbarer Zeit lesen. In kleinere Dateien teilen oder als CSV speichern.";

function runWorker(bytes: Uint8Array): Promise<ReadTableAnswer> {
  return new Promise((resolveAnswer) => {
    const worker = new Worker(WORKER, {
      workerData: bytes,
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_LIMIT_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    });
    const timer = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS);
    worker.once("message", resolveAnswer);
    // Out of memory, or an error that nobody foresaw: either way it is this file.
    worker.once("error", () => resolveAnswer({ problem: TOO_MUCH }));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolveAnswer({ problem: TOO_MUCH });
    });
  });
}

/** @throws Refusal as `readUploadedTable` does */
export async function readTable(bytes: Uint8Array): Promise<FileTable> {
  if (bytes.byteLength === 0) throw invalid("file", "Die Datei ist leer.");
  const lane = bytes.byteLength > SMALL_BYTES ? large : small;
  return lane.add(async () => {
    const answer = await runWorker(bytes);
    if ("problem" in answer) throw invalid("file", answer.problem);
    const { table, rows } = answer;
    await eachInTurns(rows, (row) => table.rows.push(JSON.parse(row)));
    return table;
  });
}

/** @throws Refusal when the file is too large, or can't be read within a worker's limits of time and memory */
export async function readUploadedTable(file: File): Promise<FileTable> {
  if (file.size > MAX_FILE_MEGABYTES * 1024 * 1024) {
    throw invalid(
      "file",
      `Die Datei ist größer als ${MAX_FILE_MEGABYTES} MB. In kleinere Dateien teilen und einzeln hochladen.`,
    );
  }
  return readTable(new Uint8Array(await file.arrayBuffer()));
}
