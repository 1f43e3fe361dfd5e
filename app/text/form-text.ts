export function withFullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function formTexts(form: FormData, name: string, limits: { count: number; length: number }) {
  return form
    .getAll(name)
    .slice(0, limits.count)
    .map((value) => (typeof value === "string" ? value.slice(0, limits.length) : ""));
}

export function formText(fields: FormData | URLSearchParams, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
