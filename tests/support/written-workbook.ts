import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Column, writeWorkbook } from "~/spreadsheet/workbook-writer.server";
import { readWorkbook, type Workbook } from "./workbook";

/** A row of a test is its cells in the order of the columns. */
export type Values = readonly (string | number | null)[];

/** The column that shows the value at this place of a row. */
export function column(
  index: number,
  kind: Column<Values>["kind"],
  header = `Spalte ${index + 1}`,
): Column<Values> {
  return { header, width: 12, kind, value: (row) => row[index] ?? null };
}

/** Writes a workbook for Berlin into a folder of its own, and opens it. */
export async function writeRows<Row = Values>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<{ result: { rows: number }; book: Workbook }> {
  const folder = await mkdtemp(join(tmpdir(), "workbook-"));
  try {
    const path = join(folder, "test.xlsx");
    const timeZone = "Europe/Berlin";
    const result = await writeWorkbook({ path, sheetName: "Leads", columns, rows, timeZone });
    return { result, book: await readWorkbook(await readFile(path)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes one column of this kind; its values begin in A2. */
export async function writeColumn(kind: Column<Values>["kind"], values: Values): Promise<Workbook> {
  const { book } = await writeRows(
    [column(0, kind)],
    values.map((value) => [value]),
  );
  return book;
}
