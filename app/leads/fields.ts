import { FIELDS, fieldsWith, type LeadField } from "~db/schema/lead-fields";

export {
  FIELDS,
  type FieldWith,
  fieldsWith,
  ofPlainTexts,
  PLAIN_TEXTS,
} from "~db/schema/lead-fields";

export const FIELD_NAMES = labels();

function labels(): Record<Exclude<LeadField, "latitude" | "longitude">, string>;
function labels(): Record<string, string> {
  const rows = Object.entries(FIELDS);
  return Object.fromEntries(rows.flatMap(([name, { label }]) => (label ? [[name, label]] : [])));
}

export const FILLABLE_FIELDS = fieldsWith("isFound");
export const JUDGED_FIELDS = fieldsWith("isJudged");
