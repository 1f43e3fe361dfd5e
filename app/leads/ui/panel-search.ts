/** Parameter that names the field shown as a form. */
export const FORM_PARAMETER = "bearbeiten";
/** Parameter that opens the email at the top of the panel. */
export const EMAIL_PARAMETER = "email";
/** Parameter that confirms an email in spite of an objection. */
export const DESPITE_PARAMETER = "trotzdem";
/** Closes all that a parameter opened in the panel. */
export const CLOSED = {
  [FORM_PARAMETER]: null,
  [EMAIL_PARAMETER]: null,
  [DESPITE_PARAMETER]: null,
};

export function panelSearch(search: string, change: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params.size === 0 ? "" : `?${params}`;
}
