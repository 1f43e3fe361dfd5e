/** Companies per search; the model has no say. */
export const PAIR_COUNT = 50;

export const MAX_QUEUE = 8;

/** Where to look, by its name in the address; without one, on the map and in the web. */
export const SEARCH_SOURCES = new Map<string, "maps" | "web">([
  ["karten", "maps"],
  ["websuche", "web"],
]);

export const SEARCH_MODES = ["stadtwerke", "industrie", "custom"] as const;

export type SearchMode = (typeof SEARCH_MODES)[number];

export const MODE_NAMES: Readonly<Record<SearchMode, string>> = {
  stadtwerke: "Stadtwerke",
  industrie: "Industrie",
  custom: "frei",
};

/** Null for the direct search. */
export function tabAddress(mode: SearchMode | null): string {
  return mode === null ? "/suche" : `/suche?art=ki&modus=${mode}`;
}

export function queueAddress(queueId: string): string {
  return `/suche?reihe=${encodeURIComponent(queueId)}`;
}

export function jobAddress(mode: SearchMode | null, jobId: string): string {
  return `${tabAddress(mode)}${mode === null ? "?" : "&"}job=${encodeURIComponent(jobId)}`;
}
