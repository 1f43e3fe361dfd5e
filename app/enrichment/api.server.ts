import { z } from "zod";
import descriptions from "../api-descriptions.json";
import { operation } from "../http/api.server";
import { startedJob } from "../jobs/api.server";
import { EnrichmentRequestSchema, startRequestedEnrichment } from "./start-enrichment.server";

export const enrichLeads = operation({
  id: "enrichLeads",
  method: "POST",
  path: "/api/enrich-leads",
  summary: "Leads anreichern",
  description: descriptions.enrichLeads,
  body: EnrichmentRequestSchema,
  status: 202,
  response: z.object({ jobId: z.string() }).meta({ id: "StartedEnrichment" }),
  problems: [400, 404, 409],
  async handle({ body, context: { services, actor } }) {
    const { id } = await startRequestedEnrichment(services, body, actor);
    return startedJob({ jobId: id });
  },
});

export const enrichmentOperations = [enrichLeads];
