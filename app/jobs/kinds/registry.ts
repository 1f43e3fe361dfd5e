import type { JobKindName, JobPhase, SourceType } from "~db/schema";
import { JOB_KIND_NAMES } from "~db/schema/jobs";
import type { ProfilesParams, SearchParams } from "./job-params.server";

export const JOB_TYPES = [
  "maps",
  "serp",
  "csv",
  "profiles",
  "enrichment",
  "bulk",
  "register",
] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** A condition for starting a job, with the sentence shown while it is not met. */
export type Requirement =
  | { provider: "maps" | "webSearch" | "emails" | "profiles"; missing: string }
  | { confirmation: string; missing: string };

export interface JobKind<Params = unknown> {
  type: JobType;
  /** Distinguishes kinds of one type in the API. */
  mode?: string;
  title: string;
  phases: readonly [JobPhase, ...JobPhase[]];
  isLocal?: boolean;
  results: "companies" | "rows" | "leads";
  hasPersons: boolean;
  /** Null if it finds no companies. */
  source: SourceType | null;
  /** Whether a result's position is its row in the file. */
  isInFileOrder?(params: Readonly<Record<string, unknown>>, found: number): boolean;
  continuesAs?: JobKindName;
  formAddress?(jobId: string): string;
  requires(params: Params): readonly Requirement[];
  /** Why it can't be repeated; null if it can. */
  repeatRefusal: string | null;
  wantsReading(params: Params): boolean;
}

const needs = (what: string, service: string) =>
  `Für die ${what} fehlt der Schlüssel von ${service}. Er wird in den Einstellungen hinterlegt.`;

/** Without a key, OpenStreetMap is searched unless Google was chosen. */
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
export const PROFILES_TERMS: Requirement & { confirmation: string } = {
  confirmation: "profiles-terms",
  missing:
    "Vor der ersten Profilsuche ist der Hinweis zu den Nutzungsbedingungen der Quelle zu bestätigen.",
};
export const PROFILES_NOTICE =
  "Die Profile stammen aus LinkedIn. Dessen Nutzungsbedingungen untersagen automatisches Auslesen; das verwendete LinkedIn-Konto kann eingeschränkt werden. Die Einhaltung der Nutzungsbedingungen und des Datenschutzes liegt bei dem Unternehmen, das diese Funktion einsetzt.";

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

/** `found` counts the leads processed, `stored` those changed. */
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
  // Websites are read even without a key for emails.
  phases: ["emails", "enriching", "done"],
  results: "leads",
  repeatRefusal: "Eine Anreicherung wird im Leadspeicher mit den gewünschten Leads neu gestartet.",
};

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
  requires: ({ source }) => (source?.startsWith("google") ? [MAPS_KEY] : []),
};

const REGISTER_REFUSAL = "Eine Übernahme wird auf der Seite „Energiemarkt“ neu gestartet.";

export const JOB_KINDS: Record<JobKindName, JobKind> = {
  maps,
  web,
  contacts: {
    ...PLAIN,
    type: "csv",
    mode: "contacts",
    title: "Ansprechpersonen-Suche",
    phases: ["storing", "emails", "done"],
    results: "rows",
    hasPersons: true,
    source: "csv",
    isInFileOrder: () => true,
    requires: () => [FINDER_KEY],
    wantsReading: () => true,
  },
  import: {
    ...PLAIN,
    type: "csv",
    mode: "import",
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
  /** Follows a search, which has already looked for emails. */
  reading: { ...enrichment, mode: "sites", phases: ["enriching", "done"] },
  bulk,
  register: {
    ...bulk,
    type: "register",
    title: "Energiemarkt",
    results: "companies",
    source: "register",
    repeatRefusal: REGISTER_REFUSAL,
  },
  /** `found` counts the export's actors, `stored` the organisations among them. */
  registerFile: { ...bulk, title: "Einlesen", repeatRefusal: REGISTER_REFUSAL },
};

export function kindsOfType(type: JobType): JobKindName[] {
  return JOB_KIND_NAMES.filter((name) => JOB_KINDS[name].type === type);
}
