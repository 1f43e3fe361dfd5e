import type { Generated } from "kysely";
import type { PlainText } from "./lead-fields";

/** SQLite has no booleans: 0 or 1. */
export type Flag = 0 | 1;

export const SOURCE_TYPES = [
  "maps",
  "osm",
  "serp",
  "csv",
  "profiles",
  "import",
  "register",
  "manual",
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const LEAD_STATUSES = ["neu", "in_bearbeitung", "qualifiziert", "abgelehnt"] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const LEAD_PRIORITIES = ["niedrig", "mittel", "hoch"] as const;
export type LeadPriority = (typeof LEAD_PRIORITIES)[number];

export interface LeadContact {
  name: string | null;
  title: string | null;
  email: string | null;
  /** Stored like the lead's phone. */
  phone: string | null;
  profileUrl: string | null;
}

/** One company, unique by registrable domain. Times are integer milliseconds UTC; JSON columns hold arrays of strings. */
interface LeadsTable extends Record<PlainText, string | null> {
  /** Grows with every insert; breaks ties in sort orders and keys the search index. Never leaves the server. */
  seq: Generated<number>;
  id: string;
  /** Registrable domain, lower case, punycode. */
  domain: string;
  companyName: string | null;
  /** 1 for a name from a page title, which a better one may replace. */
  nameGuessed: 1 | null;
  website: string | null;
  email: string | null;
  emails: string;
  /** E.164, with its extension „+49 561 7070-0“; older ones may be unparsed. */
  phone: string | null;
  /** Readable form (`db/phone-number.ts`); a change of the format needs a migration. */
  phoneDisplay: string | null;
  phones: Generated<string>;
  address: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  federalState: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  /** JSON: LeadContact[]. The contact columns repeat the first person. */
  contacts: Generated<string>;
  contactName: string | null;
  contactTitle: string | null;
  contactProfileUrl: string | null;
  companyType: string | null;
  topics: string;
  salesScore: number | null;
  salesReason: string | null;
  /** JSON: facts from the Impressum. */
  imprint: string | null;
  /** The sentence that objects to advertising, and its page. */
  adObjection: string | null;
  adObjectionUrl: string | null;
  sourceType: SourceType;
  sourceTerm: string | null;
  /** Joined lead_notes, for search, Excel and the API. */
  notes: string | null;
  /** A user's name. */
  owner: string | null;
  /** Pages set midnight in the team's time zone. */
  followUpAt: number | null;
  status: Generated<LeadStatus>;
  priority: LeadPriority | null;
  contacted: Generated<Flag>;
  favorite: Generated<Flag>;
  approved: Generated<Flag>;
  approvedAt: number | null;
  /** Fields that a person set; pipelines never write these. */
  editedFields: Generated<string>;
  nameKey: string;
  domainKey: string;
  cityKey: string;
  termKey: string;
  /** Generated: 0 for a missing score, so keyset paging meets no NULL. */
  scoreKey: Generated<number>;
  /** Grows with every change; the lead's ETag. */
  version: Generated<number>;
  createdAt: number;
  updatedAt: number;
}

export const CHANNELS = ["anruf", "email", "besuch"] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_NAMES: Record<Channel, string> = {
  anruf: "Anruf",
  email: "E-Mail",
  besuch: "Besuch",
};

type LeadEventKind =
  | "created"
  | "updated"
  | "found_again"
  | "email_found"
  | "deleted"
  | "restored"
  | "import_undone"
  | "undone"
  | "enriched"
  | "email_drafted"
  | "merged"
  | "parted";

/** Blocked domains, and portals or authorities that are allowed. */
interface DomainListTable {
  domain: string;
  createdAt: number;
  createdBy: string;
}

/** Companies that must not be contacted again. */
interface ObjectionsTable extends DomainListTable {
  /** Kept in the trash, until its data is erased. */
  leadId: string;
  reason: string;
}

export interface LeadTables {
  leads: LeadsTable;
  leadSearch: {
    seq: number;
    document: string;
  };
  /** Each lead has a row, which is renewed in the background. */
  leadFits: {
    seq: number;
    /** Grows with what the lead has in common with approved leads; above 0 it fits. */
    fit: number;
    /** „wie 14 freigegebene: Netzbetreiber, Bayern“, for leads that fit. */
    alike: string | null;
  };
  /** Kept among the deleted leads, until they are parted. */
  mergedLeads: {
    seq: number;
    /** The lead that took it over, even in the trash. */
    leadSeq: number;
    /** JSON: { table: keys of the rows that moved } */
    moved: string;
  };
  leadTags: {
    leadSeq: number;
    tag: string;
  };
  leadTerms: {
    leadSeq: number;
    termKey: string;
  };
  /** One row per job that found the lead. */
  leadSources: {
    id: string;
    leadSeq: number;
    jobId: string | null;
    sourceType: SourceType;
    provider: string | null;
    term: string | null;
    region: string | null;
    /** JSON of the provider's record. */
    payload: string;
    foundAt: number;
  };
  leadEvents: {
    id: string;
    leadSeq: number;
    at: number;
    actor: string;
    kind: LeadEventKind;
    /** JSON: { field: { from, to } } */
    changes: string;
    jobId: string | null;
    actionId: string | null;
  };
  /** Users' actions and undos, kept for a day: „Tag ‚Messe‘ hinzugefügt“. */
  actions: {
    id: string;
    actor: string;
    at: number;
    text: string;
    isUndo: Flag;
    leads: number;
    lastEventId: string;
    undoneAt: number | null;
  };
  /** Where values come from, including values that the lead did not take. */
  leadEvidence: {
    leadSeq: number;
    id: string;
    source: string;
    provider: string | null;
    jobId: string | null;
    url: string | null;
    /** JSON: { field, value, quote? }[] */
    facts: string;
    foundAt: number;
  };
  leadNotes: {
    leadSeq: number;
    id: string;
    at: number;
    actor: string;
    text: string;
    channel: Channel | null;
  };
  /** Triggers count leads per column and value, and all leads. */
  leadFacetCounts: {
    kind: "all" | "federal_state" | "company_type" | "source_type" | "score";
    /** "" and 0 stand for missing values. */
    value: string | number;
    /** Bits: 1 approved, 2 contacted, 4 favorite, 8 has an email address, 16 has a telephone number. */
    flags: number;
    n: number;
  };
  leadTermCounts: {
    termKey: string;
    term: string;
    n: number;
  };
  leadTagCounts: {
    tag: string;
    spelling: string;
    n: number;
  };
  deletedLeads: {
    /** Kept, so a restored lead returns to its place. */
    seq: number;
    id: string;
    domain: string;
    companyName: string | null;
    city: string | null;
    /** JSON: { lead, tags, sources, events, enrichments, evidence, notes, drafts } with their columns. */
    snapshot: string;
    /** Shared by all leads of one deletion, which can be undone together. */
    deletionId: string;
    deletedAt: number;
    deletedBy: string;
  };
  blockedDomains: DomainListTable;
  objections: ObjectionsTable;
  blockedContacts: {
    /** As `contactKeys` returns them. */
    contact: string;
    domain: string;
  };
  allowedDomains: DomainListTable;
  leadEnrichments: {
    leadSeq: number;
    /** Null until a reading succeeds. */
    basis: "model" | "rules" | null;
    model: string | null;
    /** JSON: { quote, url }[], verbatim from the website. */
    passages: Generated<string>;
    /** The website tries to instruct language models. */
    isSuspicious: Generated<Flag>;
    /** A German sentence about the last failure. */
    problem: string | null;
    /** A German sentence about differing opinions on the company's type. */
    note: string | null;
    /** 1 while rules stand in for the language model; null (older snapshots) means 0. */
    awaitsModel: Flag | null;
    triedAt: number;
    enrichedAt: number | null;
    jobId: string | null;
  };
  leadDrafts: {
    leadSeq: number;
    person: string;
    subject: string;
    body: string;
    tone: string;
    instructions: string;
    updatedAt: number;
  };
}
