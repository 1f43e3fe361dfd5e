import { z } from "zod";

export const SOURCE_TYPES = ["maps", "serp", "csv", "profiles", "import"] as const;
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
  serp: "Websuche",
  csv: "CSV",
  profiles: "Profile",
  import: "Import",
};

const text = z.string().nullable();
const isoTime = z.iso.datetime();

export const LeadSchema = z
  .object({
    id: z.string(),
    domain: z.string().describe("Registrierbare Domain, Umlaute lesbar"),
    companyName: text,
    website: text,
    email: text,
    emails: z.array(z.string()),
    phone: text.describe("E.164, wo die Nummer lesbar war"),
    phones: z.array(z.string()).describe("Weitere Nummern"),
    address: text,
    street: text,
    postalCode: text,
    city: text,
    federalState: text.describe("Deutscher Name des Bundeslands"),
    country: text.describe("ISO 3166-1, zwei Buchstaben"),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    contactName: text,
    contactTitle: text,
    contactProfileUrl: text,
    companyType: text,
    topics: z.array(z.string()),
    salesScore: z.int().min(1).max(5).nullable(),
    salesReason: text,
    offerPackage: text,
    source: z.record(z.string(), z.unknown()).describe("Datensatz des Anbieters beim ersten Fund"),
    sourceType: z.enum(SOURCE_TYPES),
    sourceTerm: text,
    tags: z.array(z.string()),
    notes: text,
    status: z.enum(LEAD_STATUSES),
    priority: z.enum(LEAD_PRIORITIES).nullable(),
    approved: z.boolean(),
    approvedAt: isoTime.nullable(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: "Lead" });

export type Lead = z.infer<typeof LeadSchema>;

/** One change of a lead: who, when, what, from which job. */
export const LeadEventSchema = z
  .object({
    id: z.string(),
    at: isoTime,
    actor: z.string(),
    kind: z.string(),
    changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
    jobId: text,
  })
  .meta({ id: "LeadEvent" });

export type LeadEvent = z.infer<typeof LeadEventSchema>;

/** A phone number or email address as people read it, and what a link to it opens; null where it can't be one. */
export interface ContactText {
  display: string;
  href: string | null;
}
