import { z } from "zod";
import { operation } from "../http/api.server";
import { startedJob } from "../jobs/api.server";
import { EnrichmentRequestSchema } from "./enrichment-request";
import { startRequestedEnrichment } from "./start-enrichment.server";

export const enrichLeads = operation({
  method: "POST",
  path: "/api/enrich-leads",
  summary: "Leads anreichern",
  description:
    "Sucht E-Mails für die Leads, die keine haben, liest die Websites aller und beurteilt die Firmen danach. Werte, die ein Mensch geändert hat, bleiben. Ohne den Schlüssel von Anymailfinder entfällt die E-Mail-Suche, ohne den des Sprachmodells kommen Firmentyp und Themen aus festen Regeln; der Lauf sagt beides in `warnings`. Was keinen Lead mehr hat, wird übergangen; 422, wenn keiner übrig ist, 404 für einen unbekannten Lauf.",
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
