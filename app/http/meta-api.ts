import { z } from "zod";
import { apiOperation, NOTHING } from "./api-operation";

export const getHealth = apiOperation({
  method: "GET",
  path: "/healthz",
  summary: "Ob der Server arbeitet",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: z.object({ status: z.literal("ok") }).meta({ id: "Health" }),
  problems: [503],
});

export const getOpenApi = apiOperation({
  method: "GET",
  path: "/api/openapi.json",
  summary: "Dieses Dokument",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
});

export const metaOperations = [getHealth, getOpenApi];
