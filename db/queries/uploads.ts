import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../client";
import type { UploadsTable } from "../schema";

export async function insertUpload(db: Db, upload: Insertable<UploadsTable>): Promise<void> {
  await db.insertInto("uploads").values(upload).execute();
}

export async function getUpload(db: Db, id: string): Promise<Selectable<UploadsTable> | undefined> {
  return db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Removes files uploaded before a time; those of jobs that have not ended are kept.
 *
 * @returns how many were removed
 */
export async function purgeUploads(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("uploads")
    .where("createdAt", "<", before)
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("jobs")
        .select(sql<string>`json_extract(params, '$.uploadId')`.as("uploadId"))
        .where("status", "in", ["queued", "running"])
        // One NULL in the list would keep everything.
        .where(sql<boolean>`json_extract(params, '$.uploadId') IS NOT NULL`),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
