import { z } from "zod";
import { CAMPAIGN_KINDS, CAMPAIGN_STATUSES, TASK_STATUSES } from "./campaign";
import { RepeatInputSchema } from "./campaign-input";

const searches = z.int().min(0);

export const ProgressSchema = z.object({
  total: searches,
  waiting: searches,
  running: searches,
  done: searches,
  failed: searches,
  cancelled: searches.describe("Einzeln abgebrochen, oder über der Obergrenze"),
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
    ...RepeatInputSchema.shape,
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
    source: z
      .enum(["google", "osm"])
      .nullable()
      .describe("null: Google Places, sonst OpenStreetMap"),
    jobId: z.string().nullable(),
    found: z.int().describe("Bei skipped: was die frühere Suche fand"),
    newLeads: z.int().describe("Bei skipped: was die frühere Suche Neues brachte"),
    error: z.string().nullable(),
    finishedAt: z.iso.datetime().nullable().describe("Bei skipped: wann die frühere Suche war"),
  })
  .meta({ id: "CampaignTask" });
export type Task = z.infer<typeof TaskSchema>;
