import { filledValues, fits, isDistinct } from "./column-values.server";
import { type FileTable, IMPORT_FIELDS, isImportField, type Mapping } from "./fields";
import { FIELD_OF } from "./guess-mapping.server";
import { isKnownHeader, readHeader } from "./header-names";

const SAMPLES = 200;

/** Why a column with a known header fills no field, in German; null if a person chose so. */
export function untakenReason(
  { header, rows }: Pick<FileTable, "header" | "rows">,
  mapping: Mapping,
  column: number,
): string | null {
  const reading = readHeader(header[column] ?? "");
  const [word] = reading.names;
  const field = word && (FIELD_OF[word] ?? word);
  const values = filledValues(rows.slice(0, SAMPLES).map((row) => row[column]));
  const isOpen = mapping[column] === null && values.length > 0 && isKnownHeader(reading);
  // Pages show no status.
  if (!isOpen || field === undefined || !isImportField(field) || field === "status") return null;
  const taken = mapping.indexOf(field);
  if (taken >= 0) return `Schon aus „${header[taken]}“ übernommen`;
  if (!reading.names.some((name) => fits(name, values))) {
    return `Die Werte passen nicht zu „${IMPORT_FIELDS[field]}“`;
  }
  return field === "contactName" && !isDistinct(values) ? "Die Namen wiederholen sich" : null;
}
