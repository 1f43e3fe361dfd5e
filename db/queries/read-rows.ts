import { type RawBuilder, sql } from "kysely";

/** Binds one parameter for a list of any length. */
export function listed<Value extends string | number>(values: readonly Value[]): RawBuilder<Value> {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

export const columnOf = (field: string) =>
  field.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);
