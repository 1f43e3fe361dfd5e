import { invalidInput } from "../../refusal";
import { JUDGED_FIELDS } from "../assessment/assessment";
import { type LeadPatch, LeadPatchSchema } from "./lead-patch";

export const LEAD_FORM_FIELDS = ["notes", ...JUDGED_FIELDS] as const;
export type LeadFormField = (typeof LEAD_FORM_FIELDS)[number];

export type LeadFormValues = Partial<Record<LeadFormField, string>>;

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

/** @throws Refusal 422 that names the fields at fault */
export function toPatch(changed: LeadFormValues): LeadPatch {
  const entries = LEAD_FORM_FIELDS.flatMap((field) => {
    const text = changed[field];
    return text === undefined ? [] : [[field, toPatchValue(field, text)] as const];
  });
  const patch = LeadPatchSchema.safeParse(Object.fromEntries(entries));
  if (patch.success) return patch.data;
  throw invalidInput(
    patch.error.issues.map(({ path, message }) => ({ path: String(path[0]), message })),
  );
}

/**
 * Reads a form of the panel. Beside each field stands a hidden one, „seen.…“, with the value that was on the screen:
 * only what a person changed is written, and only over what they saw.
 */
export function readLeadForm(form: FormData): { changed: LeadFormValues; seen: LeadFormValues } {
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? plainLineEnds(value) : undefined;
  };
  const changed: LeadFormValues = {};
  const seen: LeadFormValues = {};
  for (const field of LEAD_FORM_FIELDS) {
    const typed = textOf(field);
    const shown = textOf(`seen.${field}`);
    if (shown !== undefined) seen[field] = shown;
    if (typed !== undefined && typed !== shown) changed[field] = typed;
  }
  return { changed, seen };
}
