import { type ApiOperation, apiOperation, NOTHING } from "../http/api-operation";
import { DraftInputSchema, EmailDraftSchema } from "./draft-input";

export const generateEmailOperation = apiOperation({
  method: "POST",
  path: "/api/generate-email",
  summary: "Eine E-Mail an einen Lead entwerfen",
  description:
    "Schreibt aus dem, was der Leadspeicher weiß, und den Texten des Teams; eine Adresse, eine Nummer oder eine Zahl, die dort nicht steht, wird zurückgewiesen und einmal neu verlangt. Nichts wird gesendet und außer dem Ereignis `email_drafted` nichts gespeichert. 409, solange der Schlüssel von OpenAI fehlt; 422, wenn über den Lead nichts bekannt ist; 502 mit dem Grund, wenn kein brauchbarer Entwurf kommt.",
  query: NOTHING,
  body: DraftInputSchema,
  status: 200,
  response: EmailDraftSchema.meta({ id: "EmailDraft" }),
  problems: [400, 404, 409, 502],
});

export const outreachOperations: readonly ApiOperation[] = [generateEmailOperation];
