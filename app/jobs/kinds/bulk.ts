import type { JobKind } from "./job-kind";

/** Changes many leads; `found` counts those it came to, `stored` those it changed. */
export const bulkKind: JobKind = {
  type: "bulk",
  title: "Sammelaktion",
  phases: ["storing", "done"],
  isLocal: true,
  results: "leads",
  hasPersons: false,
  source: null,
  requires: () => [],
  repeatRefusal: "Eine Sammelaktion wird im Leadspeicher neu gestartet.",
  wantsReading: () => false,
};
