import { JOB_KIND_NAMES, type JobKindName } from "~db/schema/jobs";
import type { JobKind, JobType, Requirement } from "./job-kind";
import type { ProfilesParams, SearchParams } from "./job-params.server";

const needs = (what: string, service: string) =>
  `Für die ${what} fehlt der Schlüssel von ${service}. Er wird in den Einstellungen hinterlegt.`;

/** Of a search that shall ask this service and no other; without a key OpenStreetMap is asked. */
export const MAPS_KEY: Requirement = {
  provider: "maps",
  missing:
    "Für die Suche bei Google Places fehlt dessen Schlüssel. Er wird in den Einstellungen hinterlegt; ohne ihn sucht OpenStreetMap.",
};
export const WEB_KEY: Requirement = { provider: "webSearch", missing: needs("Websuche", "Serper") };
export const FINDER_KEY: Requirement = {
  provider: "emails",
  missing: needs("Suche nach Ansprechpersonen", "Anymailfinder"),
};
export const PROFILES_KEY: Requirement = {
  provider: "profiles",
  missing: needs("Profilsuche", "Vayne"),
};
/** Somebody confirms the notice about the source's terms once for the team. */
export const PROFILES_TERMS: Requirement & { confirmation: string } = {
  confirmation: "profiles-terms",
  missing:
    "Vor der ersten Profilsuche ist der Hinweis zu den Nutzungsbedingungen der Quelle zu bestätigen.",
};
export const PROFILES_NOTICE =
  "Die Profile stammen aus LinkedIn. Dessen Nutzungsbedingungen untersagen automatisches Auslesen; das verwendete LinkedIn-Konto kann eingeschränkt werden. Die Einhaltung der Nutzungsbedingungen und des Datenschutzes liegt bei dem Unternehmen, das diese Funktion einsetzt.";

/** What holds of a kind unless it says otherwise. */
const PLAIN = {
  hasPersons: false,
  source: null,
  requires: () => [],
  repeatRefusal: null,
  wantsReading: () => false,
} as const;

const web: JobKind<SearchParams> = {
  ...PLAIN,
  type: "serp",
  title: "Suche",
  phases: ["searching", "storing", "emails", "done"],
  results: "companies",
  source: "serp",
  requires: () => [WEB_KEY],
  wantsReading: ({ enrich }) => enrich,
};

/** Changes many leads; `found` counts those it came to, `stored` those it changed. */
const bulk: JobKind = {
  ...PLAIN,
  type: "bulk",
  title: "Sammelaktion",
  phases: ["storing", "done"],
  isLocal: true,
  results: "leads",
  repeatRefusal: "Eine Sammelaktion wird im Leadspeicher neu gestartet.",
};

const enrichment: JobKind = {
  ...PLAIN,
  type: "enrichment",
  title: "Anreicherung",
  // Without a key for emails it still reads the websites.
  phases: ["emails", "enriching", "done"],
  results: "leads",
  repeatRefusal: "Eine Anreicherung wird im Leadspeicher mit den gewünschten Leads neu gestartet.",
};

/** Stores the companies of profiles that a service fetches or a file holds, then looks for the people's emails. */
export const profilesKind: JobKind<ProfilesParams> = {
  ...PLAIN,
  type: "profiles",
  title: web.title,
  phases: web.phases,
  results: "rows",
  hasPersons: true,
  source: "profiles",
  isInFileOrder: ({ uploadId, rows }, found) => typeof uploadId === "string" && rows === found,
  requires: (params) => ("uploadId" in params ? [PROFILES_TERMS] : [PROFILES_KEY, PROFILES_TERMS]),
  wantsReading: ({ enrich }) => enrich,
};

const maps: JobKind<SearchParams> = {
  ...web,
  type: "maps",
  source: "maps",
  continuesAs: "web",
  formAddress: (jobId) => `/suche?von=${jobId}`,
  requires: ({ source }) => (source === "google" ? [MAPS_KEY] : []),
};

const REGISTER_REFUSAL = "Eine Übernahme wird auf der Seite „Energiemarkt“ neu gestartet.";

export const JOB_KINDS: Record<JobKindName, JobKind> = {
  maps,
  web,
  /** Stores the companies of an uploaded list, then looks for whoever decides in each of them. */
  contacts: {
    ...PLAIN,
    type: "csv",
    title: "Ansprechpersonen-Suche",
    phases: ["storing", "emails", "done"],
    results: "rows",
    hasPersons: true,
    source: "csv",
    isInFileOrder: () => true,
    requires: () => [FINDER_KEY],
    wantsReading: () => true,
  },
  /** Brings what the team knows already, so that no website is read. */
  import: {
    ...PLAIN,
    type: "csv",
    title: "Import",
    phases: ["storing", "done"],
    isLocal: true,
    results: "rows",
    source: "import",
    repeatRefusal:
      "Ein Import wird auf seiner eigenen Seite neu gestartet: Datei noch einmal hochladen.",
  },
  profiles: profilesKind,
  enrichment,
  /** Reads the websites that a search brought, by itself when that has ended; the emails were looked for already. */
  reading: { ...enrichment, phases: ["enriching", "done"] },
  bulk,
  /** Stores actors of the energy market as leads. */
  register: {
    ...bulk,
    type: "register",
    title: "Energiemarkt",
    results: "companies",
    source: "register",
    repeatRefusal: REGISTER_REFUSAL,
  },
  /** Reads an export of the Marktstammdatenregister; `found` counts its actors, `stored` the organisations among them. */
  registerFile: { ...bulk, title: "Einlesen", repeatRefusal: REGISTER_REFUSAL },
};

/** The kinds that the API calls by one word. */
export function kindsOfType(type: JobType): JobKindName[] {
  return JOB_KIND_NAMES.filter((name) => JOB_KINDS[name].type === type);
}
