import { z } from "zod";
import { DECISION_MAKER_CATEGORIES } from "../../providers/email-finder";
import type { JobKind, Requirement } from "./job-kind";

const ParamsSchema = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  rows: z.int(),
  domainColumn: z.string().nullable(),
  companyColumn: z.string().nullable(),
  category: z.enum(DECISION_MAKER_CATEGORIES),
});
export type ContactsParams = z.infer<typeof ParamsSchema>;

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
  params: ParamsSchema,
  results: "rows",
  hasPersons: true,
  source: "csv",
  isInFileOrder: () => true,
  requires: () => [FINDER_KEY],
  repeatRefusal: null,
  wantsReading: () => true,
};
