import { inputIssues } from "../../http/search-params";
import { type LeadPatch, LeadPatchSchema } from "./lead-patch";

/** The fields of a lead that the panel's forms hold; topics are written with commas. */
export const LEAD_FORM_FIELDS = [
  "status",
  "priority",
  "notes",
  "companyType",
  "topics",
  "salesScore",
  "salesReason",
  "offerPackage",
] as const;
export type LeadFormField = (typeof LEAD_FORM_FIELDS)[number];

/** What the fields of a form hold, as texts. */
export type LeadFormValues = Partial<Record<LeadFormField, string>>;

/** A value as a form's field holds it. */
export function toFieldText(value: string | number | readonly string[] | null): string {
  if (value === null) return "";
  const text = typeof value === "string" || typeof value === "number" ? value : value.join(", ");
  return plainLineEnds(String(text));
}

/** Browsers send every line end as CR LF. */
function plainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function toPatchValue(field: LeadFormField, text: string): unknown {
  if (field === "topics") {
    return text
      .split(",")
      .map((topic) => topic.trim())
      .filter(Boolean);
  }
  if (text.trim() === "") return null;
  return field === "salesScore" ? Number(text) : text;
}

function toPatch(values: LeadFormValues) {
  const entries = LEAD_FORM_FIELDS.flatMap((field) => {
    const text = values[field];
    return text === undefined ? [] : [[field, toPatchValue(field, text)] as const];
  });
  return LeadPatchSchema.safeParse(Object.fromEntries(entries));
}

type LeadForm =
  | {
      success: true;
      patch: LeadPatch;
      /** What the person changed, and what was on the screen. */
      changed: LeadFormValues;
      seen: LeadFormValues;
    }
  | { success: false; errors: LeadFormValues; values: LeadFormValues };

function valuesOf(form: FormData, prefix: string): LeadFormValues {
  return Object.fromEntries(
    LEAD_FORM_FIELDS.flatMap((field) => {
      const value = form.get(`${prefix}${field}`);
      return typeof value === "string" ? [[field, plainLineEnds(value)]] : [];
    }),
  );
}

/**
 * Reads a form of the panel. Beside each field stands a hidden one, „seen.…“, with the value that was on the screen:
 * only what a person changed is written, and only over what they saw.
 */
export function parseLeadForm(form: FormData): LeadForm {
  const values = valuesOf(form, "");
  const seen = valuesOf(form, "seen.");
  const changed: LeadFormValues = Object.fromEntries(
    LEAD_FORM_FIELDS.flatMap((field) => {
      const value = values[field];
      return value === undefined || value === seen[field] ? [] : [[field, value]];
    }),
  );
  const patch = toPatch(changed);
  if (!patch.success) {
    const issues = inputIssues(patch.error, [...LEAD_FORM_FIELDS]);
    const errors = Object.fromEntries(
      issues.map(({ path, message }) => [path.split(".", 1)[0] ?? "", message]),
    );
    return { success: false, errors, values };
  }
  return { success: true, patch: patch.data, changed, seen };
}
