import { sql } from "kysely";
import type { Db } from "../client";
import type { New, Row } from "../schema";
import { countRows } from "./read-pages";

export async function insertUpload(db: Db, upload: New<"uploads">): Promise<void> {
  await db.insertInto("uploads").values(upload).execute();
}

export async function getUpload(db: Db, id: string): Promise<Row<"uploads"> | undefined> {
  return db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst();
}

// A NULL in the list would match no row.
const IS_DONE = sql<boolean>`id NOT IN (SELECT ifnull(params ->> '$.uploadId', '') FROM jobs
  WHERE status IN ('queued', 'running'))`;

export function countOutdatedUploads(db: Db, before: number): Promise<number> {
  return countRows(db.selectFrom("uploads").where("createdAt", "<", before).where(IS_DONE));
}

export async function purgeUploads(db: Db, before: number): Promise<number> {
  const uploads = db.deleteFrom("uploads").where("createdAt", "<", before).where(IS_DONE);
  return Number((await uploads.executeTakeFirst()).numDeletedRows);
}
