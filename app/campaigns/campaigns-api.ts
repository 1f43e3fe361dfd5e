import { z } from "zod";
import { type ApiOperation, apiOperation, NOTHING } from "../http/api-operation";
import { CampaignSchema, CellSchema, TASK_STATUSES, TaskSchema } from "./campaign";
import { CampaignInputSchema } from "./campaign-input";

const pageMessage = "Eine ganze Zahl ab 1.";
const page = z.coerce
  .number(pageMessage)
  .int(pageMessage)
  .min(1, pageMessage)
  .max(1_000_000, pageMessage)
  .default(1);
const pageSizeMessage = "Eine ganze Zahl von 1 bis 200.";
const pageSize = z.coerce
  .number(pageSizeMessage)
  .int(pageSizeMessage)
  .min(1, pageSizeMessage)
  .max(200, pageSizeMessage)
  .default(50);

export const listCampaigns = apiOperation({
  method: "GET",
  path: "/api/campaigns",
  summary: "Kampagnen, die neuesten zuerst",
  query: z.strictObject({ page, pageSize }),
  body: NOTHING,
  status: 200,
  response: z
    .object({ campaigns: z.array(CampaignSchema), total: z.int() })
    .meta({ id: "CampaignPage" }),
});

export const startCampaign = apiOperation({
  method: "POST",
  path: "/api/campaigns",
  summary: "Eine Kampagne starten: Suchbegriffe über die Orte der Bundesländer",
  description:
    "Die Suchen laufen nacheinander im Hintergrund, hinter allem, was jemand selbst startet. Was eine frühere Kampagne erledigt hat, wird übersprungen (`again: true` wiederholt es). Ist eine Kampagne mit denselben Suchen noch offen, ist sie die Antwort (200). 409, wenn der Schlüssel des Kartendienstes fehlt oder alles schon erledigt ist. Jede Suche braucht bis zu 3 Aufrufe des Kartendienstes.",
  query: NOTHING,
  body: CampaignInputSchema,
  status: 201,
  response: CampaignSchema,
  otherResponse: { status: 200, schema: CampaignSchema },
  problems: [400, 409],
});

export const getCampaignOperation = apiOperation({
  method: "GET",
  path: "/api/campaigns/{campaignId}",
  summary: "Stand einer Kampagne",
  description:
    "`cells` sagt für jedes Bundesland und jeden Suchbegriff, wie weit sie ist. `tasks` sind ihre Suchen in der Reihenfolge, seitenweise; `status` wählt sie aus.",
  query: z.strictObject({
    status: z.enum(TASK_STATUSES, `Erlaubt sind ${TASK_STATUSES.join(", ")}.`).optional(),
    page,
    pageSize,
  }),
  body: NOTHING,
  status: 200,
  response: CampaignSchema.extend({
    cells: z.array(CellSchema),
    tasks: z.array(TaskSchema),
    taskTotal: z.int(),
  }).meta({ id: "CampaignDetail" }),
  problems: [404],
});

export const pauseCampaignOperation = apiOperation({
  method: "POST",
  path: "/api/campaigns/{campaignId}/pause",
  summary: "Eine Kampagne anhalten",
  description:
    "Eine Suche, die schon läuft, endet noch; eine, die erst wartet, wird zurückgenommen. 409, wenn die Kampagne zu Ende ist.",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: CampaignSchema,
  problems: [404, 409],
});

export const resumeCampaignOperation = apiOperation({
  method: "POST",
  path: "/api/campaigns/{campaignId}/resume",
  summary: "Eine Kampagne fortsetzen",
  description:
    "Hat sie sich selbst angehalten, wird auch wiederholt, was fehlgeschlagen ist. 409, wenn sie zu Ende ist oder der Schlüssel des Kartendienstes fehlt.",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: CampaignSchema,
  problems: [404, 409],
});

export const campaignOperations: readonly ApiOperation[] = [
  listCampaigns,
  startCampaign,
  getCampaignOperation,
  pauseCampaignOperation,
  resumeCampaignOperation,
];
