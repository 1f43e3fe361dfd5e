import type { Insertable, Selectable, Updateable } from "kysely";
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

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type New<Table extends keyof Database> = Insertable<Database[Table]>;
export type Change<Table extends keyof Database> = Updateable<Database[Table]>;
export type LeadRow = Row<"leads">;
export type JobRow = Row<"jobs">;
export type NewJobRow = New<"jobs">;
export type JobResultRow = Row<"jobResults">;
export type LeadNoteRow = Row<"leadNotes">;
export type LeadSourceRow = Row<"leadSources">;
export type LeadEventRow = Row<"leadEvents">;
export type UserRow = Row<"users">;
export type ApiTokenRow = Row<"apiTokens">;
export type SearchHistoryRow = Row<"searchHistory">;
export type LeadEvidenceRow = Row<"leadEvidence">;
export type LeadEnrichmentRow = Row<"leadEnrichments">;
export type CampaignRow = Row<"campaigns">;
export type CampaignTaskRow = Row<"campaignTasks">;
export type CampaignSearchRow = Row<"campaignSearches">;
