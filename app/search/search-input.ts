import type { z } from "zod";
import type { SearchInputSchema, SupplementSchema } from "./search-schema.server";

export type SearchInput = z.infer<typeof SearchInputSchema>;
export type SearchPair = Pick<SearchInput, "query" | "region">;

/** Companies that each search looks for that a description led to; never the model's to say. */
export const PAIR_COUNT = 50;

/** The most searches that are started with one press. */
export const MAX_QUEUE = 8;

export const SEARCH_MODES = ["stadtwerke", "industrie", "custom"] as const;

/** Who is looked for; searches that people start are kept under it. */
export type SearchMode = (typeof SEARCH_MODES)[number];

/** The web search that goes on where a search on the map found too few. */
export type Supplement = z.infer<typeof SupplementSchema>;

export const MODE_NAMES: Readonly<Record<SearchMode, string>> = {
  stadtwerke: "Stadtwerke",
  industrie: "Industrie",
  custom: "frei",
};

/** The address of the tab of a mode with the language model; null that of the direct search. */
export function tabAddress(mode: SearchMode | null): string {
  return mode === null ? "/suche" : `/suche?art=ki&modus=${mode}`;
}

export function queueAddress(queueId: string): string {
  return `/suche?reihe=${encodeURIComponent(queueId)}`;
}

export function jobAddress(mode: SearchMode | null, jobId: string): string {
  return `${tabAddress(mode)}${mode === null ? "?" : "&"}job=${encodeURIComponent(jobId)}`;
}
