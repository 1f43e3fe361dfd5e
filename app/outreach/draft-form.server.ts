import type { z } from "zod";
import { getLeadDraft, saveLeadDraft } from "~db/queries/lead-drafts";
import { type PageForms, pageForm } from "../http/form.server";
import { missingLead } from "../leads/get-lead.server";
import { formText } from "../text/form-text";
import { type DraftServices, draftEmail } from "./draft-email.server";
import { DRAFT_INTENT, KEEP_INTENT, SHOWN_BODY, SHOWN_SUBJECT } from "./draft-input";
import { DraftInputSchema, type EmailDraft } from "./draft-schema";

export interface DraftReply {
  draft?: EmailDraft;
  /** The draft in the fields, returned when there is no new one. */
  shown?: EmailDraft | null;
}

export const GONE =
  "Diesen Lead gibt es nicht oder nicht mehr. Gelöschte Leads liegen 30 Tage im Papierkorb und lassen sich dort wiederherstellen.";

function shownIn(form: FormData): EmailDraft | null {
  if (!form.has(SHOWN_BODY)) return null;
  const body = formText(form, SHOWN_BODY).replace(/\r\n?/g, "\n");
  const subject = formText(form, SHOWN_SUBJECT).replace(/\s+/g, " ");
  return { subject, body };
}

export async function findKeptDraft({ db }: DraftServices, leadId: string, person: string) {
  const kept = await getLeadDraft(db, leadId, person);
  if (kept === undefined) return null;
  const { subject, body, tone, instructions } = kept;
  return { subject, body, tone, instructions };
}
export type KeptDraft = NonNullable<Awaited<ReturnType<typeof findKeptDraft>>>;

/** Returns what was typed, even if the lead is gone. */
export function draftForms(
  services: DraftServices,
  leadId: string,
  { back, ...by }: { actor: string; signal: AbortSignal; back: string },
): PageForms<DraftReply> {
  const schema = DraftInputSchema.omit({ leadId: true }).strip();
  const keep = ({ subject, body }: EmailDraft, wishes: z.infer<typeof schema>) =>
    saveLeadDraft(services.db, leadId, {
      ...{ person: by.actor, subject, body },
      ...{ tone: wishes.tone, instructions: wishes.instructions, updatedAt: Date.now() },
    });
  type Run = Parameters<typeof pageForm<typeof schema, DraftReply>>[0]["run"];
  const answered = (run: Run) =>
    pageForm({
      schema,
      answers: [404],
      // Returned as `shown`.
      hidden: ["shown"],
      refused: (form): DraftReply => ({ shown: shownIn(form) }),
      run,
    });
  return {
    [DRAFT_INTENT]: answered(async (wishes) => {
      const draft = await draftEmail(services, { leadId, ...wishes }, by);
      if (draft === undefined) throw await missingLead(services.db, leadId, GONE);
      await keep(draft, wishes);
      return { reply: { draft } };
    }),
    [KEEP_INTENT]: answered(async (wishes, { form }) => {
      const shown = shownIn(form);
      if (shown !== null) await keep(shown, wishes);
      return { back };
    }),
  };
}
