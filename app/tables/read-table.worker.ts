import { parentPort, workerData } from "node:worker_threads";
import { isRefusal } from "../refusal";
import { parseTable } from "./parse-table.server";
import type { ReadTableAnswer } from "./read-table.server";

async function readFile(bytes: Uint8Array): Promise<ReadTableAnswer> {
  try {
    const table = await parseTable(bytes);
    return { table: { ...table, rows: [] }, rows: table.rows.map((row) => JSON.stringify(row)) };
  } catch (error) {
    if (isRefusal(error, 422)) return { problem: error.message };
    throw error;
  }
}

const bytes: ArrayBuffer = workerData;
parentPort?.postMessage(await readFile(new Uint8Array(bytes)));
