import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/** Values as a list of SQL: one parameter, however many there are. */
export function listed<Value extends string | number>(values: readonly Value[]): RawBuilder<Value> {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** „companyName“ → „company_name“ */
export const columnOf = (field: string) =>
  field.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);

export async function countRows<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> {
  const rows = query.clearSelect().clearOrderBy().select(sql`count(*)`.as("n"));
  return (await rows.$castTo<{ n: number }>().executeTakeFirstOrThrow()).n;
}

/** A stretch of a query's rows, and how many it has in all. */
export async function findStretch<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  limit: number,
  offset: number,
) {
  const rows = await query.limit(limit).offset(offset).execute();
  return { rows, total: await countRows(query) };
}

/** A page of a query's rows, from 1; one past the end is the last one. */
export async function findPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  asked: number,
  pageSize: number,
) {
  const total = await countRows(query);
  const page = Math.min(asked, Math.max(1, Math.ceil(total / pageSize)));
  const from = (page - 1) * pageSize;
  return { rows: await query.limit(pageSize).offset(from).execute(), total, page };
}
