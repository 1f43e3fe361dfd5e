import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";
import { BulkRequestSchema } from "./bulk/bulk-action";
import { LeadPatchSchema } from "./edit/lead-patch";
import { LeadEventSchema, LeadSchema } from "./lead";
import { LeadFilterSchema, LeadListQuerySchema, LeadSortSchema } from "./list/lead-filters";

const EXPORT_VARIANTS = ["view", "with-email", "approved"] as const;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const listLeads = apiOperation({
  method: "GET",
  path: "/api/leads",
  summary: "Leads filtern, suchen, sortieren und blättern",
  description:
    "`total` ist genau; nur eine Textsuche mit mehr als 10.000 Treffern (1.000 mit weiteren Filtern) nennt diese Grenze mit `totalIsExact: false`. Eine Seite hinter dem Ende ist die letzte. `Link` nennt die nächste und vorige Seite.",
  query: LeadListQuerySchema,
  body: NOTHING,
  status: 200,
  response: z
    .object({
      leads: z.array(LeadSchema),
      total: z.int(),
      totalIsExact: z.boolean(),
      page: z.int(),
      pageSize: z.int(),
      pageCount: z.int(),
      nextCursor: z.string().nullable(),
    })
    .meta({ id: "LeadPage" }),
});

export const getLead = apiOperation({
  method: "GET",
  path: "/api/leads/{leadId}",
  summary: "Ein Lead mit seinem Verlauf",
  description: "`ETag` steht für den Stand des Leads; mit `If-Match` ändert PATCH nur diesen.",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: LeadSchema.extend({ events: z.array(LeadEventSchema) }).meta({ id: "LeadWithEvents" }),
  problems: [404],
});

const IF_MATCH = z.object({
  "If-Match": z.string().optional().describe("`ETag` des Stands, für den die Änderung gedacht ist"),
});

export const patchLeadOperation = apiOperation({
  method: "PATCH",
  path: "/api/leads/{leadId}",
  summary: "Einen Lead ändern (JSON Merge Patch)",
  description:
    "Was fehlt, bleibt; null leert. `If-Match` mit einem veralteten `ETag` ändert nichts (412). `approved: true` setzt `approvedAt`.",
  query: NOTHING,
  headers: IF_MATCH,
  body: LeadPatchSchema,
  status: 200,
  response: LeadSchema,
  problems: [404, 412],
});

export const deleteLeadOperation = apiOperation({
  method: "DELETE",
  path: "/api/leads/{leadId}",
  summary: "Einen Lead in den Papierkorb legen",
  description: "Dort bleibt er 30 Tage; `restore` in POST /api/leads/bulk holt ihn zurück.",
  query: NOTHING,
  headers: IF_MATCH,
  body: NOTHING,
  status: 204,
  problems: [404, 412],
});

export const bulkLeads = apiOperation({
  method: "POST",
  path: "/api/leads/bulk",
  summary: "Viele Leads auf einmal ändern",
  description:
    "Die Leads von `ids`, oder alle eines `filter`: trifft er nicht genau `expectedCount`, geschieht nichts (409). `enrich` sucht E-Mails für die, die keine haben, liest die Websites aller und nennt den Lauf in `jobId`.",
  query: NOTHING,
  body: BulkRequestSchema,
  status: 200,
  response: z
    .object({
      matched: z.int().describe("So viele Leads waren gemeint und vorhanden"),
      changed: z.int().describe("So viele davon waren nicht schon so"),
      deletionId: z.string().optional().describe("Nur bei delete"),
      jobId: z.string().optional().describe("Nur bei enrich"),
    })
    .meta({ id: "BulkOutcome" }),
  problems: [409],
});

const count = z.int().min(0);

export const leadStats = apiOperation({
  method: "GET",
  path: "/api/leads/stats",
  summary: "Der Leadspeicher in Zahlen",
  description: "Tage sind die der eingestellten Zeitzone; `sparkline` beginnt mit dem ältesten.",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: z
    .object({
      total: count,
      contacted: count,
      favorites: count,
      approved: count,
      withEmail: count,
      withPhone: count,
      newToday: count,
      sparkline: z.array(z.object({ date: z.iso.date(), count })).length(7),
    })
    .meta({ id: "LeadStats" }),
});

export const listSearchTerms = apiOperation({
  method: "GET",
  path: "/api/leads/search-terms",
  summary: "Suchbegriffe mit der Zahl ihrer Leads",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: z
    .object({ terms: z.array(z.object({ term: z.string(), count: z.int() })) })
    .meta({ id: "SearchTerms" }),
});

/** As many leads as an export may name one by one. */
const MAX_EXPORT_IDS = 200;

export const LeadExportQuerySchema = z.strictObject({
  ...LeadFilterSchema.shape,
  ...LeadSortSchema.shape,
  ids: z
    .array(z.string())
    .transform((values) => values.flatMap((value) => value.split(",").filter(Boolean)))
    .pipe(z.array(z.string()).max(MAX_EXPORT_IDS, `Höchstens ${MAX_EXPORT_IDS} ids.`))
    .optional()
    .describe("Nur diese Leads; mehrere durch Komma oder wiederholt"),
  variant: z
    .enum(EXPORT_VARIANTS, `Erlaubt sind ${EXPORT_VARIANTS.join(", ")}.`)
    .default("view")
    .describe(
      "view: wie gefiltert; with-email: davon die mit E-Mail; approved: davon die freigegebenen",
    ),
});

export const exportLeads = apiOperation({
  method: "GET",
  path: "/api/leads/export",
  summary: "Gefilterte Leads als Excel-Datei",
  query: LeadExportQuerySchema,
  body: NOTHING,
  status: 200,
  response: XLSX,
});

export const leadOperations = [
  listLeads,
  getLead,
  patchLeadOperation,
  deleteLeadOperation,
  bulkLeads,
  leadStats,
  listSearchTerms,
  exportLeads,
];
