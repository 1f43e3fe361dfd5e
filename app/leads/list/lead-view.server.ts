import { emailText, phoneText } from "../contact-text.server";
import type { ContactText, Lead } from "../lead";

/** A lead as pages show it: contact data as people read them, with what a link opens. */
export type LeadView = Omit<Lead, "phone" | "email" | "emails" | "source"> & {
  phone: ContactText | null;
  email: ContactText | null;
  emails: ContactText[];
};

export function toLeadView({ phone, email, emails, source: _source, ...lead }: Lead): LeadView {
  return {
    ...lead,
    phone: phoneText(phone),
    email: emailText(email),
    emails: emails.flatMap((address) => emailText(address) ?? []),
  };
}
