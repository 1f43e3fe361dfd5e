import { z } from "zod";
import { LEAD_PRIORITIES, LEAD_STATUSES, SOURCE_TYPES } from "./lead";

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
    source: z
      .record(z.string(), z.unknown())
      .describe("Datensatz des Anbieters beim ersten Fund; in Listen leer"),
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
