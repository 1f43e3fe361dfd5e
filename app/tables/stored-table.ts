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
