import { isPerson } from "../reading/tables/column-values.server";
import type { FileTable, ImportField, Mapping } from "../reading/tables/fields";
import { readHeader } from "../reading/tables/header-names";
import { filledText } from "../text/filled-text";
import { type ListFacts, NO_FACTS, readListFacts } from "./list-facts.server";

/** „Muster, Erika“ */
export const FAMILY_FIRST = /^(\p{L}[\p{L}' -]*), ?(\p{L}[\p{L}. -]*)$/u;
const SAMPLED_ROWS = 200;

export interface RowSpec {
  header: readonly string[];
  /** The mapped columns, first names before last names. */
  columns: { field: ImportField; column: number }[];
  /** Most postal codes have five digits, so four lack their leading zero. */
  isGermanList: boolean;
  /** Most persons are written „Muster, Erika“. */
  isFamilyFirst: boolean;
  facts: ListFacts;
  owners: readonly string[];
  timeZone: string;
}

export type ListContext = Pick<RowSpec, "owners" | "timeZone">;
const DEFAULT_CONTEXT: ListContext = { owners: [], timeZone: "UTC" };

export function rowSpec(
  { header, rows }: Pick<FileTable, "header" | "rows">,
  mapping: Mapping,
  context = DEFAULT_CONTEXT,
): RowSpec {
  const columns = mapping.flatMap((field, column) => (field === null ? [] : [{ field, column }]));
  const isGiven = ({ column }: { column: number }) =>
    readHeader(header[column] ?? "").names.includes("givenName");
  columns.sort((left, right) => Number(isGiven(right)) - Number(isGiven(left)));
  const first = rows.slice(0, SAMPLED_ROWS);
  const mostMatch = (field: ImportField, test: (value: string) => boolean) => {
    const column = mapping.indexOf(field);
    const values = first.flatMap((row) => filledText(row[column] ?? "") ?? []);
    return values.filter(test).length > values.length / 2;
  };
  return {
    header,
    columns,
    isGermanList: mostMatch("postalCode", (code) => /^\d{5}(?:\.0)?$/.test(code)),
    isFamilyFirst: mostMatch("contactName", (name) => isPerson(FAMILY_FIRST.exec(name)?.[2] ?? "")),
    facts: NO_FACTS,
    ...context,
  };
}

export async function listSpec(
  table: FileTable,
  mapping: Mapping,
  context: ListContext,
): Promise<RowSpec> {
  return { ...rowSpec(table, mapping, context), facts: await readListFacts(table, mapping) };
}
