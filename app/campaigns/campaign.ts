import { z } from "zod";

export const CAMPAIGN_KINDS = ["bundeslaender", "energieversorger"] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

export const KIND_NAMES: Record<CampaignKind, string> = {
  bundeslaender: "Alle Bundesländer",
  energieversorger: "Energieversorger",
};

export const UTILITY_TERMS = ["Netzbetreiber", "Fernwärme", "Industriepark"] as const;

export const MAX_TERMS = 5;
export const MAX_PLACES = 50;
export const DEFAULT_PLACES = 10;
/** The most that one search on the map can bring. */
export const MAX_PER_SEARCH = 60;
export const DEFAULT_PER_SEARCH = 50;

const CAMPAIGN_STATUSES = ["running", "paused", "complete"] as const;

export const TASK_STATUSES = [
  "waiting",
  "running",
  "done",
  "failed",
  "cancelled",
  "skipped",
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

const searches = z.int().min(0);

const ProgressSchema = z.object({
  total: searches,
  waiting: searches,
  running: searches,
  done: searches,
  failed: searches,
  cancelled: searches.describe("Einzeln abgebrochen"),
  skipped: searches.describe("Übersprungen, weil eine frühere Kampagne sie erledigt hat"),
  found: z.int().describe("Treffer"),
  newLeads: z.int().describe("Davon vorher nicht im Leadspeicher"),
});
export type Progress = z.infer<typeof ProgressSchema>;

export const CampaignSchema = z
  .object({
    id: z.string(),
    kind: z.enum(CAMPAIGN_KINDS),
    name: z.string(),
    status: z.enum(CAMPAIGN_STATUSES),
    pauseReason: z
      .string()
      .nullable()
      .describe("Warum sie von selbst pausiert; null, wenn jemand sie angehalten hat"),
    count: z.int().describe("Firmen je Suche"),
    progress: ProgressSchema,
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Campaign" });
export type Campaign = z.infer<typeof CampaignSchema>;

export const CellSchema = z
  .object({ state: z.string(), term: z.string(), progress: ProgressSchema })
  .meta({ id: "CampaignCell" });
export type Cell = z.infer<typeof CellSchema>;

export const TaskSchema = z
  .object({
    position: z.int().describe("Platz in der Reihenfolge, ab 1"),
    term: z.string(),
    state: z.string(),
    city: z.string(),
    status: z.enum(TASK_STATUSES),
    jobId: z.string().nullable(),
    found: z.int().describe("Bei skipped: was die frühere Suche fand"),
    newLeads: z.int().describe("Bei skipped: was die frühere Suche Neues brachte"),
    error: z.string().nullable(),
    finishedAt: z.iso.datetime().nullable().describe("Bei skipped: wann die frühere Suche war"),
  })
  .meta({ id: "CampaignTask" });
export type Task = z.infer<typeof TaskSchema>;
