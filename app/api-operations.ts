import { campaignOperations } from "./campaigns/campaigns-api";
import { enrichmentOperations } from "./enrichment/enrichment-api";
import type { ApiOperation } from "./http/api-operation";
import { metaOperations } from "./http/meta-api";
import { importOperations } from "./imports/imports-api";
import { jobOperations } from "./jobs/jobs-api";
import { leadOperations } from "./leads/leads-api";
import { outreachOperations } from "./outreach/outreach-api";
import { pipelineOperations } from "./pipelines/pipelines-api";
import { placeOperations } from "./places/places-api";
import { searchOperations } from "./search/search-api";
import { credentialOperations } from "./settings/credentials-api";

/** Every operation of the API, for the OpenAPI document. */
export const apiOperations: readonly ApiOperation[] = [
  ...searchOperations,
  ...leadOperations,
  ...importOperations,
  ...jobOperations,
  ...pipelineOperations,
  ...enrichmentOperations,
  ...outreachOperations,
  ...placeOperations,
  ...campaignOperations,
  ...credentialOperations,
  ...metaOperations,
];
