import { isRefusal } from "../refusal";
import { formText } from "../text/form-text";
import { type DraftServices, draftEmail } from "./draft-email.server";
import { DEFAULT_TONE, SHOWN_BODY, SHOWN_HINT, SHOWN_SUBJECT } from "./draft-fields";
import { DraftFormSchema, type HintedDraft } from "./draft-input";

/** The answer to the panel's form: the draft, or why there is none, with what was typed. */
export interface DraftResult {
  tone: string;
  instructions: string;
  draft: HintedDraft | null;
  /** The draft that stood in the fields before; given back where there is no new one. */
  shown: HintedDraft | null;
  /** Why there is no draft. */
  problem: string | null;
  instructionsError: string | null;
}

export const GONE =
  "Diesen Lead gibt es nicht oder nicht mehr. Gelöschte Leads liegen 30 Tage im Papierkorb und lassen sich dort wiederherstellen.";
const MAX_TYPED = 20_000;

function textOf(form: FormData, name: string): string {
  return formText(form, name).slice(0, MAX_TYPED);
}

function shownIn(form: FormData): HintedDraft | null {
  if (!form.has(SHOWN_BODY)) return null;
  const body = formText(form, SHOWN_BODY).replace(/\r\n?/g, "\n");
  const hints = form.getAll(SHOWN_HINT).filter((hint) => typeof hint === "string");
  return { subject: formText(form, SHOWN_SUBJECT), body, hints };
}

/** Drafts an email as the panel's form asks for it; whatever comes of it, nothing that was typed is lost. */
export async function runDraftForm(
  services: DraftServices,
  leadId: string,
  form: FormData,
  by: { actor: string; signal: AbortSignal },
): Promise<{ status: number; result: DraftResult }> {
  const typed = {
    tone: textOf(form, "tone") || DEFAULT_TONE,
    instructions: textOf(form, "instructions"),
  };
  const empty: DraftResult = {
    ...typed,
    draft: null,
    shown: shownIn(form),
    problem: null,
    instructionsError: null,
  };
  const wishes = DraftFormSchema.safeParse(typed);
  if (!wishes.success) {
    const instructionsError = wishes.error.issues[0]?.message ?? "Die Eingabe prüfen.";
    return { status: 422, result: { ...empty, instructionsError } };
  }
  try {
    const draft = await draftEmail(services, { leadId, ...wishes.data }, by);
    if (draft === undefined) return { status: 404, result: { ...empty, problem: GONE } };
    return { status: 200, result: { ...empty, draft, shown: null } };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { status: error.status, result: { ...empty, problem: error.message } };
  }
}
