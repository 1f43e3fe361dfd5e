import { z } from "zod";
import type { Decision } from "./measure";
import { importMapping, importRow } from "./subjects";
import importColumns from "./tables/import-columns.json";
import importRows from "./tables/import-rows.json";

const FilesSchema = z.array(
  z.object({
    file: z.string(),
    columns: z.array(z.tuple([z.string(), z.string().nullable()]).rest(z.string())),
  }),
);

/** Files as columns: a header, what the column is, and the values of the first rows. */
export function decideColumns(): Decision[] {
  return FilesSchema.parse(importColumns).flatMap(({ file, columns }) => {
    const rowCount = Math.max(...columns.map((column) => column.length - 2));
    const rows = Array.from({ length: rowCount }, (_, row) =>
      columns.map((column) => column[row + 2] ?? ""),
    );
    const header = columns.map(([name]) => name);
    const given = importMapping(header, rows);
    return columns.map(([name, expected], column) => ({
      label: `${file}: ${name}`,
      given: given[column] ?? null,
      expected,
    }));
  });
}

const RowsSchema = z.array(
  z.tuple([
    z.record(z.string(), z.string()),
    z.record(z.string(), z.unknown()).nullable(),
    z.array(z.string()),
  ]),
);

const inOrder = (values: object) => JSON.stringify(Object.entries(values).sort());

/** Cells by their field, the values that come of them (null where the row is none), and the fields left out. */
export function decideRows(): Decision[] {
  return RowsSchema.parse(importRows).map(([cells, values, dropped]) => {
    const fields = Object.keys(cells);
    const answer = importRow(fields, Object.values(cells), fields);
    const left = answer.dropped?.map((text) => text.split(":")[0]) ?? [];
    return {
      label: inOrder(cells).slice(0, 200),
      given: answer.values === undefined ? null : `${inOrder(answer.values)} ohne ${left.join()}`,
      expected: values === null ? null : `${inOrder(values)} ohne ${dropped.join()}`,
    };
  });
}
