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
    // Without „ifnull“ one job without an upload would keep everything.
    .where(sql<boolean>`id NOT IN (SELECT ifnull(params ->> '$.uploadId', '') FROM jobs
      WHERE status IN ('queued', 'running'))`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
