import { isRefusal } from "../../refusal";
import { defineTask } from "../../threads/define-task";
import { parseTable } from "./parse-table.server";
import type { ReadTableAnswer } from "./read-table.server";

export default defineTask(async (bytes: ArrayBuffer): Promise<ReadTableAnswer> => {
  try {
    const { others = [], ...table } = await parseTable(new Uint8Array(bytes));
    return {
      tables: [table, ...others].map((one) => ({
        table: { ...one, rows: [] },
        rows: one.rows.map((row) => JSON.stringify(row)),
      })),
    };
  } catch (error) {
    if (isRefusal(error, 422)) return { problem: error.message };
    throw error;
  }
});
