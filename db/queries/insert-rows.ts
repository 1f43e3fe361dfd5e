import { CompiledQuery } from "kysely";
import type { Db } from "../client";
import type { Database, New } from "../schema";
import { columnOf } from "./read-rows";

/**
 * Runs one statement per row. A multi-row INSERT is prepared anew for each row count; JSON takes five times as long.
 *
 * @param rows a missing column is null
 * @param ending ON CONFLICT or RETURNING
 */
export async function insertRows<
  Table extends keyof Database & string,
  Row extends New<Table>,
  Returned,
>(db: Db, table: Table, rows: readonly Row[], ending = ""): Promise<Returned[]> {
  const known = new Set<Extract<keyof Row, string>>();
  for (const row of rows) for (const column in row) known.add(column);
  const columns = [...known];
  const text = `INSERT INTO ${columnOf(table)} (${columns.map(columnOf).join(", ")})
    VALUES (${columns.map(() => "?").join(", ")}) ${ending}`;
  const returned: Returned[] = [];
  for (const row of rows) {
    const values = columns.map((column) => row[column] ?? null);
    const { rows: own } = await db.executeQuery<Returned>(CompiledQuery.raw(text, values));
    returned.push(...own);
  }
  return returned;
}
