import { z } from "zod";
import type { JobKind } from "./job-kind";

const ParamsSchema = z.object({ count: z.int() });

export const enrichmentKind: JobKind<z.infer<typeof ParamsSchema>> = {
  type: "enrichment",
  title: "Anreicherung",
  phases: ["emails", "enriching", "done"],
  params: ParamsSchema,
  results: "leads",
  hasPersons: false,
  source: null,
  // Without a key for emails it still reads the websites.
  requires: () => [],
  repeatRefusal: "Eine Anreicherung wird im Leadspeicher mit den gewünschten Leads neu gestartet.",
  wantsReading: () => false,
};
