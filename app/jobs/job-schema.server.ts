import { z } from "zod";
import {
  EMAIL_STATES,
  JOB_KIND_NAMES,
  JOB_PHASES,
  JOB_STATUSES,
  SITE_STATES,
  SKIP_REASONS,
} from "~db/schema/jobs";
import { SOURCE_TYPES } from "../leads/lead";
import { JOB_TYPES } from "./kinds/registry";

const isoTime = z.iso.datetime().nullable();

export const JobSchema = z
  .object({
    id: z.string(),
    type: z.enum(JOB_TYPES),
    kind: z.enum(JOB_KIND_NAMES).describe("Was der Lauf tut; mehrere Arten teilen sich einen type"),
    status: z.enum(JOB_STATUSES),
    phase: z.enum(JOB_PHASES),
    progress: z.int().min(0).max(100).describe("Prozent, fällt nie"),
    found: z.int().describe("Treffer, die der Anbieter lieferte"),
    stored: z.int().describe("Davon mit eigener Domain, also im Leadspeicher"),
    storedNew: z.int().describe("Davon vorher nicht im Leadspeicher"),
    requested: z.int(),
    params: z.record(z.string(), z.unknown()),
    query: z.string(),
    error: z
      .string()
      .nullable()
      .describe("Bei einem wartenden Lauf: welcher Dienst gerade nicht erreichbar ist"),
    goesOn: z.boolean().describe("Erneut gestartet, macht der Lauf dort weiter, wo er stand"),
    warnings: z.array(z.string()),
    note: z.string().nullable().describe("Was das Lesen des Impressums brachte, als Satz"),
    parentId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    startedAt: isoTime,
    finishedAt: isoTime,
    resumeAt: isoTime.describe(
      "Ein wartender Lauf geht dann von selbst weiter: ein Dienst, den er braucht, ist überlastet oder nicht erreichbar",
    ),
  })
  .meta({ id: "Job" });

const JobUsageSchema = z
  .object({
    provider: z.string(),
    calls: z.int().describe("Aufrufe"),
    billed: z.int().describe("Davon berechnet"),
    credits: z.number().describe("Verbrauchtes Guthaben in der Einheit des Anbieters"),
    saved: z.int().describe("Fragen, die aus dem Speicher beantwortet wurden"),
  })
  .meta({ id: "JobUsage" });

const AreaCountSchema = z
  .object({
    places: z.int().describe("Gezählte Firmen"),
    known: z.int().describe("Davon im Leadspeicher oder schon einmal geholt"),
    new: z.int(),
    pages: z.int().describe("Kartenabfragen, die das Holen der neuen braucht"),
    singles: z.int().describe("Firmen, die einzeln billiger sind"),
    euros: z.number().nullable().describe("Was beide kosten; null, wo ein Preis fehlt"),
    emailEuros: z.number().nullable().describe("Was die E-Mails höchstens kosten; null ohne Suche"),
  })
  .describe("pages, singles und Preise stehen da, solange nach dem Zählen nichts geholt ist")
  .meta({ id: "AreaCount" });

export const JobDetailSchema = JobSchema.extend({
  area: AreaCountSchema.nullable().describe("Bei source „google-area“: was gezählt ist"),
  usage: z.array(JobUsageSchema),
  cost: z.number().nullable().describe("In €, mit den Preisen des Teams; null, wo einer fehlt"),
}).meta({ id: "JobDetail" });

export const JobResultSchema = z
  .object({
    position: z.int(),
    leadId: z.string().nullable().describe("null, wenn der Lead inzwischen gelöscht ist"),
    domain: z.string().nullable(),
    companyName: z.string().nullable(),
    website: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    isNew: z.boolean().describe("War die Domain neu, als die Suche sie fand?"),
    emailState: z
      .enum(EMAIL_STATES)
      .nullable()
      .describe("Ausgang der E-Mail-Suche; null, wenn keine nötig war"),
    siteState: z
      .enum(SITE_STATES)
      .nullable()
      .describe("Was das Lesen der Website ergab; null, wenn der Lauf sie nicht liest"),
    skipReason: z.enum(SKIP_REASONS).nullable(),
    source: z
      .enum(SOURCE_TYPES)
      .nullable()
      .describe("Woher der Treffer kommt; null bei einer Anreicherung"),
    contactName: z
      .string()
      .nullable()
      .describe("Die Ansprechperson des Leads; ohne sie die Person, die gefunden wurde"),
    contactTitle: z.string().nullable(),
    contactProfileUrl: z.string().nullable(),
  })
  .meta({ id: "JobResult" });
