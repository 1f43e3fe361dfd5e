import { z } from "zod";
import { operation } from "../http/api.server";
import { SERVICES } from "../providers/services";
import { KeySchema, requireService } from "./credentials.server";
import { testStoredKey } from "./test-key.server";

const getCredentialsStatus = operation({
  id: "getCredentialsStatus",
  method: "GET",
  path: "/api/credentials/status",
  summary: "Welche Dienste einen Schlüssel haben",
  description: "`origin` ist `env` für einen Schlüssel aus der Umgebung des Servers.",
  status: 200,
  response: z
    .object({
      services: z.array(
        z.object({
          service: z.enum(SERVICES),
          configured: z.boolean(),
          origin: z.enum(["env", "database"]).nullable(),
        }),
      ),
    })
    .meta({ id: "CredentialsStatus" }),
  async handle({ context: { services } }) {
    const statuses = await services.credentials.status();
    return { services: statuses.map(({ isUnreadable: _, ...status }) => status) };
  },
});

const putCredential = operation({
  id: "putCredential",
  method: "PUT",
  path: "/api/credentials/{service}",
  summary: "Den Schlüssel eines Dienstes speichern",
  description:
    "Leerzeichen und Zeilenumbrüche werden entfernt. Der Schlüssel wird verschlüsselt gespeichert und nie zurückgegeben. Ein Schlüssel aus der Umgebung lässt sich nicht ändern (409).",
  body: z.strictObject({ key: KeySchema }),
  status: 204,
  problems: [404, 409],
  async handle({ param, body, context: { services } }) {
    await services.credentials.save(requireService(param("service")), body.key);
  },
});

export const deleteCredential = operation({
  id: "deleteCredential",
  method: "DELETE",
  path: "/api/credentials/{service}",
  summary: "Den Schlüssel eines Dienstes entfernen",
  description: "Ein Schlüssel aus der Umgebung lässt sich nicht entfernen (409).",
  status: 204,
  problems: [404, 409],
  async handle({ param, context: { services } }) {
    await services.credentials.remove(requireService(param("service")));
  },
});

const testCredential = operation({
  id: "testCredential",
  method: "POST",
  path: "/api/credentials/{service}/test",
  summary: "Den Schlüssel eines Dienstes mit dessen billigstem Aufruf prüfen",
  description:
    "Auch ein abgelehnter Schlüssel und ein gestörter Dienst sind eine Antwort: `ok` ist dann false, und `message` enthält die eigenen Worte des Dienstes.",
  status: 200,
  response: z
    .object({
      ok: z.boolean(),
      message: z.string(),
      credits: z.number().optional().describe("Guthaben, wo der Dienst es nennt"),
    })
    .meta({ id: "CredentialTest" }),
  problems: [404],
  async handle({ param, request, context: { services } }) {
    return testStoredKey(services, requireService(param("service")), request.signal);
  },
});

export const credentialOperations = [
  getCredentialsStatus,
  putCredential,
  deleteCredential,
  testCredential,
];
