import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { getUpload, insertUpload } from "~db/queries/uploads";
import type { UploadsTable } from "~db/schema";
import type { FileTable } from "./fields";

const MAX_NAME = 200;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((cell) => typeof cell === "string");

/** Not a schema: the largest list has a million cells, and this looks at each just once. */
function isTable(value: unknown): value is FileTable {
  if (typeof value !== "object" || value === null) return false;
  if (!("header" in value && "rows" in value && "lines" in value)) return false;
  const { header, rows, lines } = value;
  return isTexts(header) && Array.isArray(rows) && rows.every(isTexts) && Array.isArray(lines);
}

export function parseFileTable(json: string): FileTable {
  const value: unknown = JSON.parse(json);
  if (!isTable(value)) throw new Error("the stored list of an upload is none");
  return value;
}

/** A file's name without folders and what no line of text can hold. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replace(/\p{C}/gu, "").trim().slice(-MAX_NAME) || "Liste";
}

export interface Upload {
  id: string;
  purpose: UploadsTable["purpose"];
  fileName: string;
  table: FileTable;
}

/** @returns the upload's id */
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
