/** A mail address or URL, limited to characters valid in a header. */
export const CONTACT =
  /^(?=[\x21-\x7e]{1,200}$)(?:[^@()<>]+@[^@()<>]+\.[^@()<>]+|https?:\/\/[^()<>]+)$/;
