import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";

/** As many leads as one order may name: each may cost credits. */
export const MAX_ENRICHED = 5_000;

/** Which leads are to be enriched: some, or those that a job brought. */
const EnrichmentRequestSchema = z
  .strictObject({
    ids: z
      .array(z.string("Ein Text."), "Eine Liste von ids.")
      .min(1, "Mindestens einen Lead nennen.")
      .max(MAX_ENRICHED, `Höchstens ${MAX_ENRICHED.toLocaleString("de-DE")} ids auf einmal.`)
      .optional(),
    jobId: z.string("Die id eines Laufs.").optional().describe("Alle Leads dieses Laufs"),
  })
  .superRefine(({ ids, jobId }, context) => {
    if ((ids === undefined) !== (jobId === undefined)) return;
    const message =
      ids === undefined ? "ids oder jobId nennen." : "Entweder ids oder jobId nennen, nicht beide.";
    context.addIssue({ code: "custom", path: ["ids"], message });
  });
export type EnrichmentRequest = z.infer<typeof EnrichmentRequestSchema>;

export const enrichLeads = apiOperation({
  method: "POST",
  path: "/api/enrich-leads",
  summary: "Leads anreichern",
  description:
    "Sucht E-Mails für die Leads, die keine haben, liest die Websites aller und beurteilt die Firmen danach. Werte, die ein Mensch geändert hat, bleiben. Ohne den Schlüssel von Anymailfinder entfällt die E-Mail-Suche, ohne den des Sprachmodells kommen Firmentyp und Themen aus festen Regeln; der Lauf sagt beides in `warnings`. Was keinen Lead mehr hat, wird übergangen; 422, wenn keiner übrig ist, 404 für einen unbekannten Lauf.",
  query: NOTHING,
  body: EnrichmentRequestSchema,
  status: 202,
  response: z.object({ jobId: z.string() }).meta({ id: "StartedEnrichment" }),
  problems: [400, 404, 409],
});

export const enrichmentOperations = [enrichLeads];
