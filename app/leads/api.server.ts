import { z } from "zod";
import { e164Of } from "~db/phone-number";
import { findSearchTerms, findTags } from "~db/queries/leads";
import { operation } from "../http/api.server";
import { pageLinks } from "../http/paging.server";
import { jsonResponse } from "../http/text-response.server";
import { notFound, Refusal } from "../refusal";
import { BulkRequestSchema } from "./bulk/bulk-request.server";
import { runBulkAction } from "./bulk/run-bulk-action.server";
import { LeadPatchSchema, NewLeadSchema } from "./edit/lead-patch";
import { createLead, patchLead } from "./edit/update-lead.server";
import { entityTag, findBlockedLead, getLeadWithEvents, missingLead } from "./get-lead.server";
import { toLead, toWholeLead, withE164 } from "./lead-json.server";
import { EvidenceSchema, LeadEventSchema, LeadSchema, LeadSourceSchema } from "./lead-schema";
import { findLeads } from "./list/find-leads.server";
import { LeadListQuerySchema } from "./list/lead-filter-schema";
import { getLeadStats } from "./list/lead-stats.server";
import { mergeOperations } from "./merge/merge-api.server";
import { deleteLead } from "./trash/delete-leads.server";

const UNKNOWN_LEAD = "Diesen Lead gibt es nicht.";

export const listLeads = operation({
  id: "listLeads",
  method: "GET",
  path: "/api/leads",
  summary: "Leads filtern, suchen, sortieren und blättern",
  description:
    "`total` ist genau; nur eine Textsuche mit mehr als 10.000 Treffern nennt diese Grenze mit `totalIsExact: false`. Eine Seite hinter dem Ende ist die letzte gezählte. Den Datensatz des Anbieters (`source`) hat nur ein Lead für sich. `Link` nennt die nächste und vorige Seite.",
  query: LeadListQuerySchema,
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
  async handle({ query, request, context: { services } }) {
    const { leads: rows, ...page } = await findLeads(services.db, query, services.timeZone);
    const seqs = rows.map(({ seq }) => seq);
    const tags = await findTags(services.db, seqs);
    const leads = rows.map((row) => withE164(toLead(row, tags.get(row.seq) ?? [])));
    return jsonResponse({ leads, ...page }, { headers: pageLinks(request.url, page) });
  },
});

const getLead = operation({
  id: "getLead",
  method: "GET",
  path: "/api/leads/{leadId}",
  summary: "Ein Lead mit Verlauf, Quellen und Belegen",
  description:
    "`evidence` nennt zu jedem Feld, woher sein Wert kommt, und was sonst gefunden wurde: zuerst, was gilt, dann das Neueste. `ETag` steht für den Stand des Leads; mit `If-Match` ändert PATCH nur diesen. Ein gesperrter Lead (`doNotContact`) kommt ohne Verlauf, Quellen und Belege; ändern und anschreiben lässt er sich nicht (409).",
  status: 200,
  response: LeadSchema.extend({
    events: z.array(LeadEventSchema).describe("Das Neueste zuerst"),
    sources: z.array(LeadSourceSchema).describe("Das Älteste zuerst"),
    evidence: z.array(EvidenceSchema),
  }).meta({ id: "LeadWithEvents" }),
  problems: [404],
  async handle({ param, context: { services } }) {
    const id = param("leadId");
    const found = await getLeadWithEvents(services.db, id);
    if (found === undefined) {
      const lead = await findBlockedLead(services.db, id);
      if (lead === undefined) throw notFound(UNKNOWN_LEAD);
      return jsonResponse({ ...withE164(lead), events: [], sources: [], evidence: [] });
    }
    const evidence = found.lead.evidence.map((entry) =>
      entry.field === "phone"
        ? { ...entry, value: e164Of(String(entry.value ?? "")) || null }
        : entry,
    );
    return jsonResponse({ ...withE164(found.lead), evidence }, { headers: { etag: found.etag } });
  },
});

const createLeadOperation = operation({
  id: "createLead",
  method: "POST",
  path: "/api/leads",
  summary: "Einen Lead von Hand anlegen",
  description:
    "Nach `domain`, `website` oder `email`, mit jedem Feld, das PATCH ändert. Gibt es die Domain schon oder liegt sie im Papierkorb (von dort holt sie `restore` in POST /api/leads/bulk zurück), nennt die Antwort (409) den Lead in `leadId`.",
  body: NewLeadSchema,
  status: 201,
  response: LeadSchema,
  problems: [409],
  async handle({ body, context: { services, actor } }) {
    const { db, timeZone } = services;
    const row = await createLead(db, body, { actor, now: Date.now(), timeZone });
    const headers = { etag: entityTag(row), location: `/api/leads/${row.id}` };
    return jsonResponse(withE164(await toWholeLead(db, row)), { status: 201, headers });
  },
});

const IF_MATCH = z.object({
  "If-Match": z.string().optional().describe("`ETag` des Stands, für den die Änderung gedacht ist"),
});

const patchLeadOperation = operation({
  id: "patchLead",
  method: "PATCH",
  path: "/api/leads/{leadId}",
  summary: "Einen Lead ändern (JSON Merge Patch)",
  description:
    "Was fehlt, bleibt; null leert. `If-Match` mit einem veralteten `ETag` ändert nichts (412). `approved: true` setzt `approvedAt`.",
  headers: IF_MATCH,
  body: LeadPatchSchema,
  status: 200,
  response: LeadSchema,
  problems: [404, 409, 412],
  async handle({ param, body, request, context: { services, actor } }) {
    const ifMatch = request.headers.get("if-match");
    const options = { actor, now: Date.now(), timeZone: services.timeZone, ifMatch };
    const row = await patchLead(services.db, param("leadId"), body, options);
    if (row === undefined) throw await missingLead(services.db, param("leadId"), UNKNOWN_LEAD);
    const lead = await toWholeLead(services.db, row);
    return jsonResponse(withE164(lead), { headers: { etag: entityTag(row) } });
  },
});

const deleteLeadOperation = operation({
  id: "deleteLead",
  method: "DELETE",
  path: "/api/leads/{leadId}",
  summary: "Einen Lead in den Papierkorb legen",
  description: "Dort bleibt er 30 Tage; `restore` in POST /api/leads/bulk holt ihn zurück.",
  headers: IF_MATCH,
  status: 204,
  problems: [404, 409, 412],
  async handle({ param, request, context: { services, actor } }) {
    const by = { actor, now: Date.now() };
    const ifMatch = request.headers.get("if-match");
    const isDeleted = await deleteLead(services.db, param("leadId"), by, ifMatch);
    if (!isDeleted) throw await missingLead(services.db, param("leadId"), UNKNOWN_LEAD);
  },
});

const bulkLeads = operation({
  id: "bulkLeads",
  method: "POST",
  path: "/api/leads/bulk",
  summary: "Viele Leads auf einmal ändern",
  description: [
    "Die Leads von `ids`, oder alle eines `filter`: trifft er nicht genau `expectedCount`, geschieht nichts (409). `enrich` sucht E-Mails für die, die keine haben, liest die Websites aller und nennt den Lauf in `jobId`.",
    "`assign` macht `owner` zuständig, `followUp` setzt die Wiedervorlage `followUpAt`. `block` nimmt die Leads aus allen Listen und sperrt ihre Domains, Adressen und Nummern; `restore` mit ihren ids nimmt das zurück; ein anderer gelöschter Lead, von dem etwas gesperrt ist, bleibt im Papierkorb.",
    "Mehr als 200 Leads ändert ein Lauf; die Antwort kommt mit seinem Ende, und bis dahin steht er unter GET /api/jobs?type=bulk. Abgebrochen bleibt, was getan ist.",
  ].join(" "),
  body: BulkRequestSchema,
  status: 200,
  response: z
    .object({
      matched: z.int().describe("So viele Leads waren gemeint und vorhanden"),
      changed: z.int().describe("So viele davon waren nicht schon so"),
      jobId: z
        .string()
        .optional()
        .describe("Der Lauf, der es tat: bei enrich und bei mehr als 200 Leads"),
    })
    .meta({ id: "BulkOutcome" }),
  problems: [409],
  async handle({ body, context: { services, actor } }) {
    const { action, tag, owner, followUpAt, reason, ids = [], filter, expectedCount = 0 } = body;
    const selection = filter === undefined ? { ids } : { filter, expectedCount };
    const cleared = followUpAt === null ? "unfollowUp" : action;
    const name = owner === null ? "unassign" : cleared;
    const values = { tag, owner: owner ?? undefined, followUpAt: followUpAt ?? undefined, reason };
    const request = { name, ...values, selection } as const;
    const { underWay, actionId: _, ...outcome } = await runBulkAction(services, request, actor);
    if (underWay === undefined || outcome.jobId === undefined) return outcome;
    const job = await services.jobs.untilEnded(outcome.jobId);
    if (job?.status === "complete" || job?.status === "cancelled") {
      return { ...outcome, changed: job.stored };
    }
    throw new Refusal(
      503,
      `${job?.error ?? "Der Server wird beendet; danach geht es von selbst weiter."} Stand: /api/jobs/${outcome.jobId}`,
    );
  },
});

const count = z.int().min(0);

const leadStats = operation({
  id: "getLeadStats",
  method: "GET",
  path: "/api/leads/stats",
  summary: "Der Leadspeicher in Zahlen",
  description: "Tage sind die der eingestellten Zeitzone; `sparkline` beginnt mit dem ältesten.",
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
  async handle({ context: { services } }) {
    return getLeadStats(services.db, services.timeZone, Date.now());
  },
});

const listSearchTerms = operation({
  id: "listSearchTerms",
  method: "GET",
  path: "/api/leads/search-terms",
  summary: "Suchbegriffe mit der Zahl ihrer Leads",
  status: 200,
  response: z
    .object({ terms: z.array(z.object({ term: z.string(), count: z.int() })) })
    .meta({ id: "SearchTerms" }),
  async handle({ context: { services } }) {
    const terms = await findSearchTerms(services.db);
    return { terms: terms.map(({ term, n }) => ({ term, count: n })) };
  },
});

export const leadOperations = [
  listLeads,
  createLeadOperation,
  getLead,
  patchLeadOperation,
  deleteLeadOperation,
  bulkLeads,
  leadStats,
  listSearchTerms,
  ...mergeOperations,
];
