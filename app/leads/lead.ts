import type { z } from "zod";
import type { Channel } from "~db/schema/leads";
import type { EvidenceSchema, LeadEventSchema, LeadSchema } from "./lead-schema.server";

export const SOURCE_TYPES = [
  "maps",
  "osm",
  "serp",
  "csv",
  "profiles",
  "import",
  "register",
  "manual",
] as const;
export const LEAD_STATUSES = ["neu", "in_bearbeitung", "qualifiziert", "abgelehnt"] as const;
export const LEAD_PRIORITIES = ["niedrig", "mittel", "hoch"] as const;

export const FIELD_NAMES = {
  tags: "Tags",
  notes: "Notizen",
  companyType: "Firmentyp",
  topics: "Themen",
  salesScore: "Bewertung",
  salesReason: "Begründung",
  offerPackage: "Angebotspaket",
  siteProblem: "Hindernis",
  imprintName: "Firma laut Impressum",
  approved: "Freigabe",
  companyName: "Firma",
  domain: "Domain",
  website: "Website",
  email: "E-Mail",
  emails: "E-Mails",
  phone: "Telefon",
  phones: "Weitere Telefonnummern",
  address: "Adresse",
  street: "Straße",
  postalCode: "PLZ",
  city: "Ort",
  federalState: "Bundesland",
  country: "Land",
  contacts: "Ansprechpersonen",
  contactName: "Ansprechperson",
  contactTitle: "Funktion",
  contactProfileUrl: "Profil der Ansprechperson",
  legalName: "Rechtlicher Name",
  legalForm: "Rechtsform",
  management: "Leitung",
  registerCourt: "Registergericht",
  registerNumber: "Registernummer",
  vatId: "USt-IdNr.",
  owner: "Zuständig",
  followUpAt: "Wiedervorlage",
  subject: "Betreff",
};

/** Each of these says something of one person, so another person's must not be mixed with it. */
export const CONTACT_FIELDS = ["contactName", "contactTitle", "contactProfileUrl"] as const;

export const PERSON_PARTS = ["name", "title", "email", "phone", "profileUrl"] as const;

/** Each of these is a part of an address that another address must not be mixed with. */
export const ADDRESS_PARTS = ["address", "street", "postalCode", "city"] as const;
export const ADDRESS_FIELDS = [
  ...ADDRESS_PARTS,
  ...(["federalState", "country", "latitude", "longitude"] as const),
] as const;
/** The fields that are taken over with one of them, whole or not at all. */
export function groupOf(field: Evidence["field"]): readonly Evidence["field"][] {
  if (ADDRESS_FIELDS.some((part) => part === field)) return ADDRESS_FIELDS;
  return CONTACT_FIELDS.some((part) => part === field) ? CONTACT_FIELDS : [field];
}

/** Columns that a known lead gets filled where they are empty, and that an undone import empties again. */
export const FILLABLE_FIELDS = [
  ...(["companyName", "website", "email", "phone"] as const),
  ...ADDRESS_FIELDS,
  ...CONTACT_FIELDS,
  ...(["companyType", "salesScore", "salesReason", "offerPackage", "notes"] as const),
] as const;

export const SOURCE_NAMES: Record<string, string> = {
  maps: "Karten",
  osm: "OpenStreetMap",
  serp: "Websuche",
  csv: "CSV",
  profiles: "Profile",
  import: "Import",
  register: "Marktstammdatenregister",
  manual: "von Hand",
  imprint: "Impressum",
  contact: "Kontakt",
  home: "Startseite",
  about: "Über uns",
  services: "Leistungen",
  website: "Website",
  model: "Sprachmodell",
  rules: "feste Regeln",
  "email-finder": "E-Mail-Suche",
};

export { CHANNEL_NAMES, CHANNELS } from "~db/schema/leads";

/** A note as the panel shows it. */
export interface ShownNote {
  id: string;
  at: string;
  actor: string;
  text: string;
  channel: Channel | null;
  isOwn: boolean;
}

export type Lead = z.infer<typeof LeadSchema>;
export type LeadEvent = z.infer<typeof LeadEventSchema>;
export type Evidence = z.infer<typeof EvidenceSchema>;
/** What a finding says of one field: its page, what that is, and how it stands there. */
export type Fact = Pick<Evidence, "field" | "value"> &
  Partial<Pick<Evidence, "source" | "url" | "quote">>;

/** A phone number or email address as people read it, and what a link to it opens; null where it can't be one. */
export interface ContactText {
  display: string;
  href: string | null;
}
