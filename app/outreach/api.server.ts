import descriptions from "../api-descriptions.json";
import { operation } from "../http/api.server";
import { missingLead } from "../leads/get-lead.server";
import { draftEmail } from "./draft-email.server";
import { DraftInputSchema, EmailDraftSchema } from "./draft-schema";

const generateEmail = operation({
  id: "generateEmail",
  method: "POST",
  path: "/api/generate-email",
  summary: "Eine E-Mail an einen Lead entwerfen",
  description: descriptions.generateEmail,
  body: DraftInputSchema,
  status: 200,
  response: EmailDraftSchema.meta({ id: "EmailDraft" }),
  problems: [400, 404, 409, 502],
  async handle({ body, request, context: { services, actor } }) {
    const drafted = await draftEmail(services, body, { actor, signal: request.signal });
    if (drafted === undefined) {
      throw await missingLead(services.db, body.leadId, "Diesen Lead gibt es nicht.");
    }
    return { subject: drafted.subject, body: drafted.body };
  },
});

export const outreachOperations = [generateEmail];
