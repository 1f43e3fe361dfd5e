import type { JobKind, Requirement } from "./job-kind";
import type { SearchParams } from "./job-params.server";

/** The kinds of all that belongs to a search on the map: itself, its web searches, the reading of websites. */
export const SEARCH_KINDS = ["maps", "web", "reading"] as const;

/** Of a search that shall ask this service and no other; without a key OpenStreetMap is asked. */
export const MAPS_KEY: Requirement = {
  provider: "maps",
  missing:
    "Für die Suche bei Google Places fehlt dessen Schlüssel. Er wird in den Einstellungen hinterlegt; ohne ihn sucht OpenStreetMap.",
};

export const WEB_KEY: Requirement = {
  provider: "webSearch",
  missing:
    "Für die Websuche fehlt der Schlüssel von Serper. Er wird in den Einstellungen hinterlegt.",
};

export const webKind: JobKind<SearchParams> = {
  type: "serp",
  title: "Suche",
  phases: ["searching", "storing", "emails", "done"],
  results: "companies",
  hasPersons: false,
  source: "serp",
  requires: () => [WEB_KEY],
  repeatRefusal: null,
  wantsReading: ({ enrich }) => enrich,
};

export const mapsKind: JobKind<SearchParams> = {
  ...webKind,
  type: "maps",
  source: "maps",
  continuesAs: "web",
  formAddress: (jobId) => `/suche?von=${jobId}`,
  requires: ({ source }) => (source === "google" ? [MAPS_KEY] : []),
};
