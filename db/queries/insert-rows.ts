import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Database } from "../schema";

/**
 * Inserts rows by one statement that is the same for any number of them, and so prepared once.
 *
 * @param rows what one lacks of the columns of the others is null
 */
export function insertRows<Table extends keyof Database & string>(
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): RawBuilder<unknown> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  // „WHERE true“ keeps the parser from taking a following ON CONFLICT for a join's.
  return sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    SELECT ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))}
    FROM json_each(${JSON.stringify(rows)}) WHERE true`;
}
