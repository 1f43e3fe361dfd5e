import type { Insertable } from "kysely";
import type { Db } from "../client";
import type { SearchHistoryTable } from "../schema";

export async function addSearchToHistory(
  db: Db,
  entry: Insertable<SearchHistoryTable>,
): Promise<void> {
  await db.insertInto("searchHistory").values(entry).execute();
}
