import { z } from "zod";
import type { JobKind } from "./job-kind";

const ParamsSchema = z.object({ importId: z.string(), fileName: z.string(), rows: z.int() });

export const importKind: JobKind<z.infer<typeof ParamsSchema>> = {
  type: "csv",
  title: "Import",
  phases: ["storing", "done"],
  params: ParamsSchema,
  results: "rows",
  hasPersons: false,
  source: "import",
  requires: () => [],
  repeatRefusal:
    "Ein Import wird auf seiner eigenen Seite neu gestartet: Datei noch einmal hochladen.",
  // It brings what the team knows already.
  wantsReading: () => false,
};
