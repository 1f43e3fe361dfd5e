import { z } from "zod";
import type { Db } from "~db/client";
import { getLeadById } from "~db/queries/leads";
import { operation } from "../../http/api.server";
import { toWholeLead, withE164 } from "../lead-json.server";
import { LeadSchema } from "../lead-schema";
import { MERGE_FIELDS } from "./merge-fields";
import { mergeLeads, partLead } from "./merge-leads.server";

const id = z.string("Ein Text.").min(1, "Die id des anderen Leads nennen.");
const field = z.enum(MERGE_FIELDS, `Erlaubt sind ${MERGE_FIELDS.join(", ")}.`);
const tag = z.string("Ein Text.");

async function answer(db: Db, leadId: string) {
  const row = await getLeadById(db, leadId);
  return row && withE164(await toWholeLead(db, row));
}

const about = { method: "POST", status: 200, response: LeadSchema, problems: [404, 409] } as const;

const merge = operation({
  ...about,
  id: "mergeLeads",
  path: "/api/leads/{leadId}/merge",
  summary: "Zwei Leads derselben Firma zusammenführen",
  description:
    "Der andere Lead geht in diesem auf: Beide Domains finden ihn, und Notizen, Ansprechpersonen, Tags, Verlauf, Quellen, Ergebnisse und Entwürfe gehen mit. Leere Felder füllt der andere. Wo beide etwas sagen, bleibt der Wert einer Person, sonst der dieses Leads; der unterlegene bleibt als Beleg. `part` trennt sie wieder.",
  body: z.strictObject({
    otherId: id,
    take: z
      .array(field, "Eine Liste von Feldern.")
      .optional()
      .describe("Felder, in denen der andere gilt; address steht für die ganze Adresse"),
    seen: z
      .array(tag, "Eine Liste von ETags.")
      .optional()
      .describe("Die `ETag` beider Leads; hat sich einer seither geändert, geschieht nichts (409)"),
  }),
  async handle({ param, body, context: { services, actor } }) {
    const leadId = param("leadId");
    await mergeLeads(services.db, leadId, body, { actor, now: Date.now() });
    return answer(services.db, leadId);
  },
});

const part = operation({
  ...about,
  id: "partLeads",
  path: "/api/leads/{leadId}/part",
  summary: "Zusammengeführte Leads wieder trennen",
  description:
    "Beide sind, wie sie waren. Was seither geschah, bleibt bei diesem Lead; Funde an der Domain des anderen und Änderungen an dessen Notizen gehen mit ihm. Ist der Import rückgängig, der ihn brachte, liegt er im Papierkorb.",
  body: z.strictObject({
    otherId: id.optional().describe("Ohne sie der zuletzt zusammengeführte"),
  }),
  async handle({ param, body, context: { services, actor } }) {
    const leadId = param("leadId");
    await partLead(services.db, leadId, { actor, now: Date.now() }, body.otherId);
    return answer(services.db, leadId);
  },
});

export const mergeOperations = [merge, part];
