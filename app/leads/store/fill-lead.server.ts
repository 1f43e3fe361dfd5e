import { foldText } from "~db/fold";
import { e164Of } from "~db/phone-number";
import { type LeadChange, parseList } from "~db/queries/leads";
import type { LeadContact, LeadRow } from "~db/schema";
import { addressLine, streetKey } from "../../reading/places/address-line";
import { joinPersons } from "../contact-columns.server";
import { ADDRESS_FIELDS, ADDRESS_PARTS, CONTACT_FIELDS, FILLABLE_FIELDS } from "../lead";
import type { Evidence } from "../lead-schema";
import { ImprintSchema, parseImprint } from "../lead-schema";

const IMPRINT_FIELDS = ImprintSchema.keyof().options;

export type Fillable = Partial<LeadRow> &
  Pick<LeadRow, "contacts" | "editedFields" | "emails" | "phones">;

export interface Found {
  values: { [field in Evidence["field"]]?: Evidence["value"] };
  isNameGuessed: boolean;
  persons: readonly LeadContact[];
  /** The best first; `values` repeats it. */
  emails: readonly string[];
  phones: readonly string[];
}

const plain = (value: unknown) =>
  foldText(String(value)).replace(/^(?:https?:\/\/)?(?:www\.)?|(?<!\/)\/+$/g, "");

/** Ignores case, scheme and „www.“, and also looks at further addresses and numbers. */
export function holds(lead: LeadRow, { field, value }: Pick<Evidence, "field" | "value">): boolean {
  if (field === "phone" && lead.phone !== value) {
    return parseList(lead.phones).some((own) => e164Of(own) === e164Of(String(value)));
  }
  const others = field === "email" ? parseList(lead.emails) : [];
  const columns: Partial<Record<string, unknown>> = lead;
  return [columns[field], ...others].some((own) => own === value || plain(own) === plain(value));
}

/** As many as a form may send. */
const MAX_EMAILS = 50;

function emailChange(lead: Fillable, emails: readonly string[], addsEmails: boolean): LeadChange {
  const [best] = emails;
  const edited = parseList(lead.editedFields);
  if (best === undefined || edited.includes("emails")) return {};
  const known = parseList(lead.emails);
  const { email: main = null } = lead;
  if (main === null) {
    if (edited.includes("email")) return {};
    return { email: best, emails: JSON.stringify([...new Set([...emails, ...known])]) };
  }
  const kept = new Set([main, ...known].map((email) => email.toLowerCase()));
  const further = addsEmails ? emails.filter((email) => !kept.has(email.toLowerCase())) : [];
  const added = further.slice(0, Math.max(0, MAX_EMAILS - known.length));
  return added.length === 0 ? {} : { emails: JSON.stringify([...known, ...added]) };
}

/** The lead has only the street of the address that was found. */
function hasOnlyStreet(lead: Fillable, { street, postalCode, city }: Found["values"]): boolean {
  const { address = null } = lead;
  const own = lead.street ?? address;
  const isKnown = Boolean(lead.postalCode ?? lead.city);
  if (own === null || typeof street !== "string" || isKnown || !(postalCode ?? city)) return false;
  return [own, address ?? own].every((line) => streetKey(line) === streetKey(street));
}

/** Fills empty fields, adds persons and replaces the Impressum. Keeps fields that a user set. */
export function fillChange(
  lead: Fillable,
  { values, isNameGuessed, persons, emails, phones }: Found,
  may: { rename: boolean; addEmails: boolean },
): LeadChange {
  const edited = new Set(parseList(lead.editedFields));
  const isGiven = (field: Evidence["field"]) =>
    (values[field] ?? null) !== null && !edited.has(field);
  const isOther = (field: (typeof FILLABLE_FIELDS)[number]) => {
    const { [field]: own = null } = lead;
    return own !== null && own !== values[field] && plain(own) !== plain(values[field]);
  };
  const isStreet = may.rename && hasOnlyStreet(lead, values);
  const hasAddress =
    ADDRESS_FIELDS.some((field) => edited.has(field)) ||
    (!isStreet && ADDRESS_PARTS.some(isOther)) ||
    (Boolean(values.federalState) && isOther("federalState"));
  const kept = new Set<string>(["email", ...(hasAddress ? ADDRESS_FIELDS : []), ...CONTACT_FIELDS]);
  const filled = FILLABLE_FIELDS.filter(
    (field) => isGiven(field) && (lead[field] ?? null) === null && !kept.has(field),
  );
  const change: LeadChange = {
    ...Object.fromEntries(filled.map((field) => [field, values[field]])),
    ...joinPersons(lead, persons),
    ...emailChange(lead, emails, may.addEmails),
  };
  if (isStreet && !hasAddress) {
    const text = (field: "street" | "postalCode" | "city") => values[field]?.toString() ?? null;
    const parts = { street: text("street"), postalCode: text("postalCode"), city: text("city") };
    change.address = values.address?.toString() ?? addressLine(parts);
  }
  if (filled.includes("companyName")) change.nameGuessed = isNameGuessed ? 1 : null;
  else if (may.rename && !isNameGuessed && lead.nameGuessed === 1 && isGiven("companyName")) {
    const companyName = String(values.companyName);
    if (companyName !== lead.companyName) Object.assign(change, { companyName, nameGuessed: null });
  }
  if (filled.includes("phone") && lead.phones === "[]" && !edited.has("phones")) {
    if (phones.length > 1) change.phones = JSON.stringify(phones.slice(1));
  }
  const parts = IMPRINT_FIELDS.filter(isGiven);
  if (parts.length === 0) return change;
  const said = Object.fromEntries(parts.map((field) => [field, values[field]]));
  return { ...change, imprint: JSON.stringify({ ...parseImprint(lead.imprint ?? null), ...said }) };
}
