import { z } from "zod";

/** As many leads as one order may name: each may cost credits. */
export const MAX_ENRICHED = 5_000;

/** Which leads are to be enriched: some, or those that a job brought. */
export const EnrichmentRequestSchema = z
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
