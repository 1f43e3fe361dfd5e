import { z } from "zod";
import type { JobKind, Requirement } from "./job-kind";

export const SearchParamsSchema = z.object({
  query: z.string(),
  region: z.string(),
  count: z.int(),
  enrich: z.boolean(),
});
export type SearchParams = z.infer<typeof SearchParamsSchema>;

export const MAPS_KEY: Requirement = {
  provider: "maps",
  missing:
    "Für die Kartensuche fehlt der Schlüssel von Google Places. Er wird in den Einstellungen hinterlegt.",
};

export const mapsKind: JobKind<SearchParams> = {
  type: "maps",
  title: "Suche",
  phases: ["searching", "storing", "emails", "done"],
  params: SearchParamsSchema,
  results: "companies",
  hasPersons: false,
  source: "maps",
  continuesAs: "web",
  formAddress: (jobId) => `/suche?von=${jobId}`,
  requires: () => [MAPS_KEY],
  repeatRefusal: null,
  wantsReading: ({ enrich }) => enrich,
};
