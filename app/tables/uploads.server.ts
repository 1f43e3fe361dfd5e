import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { getUpload, insertUpload } from "~db/queries/uploads";
import type { UploadsTable } from "~db/schema";
import type { FileTable } from "./fields";
import { cleanFileName, parseFileTable } from "./stored-table";

export interface Upload {
  id: string;
  purpose: UploadsTable["purpose"];
  fileName: string;
  table: FileTable;
}

/**
 * Keeps an uploaded file until a job has worked through it.
 *
 * @returns the upload's id
 */
export async function storeUpload(
  db: Db,
  purpose: UploadsTable["purpose"],
  fileName: string,
  table: FileTable,
  actor: string,
): Promise<string> {
  const id = uuid();
  await insertUpload(db, {
    id,
    purpose,
    fileName: cleanFileName(fileName),
    fileTable: JSON.stringify(table),
    createdAt: Date.now(),
    createdBy: actor,
  });
  return id;
}

/** An uploaded file; undefined when there is none, or it was removed after its time. */
export async function loadUpload(db: Db, id: string): Promise<Upload | undefined> {
  const stored = await getUpload(db, id);
  if (stored === undefined) return undefined;
  const { purpose, fileName, fileTable } = stored;
  return { id, purpose, fileName, table: parseFileTable(fileTable) };
}
