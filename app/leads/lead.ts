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

/** Describe one person, so values of two are never mixed. */
export const CONTACT_FIELDS = ["contactName", "contactTitle", "contactProfileUrl"] as const;

export const PERSON_PARTS = ["name", "title", "email", "phone", "profileUrl"] as const;

/** Parts of one address, never mixed with another's. */
export const ADDRESS_PARTS = ["address", "street", "postalCode", "city"] as const;
export const ADDRESS_FIELDS = [
  ...ADDRESS_PARTS,
  ...(["federalState", "country", "latitude", "longitude"] as const),
] as const;
/** Fields that are taken over together. */
export function groupOf(field: Evidence["field"]): readonly Evidence["field"][] {
  if (ADDRESS_FIELDS.some((part) => part === field)) return ADDRESS_FIELDS;
  return CONTACT_FIELDS.some((part) => part === field) ? CONTACT_FIELDS : [field];
}

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
export { FIELD_NAMES, FILLABLE_FIELDS, JUDGED_FIELDS } from "./fields";

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
export type Fact = Pick<Evidence, "field" | "value"> &
  Partial<Pick<Evidence, "source" | "url" | "quote">>;

/** `href` is null where the text can't be dialled or written to. */
export interface ContactText {
  display: string;
  href: string | null;
}
