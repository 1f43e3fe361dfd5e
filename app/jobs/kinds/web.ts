import type { JobKind, Requirement } from "./job-kind";
import { mapsKind, type SearchParams } from "./maps";

export const WEB_KEY: Requirement = {
  provider: "webSearch",
  missing:
    "Für die Websuche fehlt der Schlüssel von Serper. Er wird in den Einstellungen hinterlegt.",
};

export const webKind: JobKind<SearchParams> = {
  type: "serp",
  title: mapsKind.title,
  phases: mapsKind.phases,
  params: mapsKind.params,
  results: "companies",
  hasPersons: false,
  source: "serp",
  requires: () => [WEB_KEY],
  repeatRefusal: null,
  wantsReading: mapsKind.wantsReading,
};
