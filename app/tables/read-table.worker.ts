import { parentPort, workerData } from "node:worker_threads";
import { isRefusal } from "../refusal";
import { parseTable } from "./parse-table.server";
import type { ReadTableAnswer } from "./read-table.server";

async function readFile(bytes: Uint8Array): Promise<ReadTableAnswer> {
  try {
    return { table: await parseTable(bytes) };
  } catch (error) {
    if (isRefusal(error, 422)) return { problem: error.message };
    throw error;
  }
}

const bytes: Uint8Array = workerData;
parentPort?.postMessage(await readFile(bytes));
