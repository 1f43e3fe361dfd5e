import { z } from "zod";

export const SEARCH_MODES = ["stadtwerke", "industrie", "custom"] as const;

/** Who is looked for; searches that people start are kept under it. */
export type SearchMode = (typeof SEARCH_MODES)[number];

export const SearchModeSchema = z.enum(
  SEARCH_MODES,
  `Erlaubt sind ${SEARCH_MODES.slice(0, -1).join(", ")} und ${SEARCH_MODES.at(-1)}.`,
);

export const MODE_NAMES: Readonly<Record<SearchMode, string>> = {
  stadtwerke: "Stadtwerke",
  industrie: "Industrie",
  custom: "frei",
};

export function readMode(value: unknown): SearchMode | null {
  return SEARCH_MODES.find((mode) => mode === value) ?? null;
}

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
