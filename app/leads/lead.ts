import type { z } from "zod";
import type { LeadEventSchema, LeadSchema } from "./lead-schema.server";

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
  contactName: "Ansprechperson",
  contactTitle: "Funktion",
  contactProfileUrl: "Profil der Ansprechperson",
  subject: "Betreff",
};

export const SOURCE_NAMES: Record<string, string> = {
  maps: "Karten",
  osm: "OpenStreetMap",
  serp: "Websuche",
  csv: "CSV",
  profiles: "Profile",
  import: "Import",
  register: "Marktstammdatenregister",
  manual: "von Hand",
};

export type Lead = z.infer<typeof LeadSchema>;
export type LeadEvent = z.infer<typeof LeadEventSchema>;

/** A phone number or email address as people read it, and what a link to it opens; null where it can't be one. */
export interface ContactText {
  display: string;
  href: string | null;
}
