import { z } from "zod";
import { enrichmentKind } from "./enrichment";
import type { JobKind } from "./job-kind";

const ParamsSchema = z.object({
  /** The job whose leads it reads. */
  of: z.string(),
  region: z.string().optional(),
  count: z.int(),
});

/** Reads the websites that a search brought, by itself when that has ended; the emails were looked for already. */
export const readingKind: JobKind<z.infer<typeof ParamsSchema>> = {
  ...enrichmentKind,
  phases: ["enriching", "done"],
  params: ParamsSchema,
};
