import { expect, test } from "vitest";
import { z } from "zod";
import { FEDERAL_STATES } from "../../app/reading/places/federal-states";
import { StatePlacesSchema } from "../../app/reading/places/places.server";
import { getAnswer } from "../support/api-answers";
import { apiDocument } from "../support/openapi";
import { openTestApp } from "../support/test-app";

/** The operations of the contract that this version has. */
const CONTRACT = [
  "POST /api/search",
  "POST /api/search/supplement",
  "POST /api/ai-search",
  "GET /api/search-history",
  "POST /api/search-history",
  "GET /api/leads",
  "GET /api/leads/{leadId}",
  "POST /api/leads",
  "PATCH /api/leads/{leadId}",
  "DELETE /api/leads/{leadId}",
  "POST /api/leads/bulk",
  "POST /api/leads/{leadId}/merge",
  "POST /api/leads/{leadId}/part",
  "GET /api/leads/stats",
  "GET /api/leads/explain",
  "GET /api/leads/export",
  "GET /api/leads/search-terms",
  "POST /api/leads/import",
  "GET /api/jobs",
  "GET /api/jobs/{jobId}",
  "GET /api/jobs/{jobId}/results",
  "GET /api/jobs/{jobId}/export",
  "POST /api/jobs/{jobId}/cancel",
  "POST /api/jobs/{jobId}/restart",
  "POST /api/jobs/maps-enrich",
  "POST /api/jobs/serp-enrich",
  "POST /api/jobs/profiles-enrich",
  "POST /api/jobs/csv-enrich",
  "POST /api/leads/quick-serp",
  "POST /api/generate-email",
  "POST /api/enrich-leads",
  "GET /api/stadtwerke-cities",
  "GET /api/yield",
  "GET /api/campaigns",
  "POST /api/campaigns",
  "GET /api/campaigns/{campaignId}",
  "PATCH /api/campaigns/{campaignId}",
  "POST /api/campaigns/{campaignId}/pause",
  "POST /api/campaigns/{campaignId}/resume",
  "GET /api/credentials/status",
  "PUT /api/credentials/{service}",
  "DELETE /api/credentials/{service}",
  "POST /api/credentials/{service}/test",
  "GET /api/openapi.json",
  "GET /healthz",
];
/** Name in their body what has to be there. */
const NAMED_IN_BODY = ["/api/search/supplement", "/api/generate-email", "/api/enrich-leads"];

const { server } = await openTestApp();
const document = await apiDocument(server.url);

test("the document has every operation of the contract", () => {
  const names = document.operations.map(({ method, path }) => `${method} ${path}`);
  expect(names.sort()).toEqual([...CONTRACT].sort());
});

test("every operation has a summary, a good answer and problem documents for the rest", () => {
  for (const { method, path, operation } of document.operations) {
    const name = `${method} ${path}`;
    expect(operation.summary, name).toMatch(/\S/);
    const statuses = Object.keys(operation.responses);
    expect(
      statuses.filter((status) => status.startsWith("2")),
      name,
    ).not.toEqual([]);
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status.startsWith("2")) continue;
      expect(Object.keys(content ?? {}), `${name} ${status}`).toEqual(["application/problem+json"]);
    }
    const wantsId = path.includes("{");
    if (!NAMED_IN_BODY.includes(path)) expect(statuses.includes("404"), name).toBe(wantsId);
  }
});

test("the towns of 16 federal states are told, 50 each, largest first", async () => {
  const AnswerSchema = z.object({ states: z.array(StatePlacesSchema) });
  const places = (query: string) =>
    getAnswer(`${server.url}/api/stadtwerke-cities${query}`, AnswerSchema);
  const { states } = await places("");
  expect(Object.fromEntries(states.map(({ code, name }) => [code, name]))).toEqual(FEDERAL_STATES);
  for (const { code, cities } of states) {
    expect(cities, code).toHaveLength(50);
    const sizes = cities.map(({ population }) => population ?? 0);
    expect(sizes, code).toEqual(sizes.toSorted((a, b) => b - a));
  }
  for (const state of ["by", "%20BAYERN"]) {
    const { states } = await places(`?state=${state}`);
    expect(states.map(({ code }) => code)).toEqual(["BY"]);
    expect(states[0]?.cities[0]).toEqual({ name: "München", population: 1_260_391 });
  }
});
