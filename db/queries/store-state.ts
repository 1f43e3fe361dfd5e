import { sql } from "kysely";
import type { Db } from "../client";

/** What the file of the database is. */
interface StoreState {
  sqliteVersion: string;
  /** The newest migration. */
  schema: string;
  /** Bytes in the file that are free and used again. */
  freeBytes: number;
}

export async function findStoreState(db: Db): Promise<StoreState> {
  const { rows } = await sql<StoreState>`
    SELECT sqlite_version() AS sqlite_version,
      (SELECT max(name) FROM kysely_migration) AS schema,
      (SELECT freelist_count FROM pragma_freelist_count) * (SELECT page_size FROM pragma_page_size) AS free_bytes`.execute(
    db,
  );
  return rows[0] ?? { sqliteVersion: "", schema: "", freeBytes: 0 };
}
