import type { Generated, Insertable, Selectable } from "kysely";

/** SQLite has no booleans: 0 or 1. */
export type Flag = 0 | 1;

export type SourceType = "maps" | "serp" | "csv" | "profiles" | "import";
export type LeadStatus = "neu" | "in_bearbeitung" | "qualifiziert" | "abgelehnt";
export type LeadPriority = "niedrig" | "mittel" | "hoch";
export type JobType = "maps" | "serp" | "csv" | "profiles" | "enrichment";
export type JobStatus = "queued" | "running" | "complete" | "failed" | "cancelled";
export type JobPhase = "searching" | "storing" | "emails" | "enriching" | "done";
export type SkipReason = "no_domain" | "platform" | "duplicate" | "closed" | "blocked";
export type EmailState =
  | "pending"
  | "found"
  | "risky"
  | "not_found"
  | "blacklisted"
  /** An address at another domain than that of the company: not taken over. */
  | "other_domain"
  | "failed";

/** One company, unique by its registrable domain. Times are integer milliseconds UTC; JSON columns hold arrays of strings. */
export interface LeadsTable {
  /** Grows with every insert; tie-break of every sort order and row key of the search index. Never leaves the server. */
  seq: Generated<number>;
  id: string;
  /** Registrable domain, lower case, punycode. */
  domain: string;
  companyName: string | null;
  website: string | null;
  email: string | null;
  emails: string;
  /** E.164 where it could be parsed, else as the provider wrote it. */
  phone: string | null;
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
  contactName: string | null;
  contactTitle: string | null;
  contactProfileUrl: string | null;
  companyType: string | null;
  topics: string;
  salesScore: number | null;
  salesReason: string | null;
  offerPackage: string | null;
  sourceType: SourceType;
  sourceTerm: string | null;
  notes: string | null;
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
export interface LeadSearchTable {
  seq: number;
  document: string;
}

export interface LeadTagsTable {
  leadSeq: number;
  tag: string;
}

/** Where and when a lead was found: one row for each job that found it. */
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

export type LeadEventKind =
  | "created"
  | "updated"
  | "found_again"
  | "email_found"
  | "deleted"
  | "restored"
  | "import_undone";

export interface LeadEventsTable {
  id: string;
  leadSeq: number;
  at: number;
  actor: string;
  kind: LeadEventKind;
  /** JSON: { field: { from, to } } */
  changes: string;
  jobId: string | null;
}

/** Number of leads for every combination of the filterable properties, kept by triggers. */
export interface LeadCountsTable {
  companyType: string;
  federalState: string;
  sourceType: SourceType;
  score: number;
  approved: Flag;
  contacted: Flag;
  favorite: Flag;
  hasEmail: Flag;
  hasPhone: Flag;
  n: number;
}

export interface LeadTermCountsTable {
  term: string;
  termKey: string;
  n: number;
}

/** New leads for each quarter of an hour (UTC), from which days of any time zone are summed. */
export interface LeadQuarterCountsTable {
  quarter: number;
  n: number;
}

export interface JobsTable {
  id: string;
  type: JobType;
  status: JobStatus;
  phase: JobPhase;
  /** 0–100, never falls. */
  progress: Generated<number>;
  found: Generated<number>;
  stored: Generated<number>;
  /** Of the stored ones: those the store did not hold before. */
  fresh: Generated<number>;
  requested: number;
  params: string;
  query: string;
  region: string | null;
  error: string | null;
  warnings: Generated<string>;
  parentId: string | null;
  /** Written by the claim; every later write of the run compares it. */
  runToken: string | null;
  /** How often a start found this job running: after three it may be what stops the server. */
  interruptions: Generated<number>;
  cancelRequestedAt: number | null;
  /** JSON of the pipeline's own cursor, advanced in the transaction of each step. */
  checkpoint: string | null;
  /** Who started it. */
  createdBy: string;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
}

export interface JobResultsTable {
  jobId: string;
  position: number;
  leadSeq: number | null;
  domain: string | null;
  companyName: string | null;
  website: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  /** What was true when the search found the result. */
  isNew: Flag;
  skipReason: SkipReason | null;
  emailState: EmailState | null;
  /** The person a list or a profile names, or that was found for the company. */
  contactName: string | null;
  contactTitle: string | null;
  contactProfileUrl: string | null;
}

/** Ledger of calls that may cost money: `intended` before the request, `answered` with what it changed. */
export interface ProviderCallsTable {
  id: string;
  jobId: string;
  step: string;
  provider: string;
  status: "intended" | "answered" | "failed";
  createdAt: number;
  answeredAt: number | null;
  creditsCharged: number | null;
}

/** What an email finder answered, found or not, so that nothing is paid twice. */
export interface EmailLookupsTable {
  /** The domain (punycode) it was asked of; „name:“ and the folded name of a company where no domain is known. */
  subject: string;
  /** What it was asked: „company“, „decision-maker:ceo“, „person:“ and a folded name. */
  question: string;
  provider: string;
  state: EmailState;
  /** JSON: deliverable addresses, the one to write to first. */
  emails: string;
  /** An address that was answered but is not known to be deliverable. */
  address: string | null;
  /** JSON: { name, title, profileUrl } of the person, where one was asked for. */
  contact: string | null;
  /** The domain whose company the answer is about; goes when that company is erased. */
  domain: string | null;
  lookedUpAt: number;
}

export interface SearchHistoryTable {
  id: string;
  mode: "stadtwerke" | "industrie" | "custom";
  query: string;
  region: string;
  jobId: string | null;
  createdAt: number;
}

export interface CredentialsTable {
  service: string;
  ciphertext: Uint8Array;
  updatedAt: number;
}

/** How many leads have a tag, kept by triggers. */
export interface LeadTagCountsTable {
  tag: string;
  n: number;
}

/** A lead in the Papierkorb: out of every list, search and number, and whole in its snapshot. */
export interface DeletedLeadsTable {
  /** Kept, so that a restored lead stands again where it stood. */
  seq: number;
  id: string;
  domain: string;
  companyName: string | null;
  city: string | null;
  /** JSON: { lead, document, tags, sources, events } with the columns of their tables. */
  snapshot: string;
  /** Shared by what one action deleted, so that it can be undone as a whole. */
  deletionId: string;
  deletedAt: number;
  deletedBy: string;
}

/** A domain that is never stored again, punycode. */
export interface BlockedDomainsTable {
  domain: string;
  createdAt: number;
  createdBy: string;
}

/** Filters, order and page size of the lead store under a name, for the whole team. */
export interface SavedViewsTable {
  id: string;
  name: string;
  /** Folded; a name is given once however it is written. */
  nameKey: string;
  /** Query parameters of the page. */
  query: string;
  createdAt: number;
  createdBy: string;
}

/** An uploaded list, kept while it is mapped and for as long as its import can be undone. */
export interface ImportsTable {
  id: string;
  fileName: string;
  /** JSON: { header: string[], rows: string[][] } */
  fileTable: string;
  /** JSON: for each column the field it goes to, or null. */
  mapping: string;
  jobId: string | null;
  createdAt: number;
  createdBy: string;
  undoneAt: number | null;
}

/** Calls of a provider by the month (in the configured time zone) they were made in, and by job. */
export interface ProviderUsageTable {
  /** YYYY-MM */
  month: string;
  provider: string;
  jobId: string;
  calls: Generated<number>;
  /** Of the calls, those that cost something. */
  billed: Generated<number>;
  credits: Generated<number>;
  /** Questions that were answered from the store instead. */
  saved: Generated<number>;
}

/** How fast a provider may be called, and how often in a month; providers without a row have the defaults. */
export interface ProviderLimitsTable {
  provider: string;
  maxConcurrent: number;
  maxPerMinute: number;
  /** Calls in a month; null is no ceiling. */
  monthlyCeiling: number | null;
  updatedAt: number;
  updatedBy: string;
}

/** A notice that somebody confirmed for the team. */
export interface ConfirmationsTable {
  name: string;
  confirmedAt: number;
  confirmedBy: string;
}

/** A file that a pipeline works through: companies whose contacts are looked for, or exported profiles. */
export interface UploadsTable {
  id: string;
  purpose: "contacts" | "profiles";
  fileName: string;
  /** JSON: { header: string[], rows: string[][], lines: number[] } */
  fileTable: string;
  createdAt: number;
  createdBy: string;
}

/** A person who signs in. */
export interface UsersTable {
  id: string;
  name: string;
  /** Folded; a name is given once however it is written. */
  nameKey: string;
  role: "administrator" | "member";
  /** In PHC form; null while nobody has set a password. */
  passwordHash: string | null;
  createdAt: number;
  createdBy: string;
  disabledAt: number | null;
  lastSignInAt: number | null;
}

/** A browser that is signed in. */
export interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  idHash: string;
  userId: string;
  createdAt: number;
  /** To some minutes. */
  lastSeenAt: number;
  /** The browser in words, for the list of one's own sessions. */
  client: string;
  /** Opened by the start link, with no password set in it since. */
  byLink: Generated<Flag>;
}

/** A token with which a program comes in. */
export interface ApiTokensTable {
  id: string;
  name: string;
  nameKey: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  /** Its first characters, by which a person knows it again. */
  hint: string;
  scope: "read" | "full";
  createdAt: number;
  createdBy: string;
  /** To a minute. */
  lastUsedAt: number | null;
}

/** The link by which the owner comes in without a password. */
export interface StartLinksTable {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  expiresAt: number;
}

export interface Database {
  leads: LeadsTable;
  leadSearch: LeadSearchTable;
  leadTags: LeadTagsTable;
  leadSources: LeadSourcesTable;
  leadEvents: LeadEventsTable;
  leadCounts: LeadCountsTable;
  leadTermCounts: LeadTermCountsTable;
  leadQuarterCounts: LeadQuarterCountsTable;
  leadTagCounts: LeadTagCountsTable;
  deletedLeads: DeletedLeadsTable;
  blockedDomains: BlockedDomainsTable;
  savedViews: SavedViewsTable;
  imports: ImportsTable;
  jobs: JobsTable;
  jobResults: JobResultsTable;
  providerCalls: ProviderCallsTable;
  emailLookups: EmailLookupsTable;
  searchHistory: SearchHistoryTable;
  credentials: CredentialsTable;
  providerUsage: ProviderUsageTable;
  providerLimits: ProviderLimitsTable;
  confirmations: ConfirmationsTable;
  uploads: UploadsTable;
  users: UsersTable;
  sessions: SessionsTable;
  apiTokens: ApiTokensTable;
  startLinks: StartLinksTable;
}

export type LeadRow = Selectable<LeadsTable>;
export type NewLeadRow = Insertable<LeadsTable>;
export type JobRow = Selectable<JobsTable>;
export type NewJobRow = Insertable<JobsTable>;
export type JobResultRow = Selectable<JobResultsTable>;
export type LeadSourceRow = Selectable<LeadSourcesTable>;
export type LeadEventRow = Selectable<LeadEventsTable>;
export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
export type ApiTokenRow = Selectable<ApiTokensTable>;
