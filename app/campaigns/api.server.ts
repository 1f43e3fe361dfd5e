import { z } from "zod";
import { operation } from "../http/api.server";
import { PAGING } from "../http/paging.server";
import { TASK_STATUSES } from "./campaign";
import { CampaignInputSchema, RepeatInputSchema } from "./campaign-input";
import { CampaignSchema, CellSchema, TaskSchema } from "./campaign-schema";
import { createCampaign } from "./create-campaign.server";
import { findCampaign, findCampaignPage, findTaskPage } from "./find-campaigns.server";
import { changeRepeat } from "./repeat-campaigns.server";
import { pauseCampaign, resumeCampaign } from "./run-campaigns.server";
import { findYield, YieldQuerySchema, YieldSchema } from "./yield.server";

const listCampaigns = operation({
  id: "listCampaigns",
  method: "GET",
  path: "/api/campaigns",
  summary: "Kampagnen, die neuesten zuerst",
  query: z.strictObject(PAGING),
  status: 200,
  response: z
    .object({ campaigns: z.array(CampaignSchema), total: z.int() })
    .meta({ id: "CampaignPage" }),
  async handle({ query, context: { services } }) {
    return findCampaignPage(services.db, query);
  },
});

const startCampaign = operation({
  id: "startCampaign",
  method: "POST",
  path: "/api/campaigns",
  summary: "Eine Kampagne starten: Suchbegriffe über die Orte der Bundesländer",
  description:
    "Die Suchen laufen nacheinander im Hintergrund, hinter allem, was jemand selbst startet. Was eine frühere Kampagne erledigt hat, wird übersprungen (`again: true` wiederholt es). Ist eine Kampagne mit denselben Suchen noch offen, ist sie die Antwort (200). 409, wenn der Schlüssel des Kartendienstes fehlt oder alles schon erledigt ist. Jede Suche braucht bis zu 3 Aufrufe des Kartendienstes.",
  body: CampaignInputSchema,
  status: 201,
  response: CampaignSchema,
  otherResponse: { status: 200, schema: CampaignSchema },
  problems: [400, 409],
  async handle({ body, context: { services, actor } }) {
    const { id, isNew } = await createCampaign(services, body, actor);
    const { campaign } = await findCampaign(services.db, id);
    const headers = { location: `/api/campaigns/${id}` };
    return Response.json(campaign, { status: isNew ? 201 : 200, headers });
  },
});

export const getCampaign = operation({
  id: "getCampaign",
  method: "GET",
  path: "/api/campaigns/{campaignId}",
  summary: "Stand einer Kampagne",
  description:
    "`cells` sagt für jedes Bundesland und jeden Suchbegriff, wie weit sie ist. `tasks` sind ihre Suchen in der Reihenfolge, seitenweise; `status` wählt sie aus.",
  query: z.strictObject({
    status: z.enum(TASK_STATUSES, `Erlaubt sind ${TASK_STATUSES.join(", ")}.`).optional(),
    ...PAGING,
  }),
  status: 200,
  response: CampaignSchema.extend({
    cells: z.array(CellSchema),
    tasks: z.array(TaskSchema),
    taskTotal: z.int(),
  }).meta({ id: "CampaignDetail" }),
  problems: [404],
  async handle({ param, query: { status, ...paging }, context: { services } }) {
    const id = param("campaignId");
    const { campaign, cells } = await findCampaign(services.db, id);
    const statuses = status === undefined ? undefined : [status];
    const { tasks, total } = await findTaskPage(services.db, id, { ...paging, statuses });
    return { ...campaign, cells, tasks, taskTotal: total };
  },
});

const updateCampaign = operation({
  id: "updateCampaign",
  method: "PATCH",
  path: "/api/campaigns/{campaignId}",
  summary: "Ändern, ob eine Kampagne sich wiederholt",
  description:
    "Mit `repeat` laufen die Suchen morgens ab 5 Uhr von selbst wieder, ein heute fälliger Lauf gleich; mehrere verpasste Tage holt ein Lauf nach. Zuerst wird in OpenStreetMap gesucht, dann bei Google Places, solange `monthlyCeilingCents` für eine ganze Suche mit E-Mails und Bewertungen reicht.",
  body: RepeatInputSchema.partial(),
  status: 200,
  response: CampaignSchema,
  problems: [400, 404],
  async handle({ param, body, context: { services } }) {
    await changeRepeat(services, param("campaignId"), body);
    return (await findCampaign(services.db, param("campaignId"))).campaign;
  },
});

function changeOperation(
  change: typeof pauseCampaign,
  path: "/api/campaigns/{campaignId}/pause" | "/api/campaigns/{campaignId}/resume",
  words: { id: string; summary: string; description: string },
) {
  return operation({
    ...words,
    method: "POST",
    path,
    status: 200,
    response: CampaignSchema,
    problems: [404, 409],
    async handle({ param, context: { services } }) {
      await change(services, param("campaignId"));
      return (await findCampaign(services.db, param("campaignId"))).campaign;
    },
  });
}

const getYield = operation({
  id: "getYield",
  method: "GET",
  path: "/api/yield",
  summary: "Was die Suchen kosteten und brachten",
  description:
    "Je Monat, Suchbegriff, Ort und Dienst eine Zeile, seitenweise. Zu einer Suche gehören auch ihre Ergänzung, das Lesen der Websites und die Fragen nach E-Mails. `month` ist ein Monat in der Zeitzone des Teams. `eurosPerNew` und `eurosPerApproved` rechnen die ganze Suche, mit allen gezeigten Diensten.",
  query: YieldQuerySchema,
  status: 200,
  response: YieldSchema,
  async handle({ query, context: { services } }) {
    const { rowsAt, total, sums } = await findYield(services.db, query);
    return { rows: rowsAt(query), total, sums };
  },
});

export const campaignOperations = [
  getYield,
  listCampaigns,
  startCampaign,
  getCampaign,
  updateCampaign,
  changeOperation(pauseCampaign, "/api/campaigns/{campaignId}/pause", {
    id: "pauseCampaign",
    summary: "Eine Kampagne anhalten",
    description:
      "Eine Suche, die schon läuft, endet noch; eine, die erst wartet, wird zurückgenommen. 409, wenn die Kampagne zu Ende ist.",
  }),
  changeOperation(resumeCampaign, "/api/campaigns/{campaignId}/resume", {
    id: "resumeCampaign",
    summary: "Eine Kampagne fortsetzen",
    description:
      "Hat sie sich selbst angehalten, wird auch wiederholt, was fehlgeschlagen ist. 409, wenn sie zu Ende ist oder der Schlüssel des Kartendienstes fehlt.",
  }),
];
