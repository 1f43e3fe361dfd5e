import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import type { ApiOperation } from "./api.server";
import { ProblemSchema, problemTitle } from "./problem";

const PROBLEM = "application/problem+json";
const GATE_PROBLEMS = [400, 403, 413, 414, 415, 421, 429, 431];
const OPEN_PATHS = ["/healthz"];

function problemResponses({ problems = [] }: ApiOperation) {
  const statuses = [...new Set([...problems, ...GATE_PROBLEMS, 401, 405, 422, 500, 503, 507])];
  const content = { [PROBLEM]: { schema: ProblemSchema } };
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { description: problemTitle(status), content }]),
  );
}

function goodResponse(response: ApiOperation["response"]) {
  if (response === undefined) return { description: "Erledigt" };
  if (typeof response !== "string") {
    return { description: "Antwort", content: { "application/json": { schema: response } } };
  }
  const schema = { type: "string" as const, format: "binary" };
  return { description: "Datei", content: { [response]: { schema } } };
}

function requestBody({ method, bodyType, body: schema }: ApiOperation) {
  if (Object.keys(schema.shape).length === 0) return {};
  const json = [
    "application/json",
    ...(method === "PATCH" ? ["application/merge-patch+json"] : []),
  ];
  const types = bodyType === undefined ? json : [bodyType];
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return { requestBody: { required: true, content } };
}

export function openApiDocument(operations: readonly ApiOperation[]): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    const { otherResponse: other } = operation;
    paths[operation.path] = {
      ...paths[operation.path],
      parameters: names.map((name) => ({
        name,
        in: "path" as const,
        required: true,
        schema: { type: "string" as const },
      })),
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        summary: operation.summary,
        ...(OPEN_PATHS.includes(operation.path) ? { security: [] } : {}),
        description: operation.description,
        requestParams: {
          query: operation.query,
          ...(operation.headers === undefined ? {} : { header: operation.headers }),
        },
        ...requestBody(operation),
        responses: {
          [String(operation.status)]: goodResponse(operation.response),
          ...(other === undefined ? {} : { [String(other.status)]: goodResponse(other.schema) }),
          ...problemResponses(operation),
        },
      },
    };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Leadspeicher",
      version: "1",
      description: [
        "Firmen finden, anreichern und in einem Leadspeicher halten. Programme melden sich mit einem API-Token an.",
        "Fehler sind Problemdokumente nach RFC 9457; bei 405 nennt `Allow` die möglichen Methoden, bei 422 `errors` jedes Feld,",
        "bei 429, 503 (die Datenbank ist gesperrt oder schreibgeschützt) und 507 (der Speicherplatz ist voll) `Retry-After` die Wartezeit in Sekunden.",
        "Unbekannte Felder und Parameter werden mit 422 abgelehnt.",
      ].join(" "),
    },
    servers: [{ url: "/", description: "Der Server, der dieses Dokument ausliefert" }],
    security: [{ token: [] }, { session: [] }],
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "Ein API-Token aus den Einstellungen, nur lesend oder mit vollem Zugriff, oder der aus der Umgebung (APP_API_TOKEN).",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-leadspeicher",
          description: "Die Sitzung eines Browsers. Ohne HTTPS heißt das Cookie leadspeicher-PORT.",
        },
      },
    },
    paths,
  });
}
