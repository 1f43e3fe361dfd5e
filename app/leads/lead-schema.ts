import { z } from "zod";
import { perPlainText } from "~db/schema/lead-fields";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  FILLABLE_FIELDS,
  LEAD_PRIORITIES,
  LEAD_STATUSES,
  SOURCE_TYPES,
} from "./lead";

const text = z.string().nullable();
const isoTime = z.iso.datetime();

export const ImprintSchema = z.object({
  legalName: text.default(null),
  legalForm: text.default(null),
  management: z.array(z.string()).default([]),
  registerCourt: text.default(null),
  registerNumber: text.default(null).describe("„HRB 12345“"),
  vatId: text.default(null),
  economicId: text.default(null).describe("„DE123456789-00001“"),
});

const ContactSchema = z
  .object({ name: text, title: text, email: text, phone: text, profileUrl: text })
  .meta({ id: "Contact" });

export const parseImprint = (json: string | null) => ImprintSchema.parse(JSON.parse(json ?? "{}"));

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
    contacts: z
      .array(ContactSchema)
      .describe("Alle Ansprechpersonen; contactName, contactTitle … sind die der ersten"),
    companyType: text,
    topics: z.array(z.string()),
    salesScore: z.int().min(1).max(5).nullable(),
    salesReason: text,
    ...perPlainText(() => text),
    imprint: ImprintSchema.nullable().describe("Was die Firma in ihrem Impressum sagt"),
    adObjection: z
      .object({ text: z.string(), url: z.string() })
      .nullable()
      .describe(
        "Der Satz, mit dem die Firma auf ihrer Website Werbung widerspricht, und die Seite",
      ),
    source: z
      .record(z.string(), z.unknown())
      .describe("Datensatz des Anbieters beim ersten Fund; in Listen leer"),
    sourceType: z.enum(SOURCE_TYPES),
    sourceTerm: text,
    tags: z.array(z.string()),
    notes: text.describe("Alle Notizen, die neueste zuerst, eine Leerzeile dazwischen"),
    owner: text.describe("Wer zuständig ist: der Name eines Benutzers"),
    followUpAt: isoTime.nullable().describe("Wiedervorlage"),
    status: z.enum(LEAD_STATUSES),
    priority: z.enum(LEAD_PRIORITIES).nullable(),
    approved: z.boolean(),
    approvedAt: isoTime.nullable(),
    doNotContact: z
      .object({ reason: z.string(), at: isoTime, by: z.string() })
      .nullable()
      .describe(
        "Nicht mehr kontaktieren: warum, seit wann und von wem; solche Leads stehen in keiner Liste",
      ),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: "Lead" });
export type Lead = z.infer<typeof LeadSchema>;

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

export const LeadSourceSchema = z
  .object({ id: z.string(), jobId: text, sourceType: z.enum(SOURCE_TYPES), provider: text })
  .extend({ term: text, region: text, foundAt: isoTime })
  .meta({ id: "LeadSource" });

export const EVIDENCE_FIELDS = [
  ...([...FILLABLE_FIELDS, "emails", "phones", "topics"] as const),
  ...ImprintSchema.keyof().options,
] as const;

export const EvidenceSchema = z
  .object({
    field: z.enum(EVIDENCE_FIELDS).describe("legalName … vatId stehen im Lead unter imprint"),
    value: z.union([z.string(), z.number(), z.array(z.string()), z.null()]).describe("Wie im Lead"),
    source: z
      .string()
      .describe(
        "Wie sourceType; imprint, contact, home, about, services, privacy: eine Seite der Firma; website, email-finder, model, rules; manual: eine Person",
      ),
    provider: text.describe("Der Dienst oder das Sprachmodell; bei manual der Name der Person"),
    url: text.describe("Die Seite, auf der es steht"),
    quote: text.describe("Der Satz, der es belegt"),
    foundAt: isoTime,
    jobId: text,
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof EvidenceSchema>;
export type Fact = Pick<Evidence, "field" | "value"> &
  Partial<Pick<Evidence, "source" | "url" | "quote">>;

/** Fields that are adopted together. */
export function groupOf(field: Evidence["field"]): readonly Evidence["field"][] {
  if (ADDRESS_FIELDS.some((part) => part === field)) return ADDRESS_FIELDS;
  if (field === "adObjection") return [field, "adObjectionUrl"];
  return CONTACT_FIELDS.some((part) => part === field) ? CONTACT_FIELDS : [field];
}
