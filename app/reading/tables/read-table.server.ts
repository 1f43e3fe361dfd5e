import PQueue from "p-queue";
import { invalid } from "../../refusal";
import { runTask } from "../../threads/run-task.server";
import { eachInTurns } from "./each-in-turns.server";
import { type FileTable, MAX_FILE_MEGABYTES } from "./fields";

/**
 * The chosen table, then the others of a workbook. Each row is a JSON text of its own: one message with millions of
 * cells would block all requests for seconds.
 */
export type ReadTableAnswer =
  | { tables: { table: FileTable; rows: string[] }[] }
  | { problem: string };

/** The largest list takes five seconds on an idle machine. */
const TIME_LIMIT_MS = 45_000;
const SMALL_BYTES = 1024 * 1024;
/** Only one large file at a time, to bound memory; small files have their own queue. */
const large = new PQueue({ concurrency: 1 });
const small = new PQueue({ concurrency: 2 });

const TOO_SLOW =
  "Die Datei lässt sich nicht in annehmbarer Zeit lesen. In kleinere Dateien teilen oder als CSV speichern.";

/** Loads the file at its turn, which lasts until `use` is done with the table. */
async function readFile<Result>(
  file: Blob,
  use: (table: FileTable) => Result | Promise<Result>,
): Promise<Result> {
  if (file.size === 0) throw invalid("file", "Die Datei ist leer.");
  const lane = file.size > SMALL_BYTES ? large : small;
  return lane.add(async () => {
    const bytes = await file.arrayBuffer();
    const answer = await runTask<ArrayBuffer, ReadTableAnswer>("reading/tables/read-table", bytes, {
      limitMs: TIME_LIMIT_MS,
      transferList: [bytes],
    }).catch(() => ({ problem: TOO_SLOW }));
    if ("problem" in answer) throw invalid("file", answer.problem);
    for (const { table, rows } of answer.tables) {
      await eachInTurns(rows, (row) => table.rows.push(JSON.parse(row)));
      rows.length = 0;
    }
    const [chosen, ...others] = answer.tables.map(({ table }) => table);
    if (chosen === undefined) throw invalid("file", TOO_SLOW);
    return use(others.length === 0 ? chosen : { ...chosen, others });
  });
}

/** @throws Refusal as `withUploadedTable` does */
export async function readTable(bytes: Uint8Array): Promise<FileTable> {
  return readFile(new Blob([new Uint8Array(bytes)]), (table) => table);
}

/**
 * Reads large files one after the other.
 *
 * @throws Refusal if the file is too large, or can't be read within a worker's limits of time and memory
 */
export async function withUploadedTable<Result>(
  file: File,
  use: (table: FileTable) => Result | Promise<Result>,
): Promise<Result> {
  if (file.size > MAX_FILE_MEGABYTES * 1024 * 1024) {
    throw invalid(
      "file",
      `Die Datei ist größer als ${MAX_FILE_MEGABYTES} MB. In kleinere Dateien teilen und einzeln hochladen.`,
    );
  }
  return readFile(file, use);
}
