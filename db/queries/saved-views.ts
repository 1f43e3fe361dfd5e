import type { Insertable } from "kysely";
import type { Db } from "../client";
import type { SavedViewsTable } from "../schema";

type SavedViewRow = SavedViewsTable;

export async function findSavedViews(db: Db): Promise<SavedViewRow[]> {
  return db.selectFrom("savedViews").selectAll().orderBy("nameKey").execute();
}

/** Saves a view under its name; a view of that name gets the new filters. */
export async function saveView(db: Db, view: Insertable<SavedViewsTable>): Promise<void> {
  const { name, query, createdAt, createdBy } = view;
  await db
    .insertInto("savedViews")
    .values(view)
    .onConflict((conflict) =>
      conflict.column("nameKey").doUpdateSet({ name, query, createdAt, createdBy }),
    )
    .execute();
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom("savedViews").where("id", "=", id).execute();
}
