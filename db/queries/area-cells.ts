import { sql } from "kysely";
import type { Db } from "../client";
import type { New } from "../schema";
import { insertRows } from "./insert-rows";
import { listed } from "./read-rows";

export function findAreaCells(db: Db, jobId: string) {
  return db.selectFrom("areaCells").selectAll().where("jobId", "=", jobId).execute();
}

export async function insertAreaCell(db: Db, cell: New<"areaCells">): Promise<void> {
  await db.insertInto("areaCells").values(cell).execute();
}

/** Boxes as JSON, of the newest jobs first, without those where more lies than was told. */
export async function findWalkedBoxes(
  db: Db,
  { jobIds, terms }: Record<"jobIds" | "terms", readonly string[] | null>,
  limit: number,
): Promise<string[]> {
  let cells = db
    .selectFrom("areaCells")
    .innerJoin("jobs", "jobs.id", "jobId")
    .select("box")
    .where("isSplit", "=", 0)
    .where(sql<number>`json_array_length(place_ids)`, "<", 60)
    .orderBy("createdAt", "desc")
    .limit(limit);
  if (jobIds !== null) cells = cells.where("jobId", "in", listed(jobIds));
  if (terms !== null) cells = cells.where("query", "in", listed(terms));
  return (await cells.execute()).map(({ box }) => box);
}

/** Places of leads, and those that a walk bought, but for the ones outside of other regions. */
export async function findKnownPlaces(db: Db, ids: readonly string[], region: string) {
  const { rows } = await sql<{ id: string; isBought: number }>`
    WITH asked AS (SELECT value AS id, EXISTS (SELECT 1 FROM place_ids
        WHERE id = value AND region IN ('', ${region})) AS is_bought
      FROM json_each(${JSON.stringify(ids)}))
    SELECT id, is_bought FROM asked WHERE is_bought OR EXISTS (SELECT 1 FROM lead_sources
      WHERE provider = 'google-places' AND payload ->> 'id' = asked.id)`.execute(db);
  return rows;
}

export async function addBoughtPlaces(db: Db, places: readonly New<"placeIds">[]): Promise<void> {
  await insertRows(db, "placeIds", places, "ON CONFLICT DO NOTHING");
}
