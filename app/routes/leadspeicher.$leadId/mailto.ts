/** Some mail programs take no longer address. */
export const SAFE_LENGTH = 2_000;

/** RFC 6068: UTF-8, percent-encoded, line ends as CR LF. Half characters, which have no UTF-8, become the sign for one. */
function encode(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, "\ufffd");
  return encodeURIComponent(whole.replace(/\r\n?|\n/g, "\r\n"));
}

/** Keeps a second recipient or a header out of the address. */
function encodeAddress(address: string): string {
  return encode(address.replace(/[\s\p{Cc}]+/gu, "")).replaceAll("%40", "@");
}

/** @param to null where the recipient is not known */
export function mailtoLink(to: string | null, subject: string, body: string): string {
  const line = subject.replace(/\s+/g, " ");
  const recipient = to === null ? "" : encodeAddress(to);
  return `mailto:${recipient}?subject=${encode(line)}&body=${encode(body)}`;
}
