import { z } from "zod";
import type { Decision } from "./measure";
import { importMapping } from "./subjects";
import importColumns from "./tables/import-columns.json";

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
