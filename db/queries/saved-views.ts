import { sql } from "kysely";
import type { Db } from "../client";
import type { Change, Database, New } from "../schema";

/** Views of the team have the owner "", and come last. */
export async function findSavedViews(db: Db, person: string): Promise<Database["savedViews"][]> {
  return db
    .selectFrom("savedViews")
    .selectAll()
    .where("owner", "in", [person, ""])
    .orderBy(sql`owner = ''`)
    .orderBy("position")
    .execute();
}

/** A known name keeps its place and gets the new filters. */
export async function saveView(db: Db, view: Omit<New<"savedViews">, "position">): Promise<void> {
  const { name, query, createdAt, createdBy } = view;
  const position = sql<number>`(SELECT ifnull(max(position), 0) + 1 FROM saved_views WHERE owner = ${view.owner})`;
  await db
    .insertInto("savedViews")
    .values({ ...view, position })
    .onConflict((conflict) =>
      conflict.columns(["owner", "nameKey"]).doUpdateSet({ name, query, createdAt, createdBy }),
    )
    .execute();
}

export async function updateView(db: Db, id: string, change: Change<"savedViews">): Promise<void> {
  await db.updateTable("savedViews").set(change).where("id", "=", id).execute();
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom("savedViews").where("id", "=", id).execute();
}
