import { z } from "zod";
import type { JobKind } from "./job-kind";

const EnrichmentParamsSchema = z.object({ count: z.int() });

export const enrichmentKind: JobKind<z.infer<typeof EnrichmentParamsSchema>> = {
  type: "enrichment",
  title: "Anreicherung",
  phases: ["emails", "enriching", "done"],
  params: EnrichmentParamsSchema,
  results: "leads",
  hasPersons: false,
  source: null,
  // Without a key for emails it still reads the websites.
  requires: () => [],
  repeatRefusal: "Eine Anreicherung wird im Leadspeicher mit den gewünschten Leads neu gestartet.",
  wantsReading: () => false,
};

const ReadingParamsSchema = z.object({
  /** The job whose leads it reads. */
  of: z.string(),
  region: z.string().optional(),
  count: z.int(),
});

/** Reads the websites that a search brought, by itself when that has ended; the emails were looked for already. */
export const readingKind: JobKind<z.infer<typeof ReadingParamsSchema>> = {
  ...enrichmentKind,
  phases: ["enriching", "done"],
  params: ReadingParamsSchema,
};
