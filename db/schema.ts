import type { Insertable, Selectable } from "kysely";
import type { ImportsTable, JobResultsTable, JobsTable, UploadsTable } from "./schema/jobs";
import type {
  DeletedLeadsTable,
  DomainListTable,
  LeadCountsTable,
  LeadEnrichmentsTable,
  LeadEventsTable,
  LeadEvidenceTable,
  LeadFacetCountsTable,
  LeadQuarterCountsTable,
  LeadSearchTable,
  LeadSourcesTable,
  LeadsTable,
  LeadTagCountsTable,
  LeadTagsTable,
  LeadTermCountsTable,
  LeadTermsTable,
} from "./schema/leads";
import type {
  CredentialsTable,
  EmailLookupsTable,
  ModelCallsTable,
  ProviderCallsTable,
  ProviderLimitsTable,
  ProviderUsageTable,
} from "./schema/providers";
import type { RegisterActorsTable, RegisterExportsTable } from "./schema/register";
import type {
  CampaignSearchesTable,
  CampaignsTable,
  CampaignTasksTable,
  SearchHistoryTable,
  SupplementsTable,
} from "./schema/searches";
import type {
  ApiTokensTable,
  ConfirmationsTable,
  SavedViewsTable,
  SessionsTable,
  SettingsTable,
  StartLinksTable,
  UsersTable,
} from "./schema/team";

export type * from "./schema/jobs";
export type * from "./schema/leads";
export type * from "./schema/providers";
export type * from "./schema/register";
export type * from "./schema/searches";
export type * from "./schema/team";

export interface Database {
  leads: LeadsTable;
  leadSearch: LeadSearchTable;
  leadTags: LeadTagsTable;
  leadTerms: LeadTermsTable;
  leadSources: LeadSourcesTable;
  leadEvents: LeadEventsTable;
  leadEvidence: LeadEvidenceTable;
  leadCounts: LeadCountsTable;
  leadFacetCounts: LeadFacetCountsTable;
  leadTermCounts: LeadTermCountsTable;
  leadQuarterCounts: LeadQuarterCountsTable;
  leadTagCounts: LeadTagCountsTable;
  deletedLeads: DeletedLeadsTable;
  blockedDomains: DomainListTable;
  allowedDomains: DomainListTable;
  savedViews: SavedViewsTable;
  imports: ImportsTable;
  jobs: JobsTable;
  jobResults: JobResultsTable;
  providerCalls: ProviderCallsTable;
  emailLookups: EmailLookupsTable;
  searchHistory: SearchHistoryTable;
  supplements: SupplementsTable;
  modelCalls: ModelCallsTable;
  leadEnrichments: LeadEnrichmentsTable;
  settings: SettingsTable;
  campaigns: CampaignsTable;
  campaignTasks: CampaignTasksTable;
  campaignSearches: CampaignSearchesTable;
  credentials: CredentialsTable;
  providerUsage: ProviderUsageTable;
  providerLimits: ProviderLimitsTable;
  confirmations: ConfirmationsTable;
  uploads: UploadsTable;
  users: UsersTable;
  sessions: SessionsTable;
  apiTokens: ApiTokensTable;
  startLinks: StartLinksTable;
  registerExports: RegisterExportsTable;
  registerActors: RegisterActorsTable;
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

export type SearchHistoryRow = Selectable<SearchHistoryTable>;

export type LeadEvidenceRow = Selectable<LeadEvidenceTable>;

export type LeadEnrichmentRow = Selectable<LeadEnrichmentsTable>;

export type CampaignRow = Selectable<CampaignsTable>;

export type CampaignTaskRow = Selectable<CampaignTasksTable>;

export type CampaignSearchRow = Selectable<CampaignSearchesTable>;
