import { dialTarget, parsePhoneNumber } from "~db/phone-number";
import type { LeadRow } from "~db/schema";
import { perPlainText } from "~db/schema/lead-fields";
import { isoTime } from "../../format/iso-time";
import { displayDomain, isAtOtherDomain } from "../../reading/companies/domain-key.server";
import { addressLine } from "../../reading/places/address-line";
import { type ContactText, lastNote, OBJECTS, OTHER_DOMAIN } from "../lead";
import type { Lead } from "../lead-schema";

const ADDRESS = /^[^\s\p{C}?&#%@,;:<>()[\]"\\]+@[^\s\p{C}?&#%@,;:<>()[\]"\\/]+$/u;

export function phoneText(phone: string | null, shown: string | null = null): ContactText | null {
  if (phone === null) return null;
  const dialled = shown && dialTarget(shown);
  if (dialled) return { display: shown, href: `tel:${dialled}` };
  const { display, e164 } = parsePhoneNumber(phone);
  return { display, href: e164 && `tel:${e164}` };
}

export function emailText(email: string | null, domain: string | null): ContactText | null {
  if (email === null) return null;
  const at = email.lastIndexOf("@");
  return {
    display: `${email.slice(0, at + 1)}${displayDomain(email.slice(at + 1))}`,
    // `ADDRESS` admits no characters that add headers („?“, „&“) or recipients („,“, „;“).
    href: ADDRESS.test(email) ? `mailto:${email}` : null,
    ...(domain !== null && isAtOtherDomain(email, domain) ? { mark: OTHER_DOMAIN } : {}),
  };
}

/** The panel asks before anybody writes to a company that objects to advertising. */
function askedFirst(
  email: ContactText | null,
  { adObjection }: Pick<LeadRow, "adObjection">,
): ContactText | null {
  return email && adObjection !== null ? { ...email, href: null, mark: OBJECTS } : email;
}

export type LeadView = ReturnType<typeof toLeadView>;

export function toLeadView(whole: Lead, alike: string | null = null) {
  const { phone, phones, email, emails, source: _source, ...lead } = whole;
  return {
    ...lead,
    alike: lead.approved ? null : alike,
    address: lead.address ?? addressLine(lead),
    phone: phoneText(phone),
    phones: phones.flatMap((number) => phoneText(number) ?? []),
    email: emailText(email, lead.domain),
    emails: emails.flatMap((address) => emailText(address, lead.domain) ?? []),
    contacts: lead.contacts.map((one) => ({
      ...one,
      email: emailText(one.email, lead.domain),
      phone: phoneText(one.phone),
    })),
  };
}

/** Kept small: a page sends it twice, as HTML and as data for hydration. */
export function toListLead(row: LeadRow, tags: readonly string[], hasNote = false) {
  return {
    id: row.id,
    domain: displayDomain(row.domain),
    companyName: row.companyName,
    website: row.website,
    email: askedFirst(emailText(row.email, row.domain), row),
    phone: phoneText(row.phone, row.phoneDisplay),
    city: row.city,
    federalState: row.federalState,
    contactName: row.contactName,
    companyType: row.companyType,
    sourceType: row.sourceType,
    sourceTerm: row.sourceTerm,
    owner: row.owner,
    followUpAt: isoTime(row.followUpAt),
    notes: hasNote ? lastNote(row.notes) : null,
    salesScore: row.salesScore,
    salesReason: row.salesReason,
    ...perPlainText((name) => row[name]),
    approved: row.approved === 1,
    tags,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}
