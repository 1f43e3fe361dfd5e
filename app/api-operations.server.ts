import { z } from "zod";
import { campaignOperations } from "./campaigns/api.server";
import { enrichmentOperations } from "./enrichment/api.server";
import { exportOperations } from "./exports/api.server";
import { type ApiOperation, operation } from "./http/api.server";
import { openApiDocument } from "./http/openapi.server";
import { importOperations } from "./imports/api.server";
import { jobOperations } from "./jobs/api.server";
import { leadOperations } from "./leads/api.server";
import { outreachOperations } from "./outreach/api.server";
import { pipelineOperations } from "./pipelines/api.server";
import { Refusal } from "./refusal";
import { searchOperations } from "./search/api.server";
import { credentialOperations } from "./settings/api.server";

export const getHealth = operation({
  id: "getHealth",
  method: "GET",
  path: "/healthz",
  summary: "Ob der Server arbeitet",
  status: 200,
  response: z.object({ status: z.literal("ok") }).meta({ id: "Health" }),
  problems: [503],
  async handle({ context: { services } }) {
    if (await services.canReadStore()) return { status: "ok" };
    throw new Refusal(503, "Die Datenbank ist nicht lesbar.");
  },
});

const getOpenApi = operation({
  id: "getOpenApi",
  method: "GET",
  path: "/api/openapi.json",
  summary: "Dieses Dokument",
  status: 200,
  response: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
  async handle() {
    return openApiDocument(apiOperations);
  },
});

export const apiOperations: readonly ApiOperation[] = [
  ...searchOperations,
  ...leadOperations,
  ...exportOperations,
  ...importOperations,
  ...jobOperations,
  ...pipelineOperations,
  ...enrichmentOperations,
  ...outreachOperations,
  ...campaignOperations,
  ...credentialOperations,
  getHealth,
  getOpenApi,
];
