import type { Generated } from "kysely";
import type { PlainText } from "./lead-fields";

/** SQLite has no booleans: 0 or 1. */
export type Flag = 0 | 1;

export type SourceType =
  | "maps"
  | "osm"
  | "serp"
  | "csv"
  | "profiles"
  | "import"
  | "register"
  | "manual";

export type LeadStatus = "neu" | "in_bearbeitung" | "qualifiziert" | "abgelehnt";

export type LeadPriority = "niedrig" | "mittel" | "hoch";

/** A person of a company; null where it is not known. */
export interface LeadContact {
  name: string | null;
  title: string | null;
  email: string | null;
  /** As the lead's own is stored. */
  phone: string | null;
  profileUrl: string | null;
}

/** One company, unique by its registrable domain. Times are integer milliseconds UTC; JSON columns hold arrays of strings. */
export interface LeadsTable extends Record<PlainText, string | null> {
  /** Grows with every insert; tie-break of every sort order and row key of the search index. Never leaves the server. */
  seq: Generated<number>;
  id: string;
  /** Registrable domain, lower case, punycode. */
  domain: string;
  companyName: string | null;
  /** 1 where the name was only read out of the title of a page; a better one may take its place. */
  nameGuessed: 1 | null;
  website: string | null;
  email: string | null;
  emails: string;
  /** E.164, with its extension „+49 561 7070-0“; older ones also as the provider wrote them. */
  phone: string | null;
  /** The same as people read it, see `db/phone-number.ts`; who changes how it is written writes all anew by a migration. */
  phoneDisplay: string | null;
  /** Further numbers. */
  phones: Generated<string>;
  address: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  /** German name of the federal state. */
  federalState: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  /** JSON: LeadContact[], the truth about persons; the columns of one are those of the first. */
  contacts: Generated<string>;
  contactName: string | null;
  contactTitle: string | null;
  contactProfileUrl: string | null;
  companyType: string | null;
  topics: string;
  salesScore: number | null;
  salesReason: string | null;
  /** JSON: what the company says of itself in its Impressum. */
  imprint: string | null;
  sourceType: SourceType;
  sourceTerm: string | null;
  /** The entries of lead_notes as one text, for search, Excel and the API. */
  notes: string | null;
  /** The name of the user who looks after it. */
  owner: string | null;
  /** The follow-up: midnight of a day in the team's zone where a page set it. */
  followUpAt: number | null;
  status: Generated<LeadStatus>;
  priority: LeadPriority | null;
  contacted: Generated<Flag>;
  favorite: Generated<Flag>;
  approved: Generated<Flag>;
  approvedAt: number | null;
  /** Names of the fields a person set; a pipeline never writes these again. */
  editedFields: Generated<string>;
  nameKey: string;
  /** The domain as people read it, folded. */
  domainKey: string;
  cityKey: string;
  termKey: string;
  /** Generated from salesScore, 0 where there is none, so that keyset paging meets no NULL. */
  scoreKey: Generated<number>;
  /** Counts up with every change; the lead's ETag. */
  version: Generated<number>;
  createdAt: number;
  updatedAt: number;
}

/** The folded text that the search index covers; written with the lead, never on its own. */
interface LeadSearchTable {
  seq: number;
  document: string;
}

interface LeadTagsTable {
  leadSeq: number;
  /** Folded; its spelling stands with its number. */
  tag: string;
}

/** The search terms that a lead was found under. */
interface LeadTermsTable {
  leadSeq: number;
  /** Folded; its spelling stands with its number. */
  termKey: string;
}

/** A finding of a lead: one row for each job that found it. */
export interface LeadSourcesTable {
  id: string;
  leadSeq: number;
  jobId: string | null;
  sourceType: SourceType;
  provider: string | null;
  term: string | null;
  region: string | null;
  /** The provider's own record as JSON. */
  payload: string;
  foundAt: number;
}

/** Evidence of a finding: pages and sentences, and values that lost. */
interface LeadEvidenceTable {
  leadSeq: number;
  id: string;
  source: string;
  provider: string | null;
  jobId: string | null;
  /** The page that says it. */
  url: string | null;
  /** JSON: { field, value, quote? }[] */
  facts: string;
  foundAt: number;
}

/** The way of contacting a company. */
export const CHANNELS = ["anruf", "email", "besuch"] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_NAMES: Record<Channel, string> = {
  anruf: "Anruf",
  email: "E-Mail",
  besuch: "Besuch",
};

/** A user's note at a lead. */
interface LeadNotesTable {
  leadSeq: number;
  id: string;
  at: number;
  actor: string;
  text: string;
  /** The way of contact, where the entry tells its outcome. */
  channel: Channel | null;
}

type LeadEventKind =
  | "created"
  | "updated"
  | "found_again"
  | "email_found"
  | "deleted"
  | "restored"
  | "import_undone"
  | "undone"
  /** Its website was read, or could not be read. */
  | "enriched"
  | "email_drafted";

export interface LeadEventsTable {
  id: string;
  leadSeq: number;
  at: number;
  actor: string;
  kind: LeadEventKind;
  /** JSON: { field: { from, to } } */
  changes: string;
  jobId: string | null;
  actionId: string | null;
}

/** A user's action, kept for a day: „Tag ‚Messe‘ hinzugefügt“, or its undo. */
export interface ActionsTable {
  id: string;
  actor: string;
  at: number;
  text: string;
  isUndo: Flag;
  leads: number;
  lastEventId: string;
  undoneAt: number | null;
}

/** Number of leads for each value of a property, by the name of its column, and for all leads; kept by triggers. */
interface LeadFacetCountsTable {
  kind: "all" | "federal_state" | "company_type" | "source_type" | "score";
  /** "" and 0 stand for none. */
  value: string | number;
  /** Bits: 1 approved, 2 contacted, 4 favorite, 8 has an email address, 16 has a telephone number. */
  flags: number;
  n: number;
}

/** Counts of leads by search term, kept by triggers. */
interface LeadTermCountsTable {
  termKey: string;
  /** As it was first written. */
  term: string;
  n: number;
}

/** Counts of leads by tag, kept by triggers. */
interface LeadTagCountsTable {
  tag: string;
  /** As it was first written. */
  spelling: string;
  n: number;
}

/** The last reading of a lead's website. */
export interface LeadEnrichmentsTable {
  leadSeq: number;
  /** The sources of the values; null while the website could never be read. */
  basis: "model" | "rules" | null;
  model: string | null;
  /** JSON: { quote, url }[], each of which stood on the website. */
  passages: Generated<string>;
  /** The website gives orders to language models. */
  isSuspicious: Generated<Flag>;
  /** Why the last try brought nothing, as a sentence. */
  problem: string | null;
  /** Differing opinions about the company's type, as a sentence. */
  note: string | null;
  /** 1 where the values are by rules until the language model has judged the company; null as 0, as in older snapshots. */
  awaitsModel: Flag | null;
  triedAt: number;
  enrichedAt: number | null;
  jobId: string | null;
}

/** The email that a person is writing to a lead, as it stands. */
export interface LeadDraftsTable {
  leadSeq: number;
  /** The name in the timeline. */
  person: string;
  subject: string;
  body: string;
  tone: string;
  instructions: string;
  updatedAt: number;
}

/** A lead in the Papierkorb: out of every list, search and number, and whole in its snapshot. */
interface DeletedLeadsTable {
  /** Kept, so that a restored lead stands again where it stood. */
  seq: number;
  id: string;
  domain: string;
  companyName: string | null;
  city: string | null;
  /** JSON: { lead, tags, sources, events, enrichments, evidence, notes, drafts } with the columns of their tables. */
  snapshot: string;
  /** Shared by what one action deleted, so that it can be undone as a whole. */
  deletionId: string;
  deletedAt: number;
  deletedBy: string;
}

/** Domains never to be stored, and portals or authorities to be stored all the same. */
interface DomainListTable {
  domain: string;
  createdAt: number;
  createdBy: string;
}

export interface LeadTables {
  leads: LeadsTable;
  leadSearch: LeadSearchTable;
  leadTags: LeadTagsTable;
  leadTerms: LeadTermsTable;
  leadSources: LeadSourcesTable;
  leadEvents: LeadEventsTable;
  actions: ActionsTable;
  leadEvidence: LeadEvidenceTable;
  leadNotes: LeadNotesTable;
  leadFacetCounts: LeadFacetCountsTable;
  leadTermCounts: LeadTermCountsTable;
  leadTagCounts: LeadTagCountsTable;
  deletedLeads: DeletedLeadsTable;
  blockedDomains: DomainListTable;
  allowedDomains: DomainListTable;
  leadEnrichments: LeadEnrichmentsTable;
  leadDrafts: LeadDraftsTable;
}
