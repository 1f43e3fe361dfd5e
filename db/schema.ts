import type { Insertable, Selectable } from "kysely";
import type { JobTables } from "./schema/jobs";
import type { LeadTables } from "./schema/leads";
import type { ProviderTables } from "./schema/providers";
import type { RegisterTables } from "./schema/register";
import type { SearchTables } from "./schema/searches";
import type { TeamTables } from "./schema/team";

export type * from "./schema/jobs";
export type * from "./schema/leads";
export type * from "./schema/providers";
export type * from "./schema/register";
export type * from "./schema/searches";
export type * from "./schema/team";

export interface Database
  extends JobTables,
    LeadTables,
    ProviderTables,
    RegisterTables,
    SearchTables,
    TeamTables {}

export type LeadRow = Selectable<Database["leads"]>;
export type NewLeadRow = Insertable<Database["leads"]>;
export type JobRow = Selectable<Database["jobs"]>;
export type NewJobRow = Insertable<Database["jobs"]>;
export type JobResultRow = Selectable<Database["jobResults"]>;
export type LeadNoteRow = Selectable<Database["leadNotes"]>;
export type LeadSourceRow = Selectable<Database["leadSources"]>;
export type LeadEventRow = Selectable<Database["leadEvents"]>;
export type UserRow = Selectable<Database["users"]>;
export type ApiTokenRow = Selectable<Database["apiTokens"]>;
export type SearchHistoryRow = Selectable<Database["searchHistory"]>;
export type LeadEvidenceRow = Selectable<Database["leadEvidence"]>;
export type LeadEnrichmentRow = Selectable<Database["leadEnrichments"]>;
export type CampaignRow = Selectable<Database["campaigns"]>;
export type CampaignTaskRow = Selectable<Database["campaignTasks"]>;
export type CampaignSearchRow = Selectable<Database["campaignSearches"]>;
