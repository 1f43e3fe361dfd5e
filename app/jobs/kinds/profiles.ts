import type { JobKind, Requirement } from "./job-kind";
import type { ProfilesParams } from "./job-params.server";
import { mapsKind } from "./search";

export const PROFILES_KEY: Requirement = {
  provider: "profiles",
  missing:
    "Für die Profilsuche fehlt der Schlüssel von Vayne. Er wird in den Einstellungen hinterlegt.",
};
/** Somebody confirms the notice about the source's terms once for the team. */
export const PROFILES_TERMS: Requirement & { confirmation: string } = {
  confirmation: "profiles-terms",
  missing:
    "Vor der ersten Profilsuche ist der Hinweis zu den Nutzungsbedingungen der Quelle zu bestätigen.",
};

/** Stores the companies of profiles that a service fetches or a file holds, then looks for the people's emails. */
export const profilesKind: JobKind<ProfilesParams> = {
  type: "profiles",
  title: mapsKind.title,
  phases: mapsKind.phases,
  results: "rows",
  hasPersons: true,
  source: "profiles",
  isInFileOrder: ({ uploadId, rows }, found) => typeof uploadId === "string" && rows === found,
  requires: (params) => ("uploadId" in params ? [PROFILES_TERMS] : [PROFILES_KEY, PROFILES_TERMS]),
  repeatRefusal: null,
  wantsReading: ({ enrich }) => enrich,
};

export const PROFILES_NOTICE =
  "Die Profile stammen aus LinkedIn. Dessen Nutzungsbedingungen untersagen automatisches Auslesen; das verwendete LinkedIn-Konto kann eingeschränkt werden. Die Einhaltung der Nutzungsbedingungen und des Datenschutzes liegt bei dem Unternehmen, das diese Funktion einsetzt.";
