import { z } from "zod";
import { DECISION_MAKER_CATEGORIES } from "../../providers/email-finder";
import type { JobKind, Requirement } from "./job-kind";

const ContactsParamsSchema = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  rows: z.int(),
  domainColumn: z.string().nullable(),
  companyColumn: z.string().nullable(),
  category: z.enum(DECISION_MAKER_CATEGORIES),
});
export type ContactsParams = z.infer<typeof ContactsParamsSchema>;

export const FINDER_KEY: Requirement = {
  provider: "emails",
  missing:
    "Für die Suche nach Ansprechpersonen fehlt der Schlüssel von Anymailfinder. Er wird in den Einstellungen hinterlegt.",
};

/** Stores the companies of an uploaded list, then looks for whoever decides in each of them. */
export const contactsKind: JobKind<ContactsParams> = {
  type: "csv",
  title: "Ansprechpersonen-Suche",
  phases: ["storing", "emails", "done"],
  params: ContactsParamsSchema,
  results: "rows",
  hasPersons: true,
  source: "csv",
  isInFileOrder: () => true,
  requires: () => [FINDER_KEY],
  repeatRefusal: null,
  wantsReading: () => true,
};

const ImportParamsSchema = z.object({ importId: z.string(), fileName: z.string(), rows: z.int() });

export const importKind: JobKind<z.infer<typeof ImportParamsSchema>> = {
  type: "csv",
  title: "Import",
  phases: ["storing", "done"],
  isLocal: true,
  params: ImportParamsSchema,
  results: "rows",
  hasPersons: false,
  source: "import",
  requires: () => [],
  repeatRefusal:
    "Ein Import wird auf seiner eigenen Seite neu gestartet: Datei noch einmal hochladen.",
  // It brings what the team knows already.
  wantsReading: () => false,
};
