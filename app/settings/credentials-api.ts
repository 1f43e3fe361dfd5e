import { z } from "zod";
import { apiOperation, NOTHING } from "../http/api-operation";
import { SERVICES } from "../providers/services";
import { KeySchema } from "./key-input";

export const getCredentialsStatus = apiOperation({
  method: "GET",
  path: "/api/credentials/status",
  summary: "Welche Dienste einen Schlüssel haben",
  description: "`origin` ist `env` für einen Schlüssel aus der Umgebung des Servers.",
  query: NOTHING,
  body: NOTHING,
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
});

export const putCredential = apiOperation({
  method: "PUT",
  path: "/api/credentials/{service}",
  summary: "Den Schlüssel eines Dienstes speichern",
  description:
    "Leerzeichen und Zeilenumbrüche werden entfernt. Der Schlüssel wird verschlüsselt gespeichert und nie zurückgegeben. Ein Schlüssel aus der Umgebung lässt sich nicht ändern (409).",
  query: NOTHING,
  body: z.strictObject({ key: KeySchema }),
  status: 204,
  problems: [404, 409],
});

export const deleteCredential = apiOperation({
  method: "DELETE",
  path: "/api/credentials/{service}",
  summary: "Den Schlüssel eines Dienstes entfernen",
  description: "Ein Schlüssel aus der Umgebung lässt sich nicht entfernen (409).",
  query: NOTHING,
  body: NOTHING,
  status: 204,
  problems: [404, 409],
});

export const testCredential = apiOperation({
  method: "POST",
  path: "/api/credentials/{service}/test",
  summary: "Den Schlüssel eines Dienstes mit dessen billigstem Aufruf prüfen",
  description:
    "Auch ein abgelehnter Schlüssel und ein gestörter Dienst sind eine Antwort: `ok` ist dann false, und `message` enthält die eigenen Worte des Dienstes.",
  query: NOTHING,
  body: NOTHING,
  status: 200,
  response: z
    .object({
      ok: z.boolean(),
      message: z.string(),
      credits: z.number().optional().describe("Guthaben, wo der Dienst es nennt"),
    })
    .meta({ id: "CredentialTest" }),
  problems: [404],
});

export const credentialOperations = [
  getCredentialsStatus,
  putCredential,
  deleteCredential,
  testCredential,
];
