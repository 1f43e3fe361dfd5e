import type { z } from "zod";
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import type { ApiOperation } from "./api.server";
import { ProblemSchema } from "./problem";

const PROBLEM = "application/problem+json";
/** Answered before it is known which operation is meant. */
const GATE_PROBLEMS = [400, 403, 408, 413, 414, 415, 421, 429, 431];
/** Where nobody has to say who is asking. */
const OPEN_PATHS = ["/healthz"];
const PROBLEM_TITLES: Record<number, string> = {
  400: "Die Anfrage ist nicht lesbar oder ihr Inhalt kein JSON",
  401: "Weder eine Sitzung noch ein gültiger API-Token",
  403: "Die Anfrage kommt von einer fremden Seite, oder wer fragt, darf das nicht",
  404: "Das gibt es nicht",
  405: "Diese Methode gibt es hier nicht; `Allow` nennt die möglichen",
  408: "Die Anfrage kam zu langsam an",
  409: "Im jetzigen Zustand nicht möglich",
  413: "Die Anfrage ist zu groß",
  414: "Die Adresse ist zu lang",
  415: "Der Inhalt ist nicht als JSON bezeichnet",
  421: "Unter diesem Servernamen ist der Leadspeicher nicht eingerichtet",
  422: "Ein Feld oder Parameter ist nicht verwendbar; `errors` nennt jedes",
  429: "Zu viele Anfragen auf einmal; `Retry-After` nennt die Wartezeit in Sekunden",
  431: "Die Anfrage hat zu viele Kopfzeilen",
  500: "Fehler im Programm",
};

function problemResponses(operation: ApiOperation) {
  const statuses = [
    ...new Set([...(operation.problems ?? []), ...GATE_PROBLEMS, 401, 405, 422, 500]),
  ].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: PROBLEM_TITLES[status] ?? "Fehler",
        content: { [PROBLEM]: { schema: ProblemSchema } },
      },
    ]),
  );
}

function goodResponse(operation: ApiOperation) {
  const { response } = operation;
  if (response === undefined) return { description: "Erledigt" };
  if (typeof response === "string") {
    return {
      description: "Datei",
      content: { [response]: { schema: { type: "string" as const, format: "binary" } } },
    };
  }
  return jsonResponse(response);
}

function jsonResponse(schema: z.ZodType) {
  return { description: "Antwort", content: { "application/json": { schema } } };
}

/** The content types in which an operation takes its body. */
function bodyTypes({ method, bodyType }: ApiOperation): string[] {
  if (bodyType !== undefined) return [bodyType];
  return method === "PATCH"
    ? ["application/json", "application/merge-patch+json"]
    : ["application/json"];
}

/** The OpenAPI 3.1 document of some operations, made from the schemas that check the requests. */
export function openApiDocument(operations: readonly ApiOperation[]): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    const { otherResponse: other } = operation;
    const hasBody = Object.keys(operation.body.shape).length > 0;
    paths[operation.path] = {
      ...paths[operation.path],
      parameters: names.map((name) => ({
        name,
        in: "path" as const,
        required: true,
        schema: { type: "string" as const },
      })),
      [operation.method.toLowerCase()]: {
        summary: operation.summary,
        ...(OPEN_PATHS.includes(operation.path) ? { security: [] } : {}),
        description: operation.description,
        requestParams: {
          query: operation.query,
          ...(operation.headers === undefined ? {} : { header: operation.headers }),
        },
        ...(hasBody
          ? {
              requestBody: {
                required: true,
                content: Object.fromEntries(
                  bodyTypes(operation).map((type) => [type, { schema: operation.body }]),
                ),
              },
            }
          : {}),
        responses: {
          [String(operation.status)]: goodResponse(operation),
          ...(other === undefined ? {} : { [String(other.status)]: jsonResponse(other.schema) }),
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
      description:
        "Firmen finden, anreichern und in einem Leadspeicher halten. Programme melden sich mit einem API-Token an. Fehler sind Problemdokumente nach RFC 9457. Unbekannte Felder und Parameter werden mit 422 abgelehnt.",
    },
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
