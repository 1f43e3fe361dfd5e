import type { Channel } from "~db/schema/leads";

/** Describe one person; the values of two persons are never mixed. */
export const CONTACT_FIELDS = ["contactName", "contactTitle", "contactProfileUrl"] as const;

/** Title of a person whom the Impressum names. */
export const MANAGEMENT = "Geschäftsführung";

/** Managers in the Impressum who are not contacts yet; ignores titles as in „Dr. Anna Groß“. */
export function newManagers(
  management: readonly string[] = [],
  contacts: readonly { name: string | null }[],
): string[] {
  const ends = (long: string, short: string) => ` ${long}`.endsWith(` ${short}`);
  return management.filter(
    (one) => !contacts.some(({ name }) => name && (ends(one, name) || ends(name, one))),
  );
}

export const PERSON_PARTS = ["name", "title", "email", "phone", "profileUrl"] as const;

/** Parts of one address, never mixed with another's. */
export const ADDRESS_PARTS = ["address", "street", "postalCode", "city"] as const;
export const ADDRESS_FIELDS = [
  ...ADDRESS_PARTS,
  ...(["federalState", "country", "latitude", "longitude"] as const),
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
  privacy: "Datenschutz",
  website: "Website",
  model: "Sprachmodell",
  rules: "feste Regeln",
  "email-finder": "E-Mail-Suche",
  merge: "Zusammengeführter Lead",
};

/** Offered after a contact. */
export const FOLLOW_UP_DAYS = 7;

export const APPROVAL_HINT = "Freigeben: geprüft und bereit für die Ansprache";

export { FIELD_NAMES, FILLABLE_FIELDS, JUDGED_FIELDS } from "~db/schema/lead-fields";
export {
  CHANNEL_NAMES,
  CHANNELS,
  LEAD_PRIORITIES,
  LEAD_STATUSES,
  SOURCE_TYPES,
} from "~db/schema/leads";

/** The newest note in one line. */
export function lastNote(notes: string | null): string {
  const [newest = ""] = notes?.split("\n\n", 1) ?? [];
  return newest
    .replace(/\s+/g, " ")
    .slice(0, 160)
    .replace(/[\ud800-\udbff]$/, "");
}

export interface ShownNote {
  id: string;
  at: string;
  actor: string;
  text: string;
  channel: Channel | null;
  isOwn: boolean;
}

/** `href` is null if the text is no usable number or address. */
export interface ContactText {
  display: string;
  href: string | null;
  /** Of an email address that does not belong to the lead's domain, or whose company objects to advertising. */
  mark?: typeof OTHER_DOMAIN | typeof OBJECTS;
}

export const OTHER_DOMAIN = "andere Domain";
export const OBJECTS = "widerspricht Werbung";

/** „info@gmx.de (andere Domain)“ */
export const markedText = ({ display, mark }: Pick<ContactText, "display" | "mark">) =>
  mark ? `${display} (${mark})` : display;
