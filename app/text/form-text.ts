/** A sentence with a sign at its end. */
export function withFullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** All texts of a name in a form, as many and as long as anybody types them. */
export function formTexts(form: FormData, name: string, limits: { count: number; length: number }) {
  return form
    .getAll(name)
    .slice(0, limits.count)
    .map((value) => (typeof value === "string" ? value.slice(0, limits.length) : ""));
}

/** A text field of a form or an address; empty if it is missing. */
export function formText(fields: FormData | URLSearchParams, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
