import type { JobKind, Requirement } from "./job-kind";

export const FINDER_KEY: Requirement = {
  provider: "emails",
  missing:
    "Für die Suche nach Ansprechpersonen fehlt der Schlüssel von Anymailfinder. Er wird in den Einstellungen hinterlegt.",
};

/** Stores the companies of an uploaded list, then looks for whoever decides in each of them. */
export const contactsKind: JobKind = {
  type: "csv",
  title: "Ansprechpersonen-Suche",
  phases: ["storing", "emails", "done"],
  results: "rows",
  hasPersons: true,
  source: "csv",
  isInFileOrder: () => true,
  requires: () => [FINDER_KEY],
  repeatRefusal: null,
  wantsReading: () => true,
};

export const importKind: JobKind = {
  type: "csv",
  title: "Import",
  phases: ["storing", "done"],
  isLocal: true,
  results: "rows",
  hasPersons: false,
  source: "import",
  requires: () => [],
  repeatRefusal:
    "Ein Import wird auf seiner eigenen Seite neu gestartet: Datei noch einmal hochladen.",
  // It brings what the team knows already.
  wantsReading: () => false,
};
