/** A mail address or a page, in characters that a header may carry. */
export const CONTACT =
  /^(?=[\x21-\x7e]{1,200}$)(?:[^@()<>]+@[^@()<>]+\.[^@()<>]+|https?:\/\/[^()<>]+)$/;
