import { type SelectQueryBuilder, sql } from "kysely";

export async function countRows<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> {
  const rows = query.clearSelect().clearOrderBy().select(sql`count(*)`.as("n"));
  return (await rows.$castTo<{ n: number }>().executeTakeFirstOrThrow()).n;
}

export async function findSlice<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  limit: number,
  offset: number,
) {
  const rows = await query.limit(limit).offset(offset).execute();
  return { rows, total: await countRows(query) };
}

/** Pages count from 1; a page past the end is the last one. */
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
