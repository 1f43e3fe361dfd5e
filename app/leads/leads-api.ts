import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";
import { LeadEventSchema, LeadSchema } from "./lead";
import { LeadFilterSchema, LeadListQuerySchema, LeadSortSchema } from "./lead-filters";

export const EXPORT_VARIANTS = ["view", "with-email", "approved"] as const;
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

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
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: LeadSchema.extend({ events: z.array(LeadEventSchema) }).meta({ id: "LeadWithEvents" }),
  problems: [404],
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

export const LeadExportQuerySchema = z.strictObject({
  ...LeadFilterSchema.shape,
  ...LeadSortSchema.shape,
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

export const leadOperations = [listLeads, getLead, listSearchTerms, exportLeads];
