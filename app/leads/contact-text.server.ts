import { displayDomain } from "./domain-key.server";
import { parsePhoneNumber } from "./phone-number.server";

/** A phone number or email address as people read it, and what a link to it opens; null where it can't be one. */
export interface ContactText {
  display: string;
  href: string | null;
}

export function phoneText(phone: string | null): ContactText | null {
  if (phone === null) return null;
  const { display, href } = parsePhoneNumber(phone);
  return { display, href };
}

/** Umlaut domains are stored in punycode and read as they are written. */
export function emailText(email: string | null): ContactText | null {
  if (email === null) return null;
  const at = email.lastIndexOf("@");
  return {
    display: `${email.slice(0, at + 1)}${displayDomain(email.slice(at + 1))}`,
    // No „?“ or „&“ may get into the address, or it could carry a subject or a copy.
    href: /^[^\s?&#%]+@[^\s?&#%]+$/.test(email) ? `mailto:${email}` : null,
  };
}
