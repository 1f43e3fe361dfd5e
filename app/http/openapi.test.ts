import { describe, expect, it } from "vitest";
import { z } from "zod";
import { apiOperations } from "../api-operations.server";
import { LeadFilterSchema } from "../leads/list/lead-filter-schema.server";
import { openApiDocument } from "./openapi.server";

const Media = z.record(z.string(), z.object({ schema: z.looseObject({}) }));
const Parameter = z.looseObject({
  in: z.string(),
  name: z.string(),
  required: z.boolean().optional(),
});
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  parameters: z.array(Parameter).optional(),
  requestBody: z.object({ required: z.literal(true), content: Media }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string().min(1), content: Media.optional() }),
  ),
});
const Document = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.looseObject({ parameters: z.array(Parameter).optional() })),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

const document = Document.parse(openApiDocument(apiOperations));

function operationAt(path: string, method: string) {
  return Operation.parse(document.paths[path]?.[method.toLowerCase()]);
}

describe("the OpenAPI document", () => {
  it("names each operation once, in the words of the field", () => {
    const ids = apiOperations.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["listLeads", "patchLead", "startSearch"]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(operationAt("/api/leads", "GET").operationId).toBe("listLeads");
    expect(document.servers).toMatchObject([{ url: "/" }]);
  });

  it("names the parts of a path", () => {
    expect(document.paths["/api/leads/{leadId}"]?.parameters).toEqual([
      { name: "leadId", in: "path", required: true, schema: { type: "string" } },
    ]);
    for (const path of Object.keys(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(document.paths[path]?.parameters?.map(({ name }) => name) ?? []).toEqual(names);
    }
  });

  it("names every query parameter of a list and requires none of them", () => {
    const { parameters = [] } = operationAt("/api/leads", "GET");
    const names = parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["q", "federalState", "page", "cursor", "sort"]));
    expect(parameters.filter(({ required }) => required)).toEqual([]);
  });

  it("has a body for operations that take one, in the content types that go", () => {
    const search = operationAt("/api/search", "POST").requestBody;
    expect(search?.content["application/json"]?.schema).toMatchObject({
      type: "object",
      required: ["query", "region"],
      additionalProperties: false,
    });
    expect(operationAt("/api/leads", "GET").requestBody).toBeUndefined();
    expect(operationAt("/api/jobs/{jobId}/cancel", "POST").requestBody).toBeUndefined();
    const patch = operationAt("/api/leads/{leadId}", "PATCH").requestBody?.content ?? {};
    expect(Object.keys(patch)).toEqual(["application/json", "application/merge-patch+json"]);
    const file = operationAt("/api/leads/export", "GET").responses["200"]?.content ?? {};
    expect(Object.keys(file)).toEqual([expect.stringContaining("spreadsheetml")]);
  });

  it.each(["PATCH", "DELETE"])("names the header If-Match of %s as optional", (method) => {
    const { parameters } = operationAt("/api/leads/{leadId}", method);
    expect(parameters).toMatchObject([{ in: "header", name: "If-Match" }]);
    expect(parameters?.[0]?.required).not.toBe(true);
  });

  it("has the fields of a bulk action's filter, in the forms that JSON may have", () => {
    const { requestBody } = operationAt("/api/leads/bulk", "POST");
    const { properties } = z
      .looseObject({
        properties: z.looseObject({
          filter: z.looseObject({ properties: z.record(z.string(), z.looseObject({})) }),
        }),
      })
      .parse(requestBody?.content["application/json"]?.schema);
    const { filter } = properties;
    expect(filter).toMatchObject({ type: "object", additionalProperties: false });
    expect(Object.keys(filter.properties)).toEqual(Object.keys(LeadFilterSchema.shape));
    expect(filter.properties).toMatchObject({
      q: { type: "string" },
      term: { anyOf: [{ type: "array" }, { type: "string" }] },
      hasEmail: { anyOf: [{ type: "string", enum: ["true", "false"] }, { type: "boolean" }] },
      minScore: { type: "integer" },
    });
  });
});
