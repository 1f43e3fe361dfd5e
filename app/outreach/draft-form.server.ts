import { type PageForm, pageForm } from "../http/form.server";
import { notFound } from "../refusal";
import { formText } from "../text/form-text";
import { type DraftServices, draftEmail } from "./draft-email.server";
import { type HintedDraft, SHOWN_BODY, SHOWN_HINT, SHOWN_SUBJECT } from "./draft-input";
import { DraftInputSchema } from "./draft-schema.server";

export interface DraftReply {
  draft?: HintedDraft;
  /** The draft that stood in the fields before; given back where there is no new one. */
  shown?: HintedDraft | null;
}

export const GONE =
  "Diesen Lead gibt es nicht oder nicht mehr. Gelöschte Leads liegen 30 Tage im Papierkorb und lassen sich dort wiederherstellen.";

function shownIn(form: FormData): HintedDraft | null {
  if (!form.has(SHOWN_BODY)) return null;
  const body = formText(form, SHOWN_BODY).replace(/\r\n?/g, "\n");
  const hints = form.getAll(SHOWN_HINT).filter((hint) => typeof hint === "string");
  return { subject: formText(form, SHOWN_SUBJECT), body, hints, dropped: [] };
}

/** The panel's form for a draft. Whatever comes of it, nothing that was typed is lost, also where the lead is gone. */
export function draftForm(
  services: DraftServices,
  leadId: string,
  by: { actor: string; signal: AbortSignal },
): PageForm<DraftReply> {
  return pageForm({
    schema: DraftInputSchema.omit({ leadId: true }).strip(),
    answers: [404],
    // They come back as the draft shown, where there is no new one.
    hidden: ["shown"],
    refused: (form) => ({ shown: shownIn(form) }),
    async run(wishes): Promise<{ reply: DraftReply }> {
      const draft = await draftEmail(services, { leadId, ...wishes }, by);
      if (draft === undefined) throw notFound(GONE);
      return { reply: { draft } };
    },
  });
}
