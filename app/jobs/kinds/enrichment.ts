import type { JobKind } from "./job-kind";

export const enrichmentKind: JobKind = {
  type: "enrichment",
  title: "Anreicherung",
  phases: ["emails", "enriching", "done"],
  results: "leads",
  hasPersons: false,
  source: null,
  // Without a key for emails it still reads the websites.
  requires: () => [],
  repeatRefusal: "Eine Anreicherung wird im Leadspeicher mit den gewünschten Leads neu gestartet.",
  wantsReading: () => false,
};

/** Reads the websites that a search brought, by itself when that has ended; the emails were looked for already. */
export const readingKind: JobKind = {
  ...enrichmentKind,
  phases: ["enriching", "done"],
};
