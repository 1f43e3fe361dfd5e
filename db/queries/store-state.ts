import { sql } from "kysely";
import type { Db } from "../client";

export async function findFreeBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ freeBytes: number }>`
    SELECT (SELECT freelist_count FROM pragma_freelist_count) * (SELECT page_size FROM pragma_page_size) AS free_bytes`.execute(
    db,
  );
  return rows[0]?.freeBytes ?? 0;
}
