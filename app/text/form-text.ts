/** A sentence with a sign at its end. */
export function withFullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A text field of a form or an address; empty where there is none of this name. */
export function formText(fields: FormData | URLSearchParams, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
