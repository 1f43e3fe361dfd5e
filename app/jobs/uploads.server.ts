import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { getUpload, insertUpload } from "~db/queries/uploads";
import type { Database } from "~db/schema";
import type { FileTable } from "../reading/tables/fields";

const MAX_NAME = 200;

/** Without folders and control characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replace(/\p{C}/gu, "").trim().slice(-MAX_NAME) || "Liste";
}

export type Upload = NonNullable<Awaited<ReturnType<typeof loadUpload>>>;

/** @returns the upload's id */
export async function storeUpload(
  db: Db,
  purpose: Database["uploads"]["purpose"],
  fileName: string,
  table: FileTable,
  actor: string,
): Promise<string> {
  const id = uuid();
  await insertUpload(db, {
    id,
    purpose,
    fileName: cleanFileName(fileName),
    fileTable: JSON.stringify({ ...table, others: undefined }),
    createdAt: Date.now(),
    createdBy: actor,
  });
  return id;
}

/** Undefined if the file is unknown or was already purged. */
export async function loadUpload(db: Db, id: string) {
  const stored = await getUpload(db, id);
  if (stored === undefined) return undefined;
  const { purpose, fileName, fileTable } = stored;
  const table: FileTable = JSON.parse(fileTable);
  return { id, purpose, fileName, table };
}
